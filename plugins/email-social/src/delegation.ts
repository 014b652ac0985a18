import {
  type Network,
  type ReadonlySignal,
  type SentTransaction,
  signal,
  type TransactionStatus,
  transactionSent,
  type ViewContext,
} from '@wallet-modal/kernel'
import { EmailWalletError } from './errors.js'
import { failureText } from './failure-text.js'
import type { EmbeddedWallet } from './wallet.js'

/** Delegation of the embedded wallet's account (EIP-7702) on one network, as state of the settings view. */
export interface Delegation {
  /** Address of the contract that the account delegates to, read from the chain; `null` for none, and while unknown. */
  readonly contract: ReadonlySignal<string | null>
  readonly isRemoving: ReadonlySignal<boolean>
  /** Reads the delegation from the chain. Rejects if the node does not respond. */
  load(): Promise<void>
  /**
   * Requests the removal in the frame, emits `transactionSent`, and reports the result as a toast. Resolves when the result is known. Does nothing
   * while another removal on this network is pending.
   */
  remove(): Promise<void>
}

interface DelegationOptions {
  readonly wallet: EmbeddedWallet
  /** Account of the login. No toast is displayed after a login with another account. */
  readonly address: string
  /** EVM network that the embedded wallet serves. */
  readonly network: Network
  readonly ctx: ViewContext
}

const delegations = new WeakMap<EmbeddedWallet, Map<string, Delegation>>()

/** Returns the delegation state of an account on a network. It outlives the settings view, because this view closes while the frame is displayed. */
export function delegationOf(options: DelegationOptions): Delegation {
  const { wallet, address, network } = options
  const byKey = delegations.get(wallet) ?? new Map<string, Delegation>()
  delegations.set(wallet, byKey)
  const key = `${address} ${network.caipNetworkId}`
  const delegation = byKey.get(key) ?? createDelegation(options)
  byKey.set(key, delegation)
  return delegation
}

/** Resolves with the first status of a submitted transaction that is not `pending`; with `unknown` if the transaction cannot be tracked. */
async function followStatus({ connections }: ViewContext, sent: SentTransaction): Promise<TransactionStatus> {
  const status = await connections
    .adapter('eip155')
    .transactions?.track(sent)
    .catch(() => undefined)
  if (!status) return 'unknown'
  return new Promise((resolve) => {
    const stop = status.subscribe((now) => {
      if (now === 'pending') return
      resolve(now)
      queueMicrotask(() => stop())
    })
  })
}

function createDelegation({ wallet, address, network, ctx }: DelegationOptions): Delegation {
  const { t, toast } = ctx
  const chainId = Number(network.reference)
  const contract = signal<string | null>(null)
  const isRemoving = signal(false)
  let loadCount = 0
  const isLoggedIn = (): boolean => wallet.smartAccount.peek()?.address === address
  const send = async (): Promise<SentTransaction> => {
    const hash = await wallet.removeDelegation(chainId)
    const sent: SentTransaction = Object.freeze({
      ...{ type: 'custom', kind: '@wallet-modal/email-social#removeDelegation', title: t('smartAccount.removal') },
      ...{ target: address, caipNetworkId: network.caipNetworkId, address, hash, sentAt: Date.now() },
    })
    ctx.emit(transactionSent, sent)
    return sent
  }
  const report = (status: TransactionStatus): void => {
    const name = { network: network.name }
    if (status === 'confirmed') {
      contract.value = null
      toast.success(t('smartAccount.removed', name))
    } else toast.error(t(status === 'failed' ? 'smartAccount.notRemoved' : 'smartAccount.removalUnknown', name))
  }
  return {
    contract,
    isRemoving,
    async load() {
      const loadNumber = ++loadCount
      contract.value = null
      const delegate = await wallet.delegate(chainId)
      if (loadNumber === loadCount) contract.value = delegate
    },
    async remove() {
      if (isRemoving.peek()) return
      isRemoving.value = true
      try {
        const status = await followStatus(ctx, await send())
        if (isLoggedIn()) report(status)
      } catch (error) {
        const isRejected = error instanceof EmailWalletError && error.code === 4001
        if (!isRejected && isLoggedIn()) toast.error(failureText(ctx, error))
      } finally {
        isRemoving.value = false
      }
    },
  }
}
