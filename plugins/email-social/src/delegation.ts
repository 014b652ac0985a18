import { messageOf, type Network, type ReadonlySignal, signal, type ViewContext } from '@wallet-modal/kernel'
import { EmailWalletError } from './errors.js'
import type { EmbeddedWallet } from './wallet.js'

/** Interval between two polls of the chain while a removal is pending. */
const POLL_MS = 2_000
const MAX_POLLS = 90

/** Delegation of the embedded wallet's account (EIP-7702) on one network, as state of the settings view. */
export interface Delegation {
  /** Whether the account delegates; `null` while unknown. */
  readonly isDelegated: ReadonlySignal<boolean | null>
  readonly isRemoving: ReadonlySignal<boolean>
  /** Reads the delegation from the chain. Rejects if the node does not respond. */
  load(): Promise<void>
  /**
   * Requests the removal in the frame, and reports its success or failure as a toast. Resolves when the removal is mined or has failed, or if it is
   * not mined within three minutes. Does nothing while another removal on this network is pending.
   */
  remove(): Promise<void>
}

const delegations = new WeakMap<EmbeddedWallet, Map<string, Delegation>>()

/** Returns the delegation state of a wallet on a network. It outlives the settings view, because this view closes while the frame is displayed. */
export function delegationOf(wallet: EmbeddedWallet, network: Network, ctx: ViewContext): Delegation {
  const byNetwork = delegations.get(wallet) ?? new Map<string, Delegation>()
  delegations.set(wallet, byNetwork)
  const delegation = byNetwork.get(network.caipNetworkId) ?? createDelegation(wallet, network, ctx)
  byNetwork.set(network.caipNetworkId, delegation)
  return delegation
}

function createDelegation(wallet: EmbeddedWallet, network: Network, { t, toast }: ViewContext): Delegation {
  const chainId = Number(network.reference)
  const isDelegated = signal<boolean | null>(null)
  const isRemoving = signal(false)
  let loadCount = 0
  /** Polls the chain until the account has no delegation. False after {@link MAX_POLLS} polls with a delegation, or if the modal is disposed. */
  const isMined = async (): Promise<boolean> => {
    for (let polls = 0; polls < MAX_POLLS && !wallet.abortSignal.aborted; polls++) {
      if ((await wallet.delegate(chainId).catch(() => undefined)) === null) return true // `undefined`: the node did not respond
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return false
  }
  return {
    isDelegated,
    isRemoving,
    async load() {
      const loadNumber = ++loadCount
      isDelegated.value = null
      const contract = await wallet.delegate(chainId)
      if (loadNumber === loadCount) isDelegated.value = contract !== null
    },
    async remove() {
      if (isRemoving.peek()) return
      isRemoving.value = true
      try {
        await wallet.removeDelegation(chainId)
        if (!(await isMined())) return
        isDelegated.value = false
        toast.success(t('smartAccount.removed', { network: network.name }))
      } catch (error) {
        if (!(error instanceof EmailWalletError && error.code === 4001)) toast.error(messageOf(error))
      } finally {
        isRemoving.value = false
      }
    },
  }
}
