import { messageOf, type Network, type ReadonlySignal, signal, type ViewContext } from '@wallet-modal/kernel'
import { EmailWalletError } from './errors.js'
import type { EmbeddedWallet } from './wallet.js'

/** Interval and maximum time of polling the chain until a removal is mined. */
const [POLL_MS, POLLS] = [2_000, 90]

/** The account's delegation (EIP-7702) on one network at a time, as state of the settings view. */
export interface Delegation {
  /** Whether the account delegates; `null` while unknown. */
  readonly isDelegated: ReadonlySignal<boolean | null>
  readonly isRemoving: ReadonlySignal<boolean>
  load(network: Network): Promise<void>
  /** Requests the removal in the frame, and resolves when it is mined. */
  remove(network: Network): Promise<void>
}

const idOf = ({ reference }: Network): number => Number(reference)

const delegations = new WeakMap<EmbeddedWallet, Delegation>()

/** Delegation state of one wallet, shared by all settings views, because the settings view closes while the frame is displayed. */
export function delegationOf(wallet: EmbeddedWallet, ctx: ViewContext): Delegation {
  const known = delegations.get(wallet) ?? createDelegation(wallet, ctx)
  delegations.set(wallet, known)
  return known
}

function createDelegation(wallet: EmbeddedWallet, { t, toast }: ViewContext): Delegation {
  const isDelegated = signal<boolean | null>(null)
  const isRemoving = signal(false)
  let loads = 0
  const load = async (network: Network): Promise<void> => {
    const mine = ++loads
    isDelegated.value = null
    const contract = await wallet.delegate(idOf(network))
    if (mine === loads) isDelegated.value = contract !== null
  }
  /** True once the account has no delegation on the chain. */
  const isMined = async (network: Network): Promise<boolean> => {
    for (let polls = 0; polls < POLLS && !wallet.abortSignal.aborted; polls++) {
      if ((await wallet.delegate(idOf(network)).catch(() => undefined)) === null) return true // polls again if the node does not respond
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
