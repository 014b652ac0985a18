import { messageOf, type Network, type ReadonlySignal, signal, type ViewContext } from '@wallet-modal/kernel'
import { EmailWalletError } from './errors.js'
import type { EmbeddedWallet } from './wallet.js'

/** Interval between two polls of the chain while a removal is pending. */
const POLL_MS = 2_000
const MAX_POLLS = 90

/** Delegation of the embedded wallet's account (EIP-7702) on one network, as state of the settings view. */
export interface Delegation {
  /** Whether the account delegates on the network that was loaded last; `null` while unknown. */
  readonly isDelegated: ReadonlySignal<boolean | null>
  readonly isRemoving: ReadonlySignal<boolean>
  /** Reads the delegation from the chain. Rejects if the node does not respond. */
  load(network: Network): Promise<void>
  /**
   * Requests the removal in the frame, and reports its success or failure as a toast. Resolves when the removal is mined or has failed, or if it is
   * not mined within three minutes. Does nothing while another removal is pending.
   */
  remove(network: Network): Promise<void>
}

const idOf = ({ reference }: Network): number => Number(reference)

const delegations = new WeakMap<EmbeddedWallet, Delegation>()

/** Returns the delegation state of a wallet. The state outlives the settings view, because this view closes while the frame is displayed. */
export function delegationOf(wallet: EmbeddedWallet, ctx: ViewContext): Delegation {
  const delegation = delegations.get(wallet) ?? createDelegation(wallet, ctx)
  delegations.set(wallet, delegation)
  return delegation
}

function createDelegation(wallet: EmbeddedWallet, { t, toast }: ViewContext): Delegation {
  const isDelegated = signal<boolean | null>(null)
  const isRemoving = signal(false)
  let loadCount = 0
  const load = async (network: Network): Promise<void> => {
    const loadNumber = ++loadCount
    isDelegated.value = null
    const contract = await wallet.delegate(idOf(network))
    if (loadNumber === loadCount) isDelegated.value = contract !== null
  }
  /** Polls the chain until the account has no delegation. False after {@link MAX_POLLS} polls with a delegation, or if the modal is disposed. */
  const isMined = async (network: Network): Promise<boolean> => {
    for (let polls = 0; polls < MAX_POLLS && !wallet.abortSignal.aborted; polls++) {
      if ((await wallet.delegate(idOf(network)).catch(() => undefined)) === null) return true // `undefined`: the node did not respond
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return false
  }
  return {
    isDelegated,
    isRemoving,
    load,
    async remove(network) {
      if (isRemoving.peek()) return
      isRemoving.value = true
      try {
        await wallet.removeDelegation(idOf(network))
        if (!(await isMined(network))) return
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
