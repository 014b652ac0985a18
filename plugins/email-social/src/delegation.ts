import { messageOf, type Network, type ReadonlySignal, signal, type ViewContext } from '@wallet-modal/kernel'
import { EmailWalletError } from './errors.js'
import type { EmbeddedWallet } from './wallet.js'

/** How often, and for how long, the chain is asked whether a removal was mined. */
const [POLL_MS, POLLS] = [2_000, 90]

/** Delegation of the account on one network at a time, as the settings draw it. */
export interface Delegation {
  /** Whether the account delegates; `null` until it is known. */
  readonly isDelegated: ReadonlySignal<boolean | null>
  readonly isRemoving: ReadonlySignal<boolean>
  load(network: Network): Promise<void>
  /** Asks in the frame, and waits until the removal is mined. */
  remove(network: Network): Promise<void>
}

const idOf = ({ reference }: Network): number => Number(reference)

const delegations = new WeakMap<EmbeddedWallet, Delegation>()

/** The delegation that the settings of one wallet share: they are left while the frame asks. */
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
  /** True once the chain has no delegation of the account. */
  const isMined = async (network: Network): Promise<boolean> => {
    for (let polls = 0; polls < POLLS && !wallet.abortSignal.aborted; polls++) {
      if ((await wallet.delegate(idOf(network)).catch(() => undefined)) === null) return true // a node that does not answer is asked again
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
