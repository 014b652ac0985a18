import {
  type Context,
  computed,
  type NamespaceAdapter,
  type Network,
  type ReadonlySignal,
  type SentTransaction,
  signal,
  type TransactionStatus,
  transactionSeen,
} from '@wallet-modal/kernel'

/** Submitted transaction for display. */
export interface DisplayedResult {
  readonly sent: SentTransaction
  readonly network: Network | undefined
  /** Whether the wallet's reply was lost: the transaction may have been sent. */
  readonly isAnswerLost: boolean
  readonly status: ReadonlySignal<TransactionStatus>
}

export interface ResultModel {
  readonly current: ReadonlySignal<DisplayedResult | null>
  show(sent: SentTransaction, adapter: NamespaceAdapter, isAnswerLost: boolean): void
  /**
   * Displays one transfer of an earlier page load for which the wallet's reply was lost. Resolves with `true` if there was such a transfer. Displays
   * nothing while `canDisplay` returns `false`.
   */
  showUnresolved(canDisplay: () => boolean): Promise<boolean>
}

/** The latest submitted transaction, with the status tracked by its chain family. */
export function createResult(ctx: Context): ResultModel {
  const current = signal<DisplayedResult | null>(null)
  const show: ResultModel['show'] = (sent, adapter, isAnswerLost) => {
    const initialStatus = signal<TransactionStatus>(isAnswerLost && sent.hash === undefined ? 'unknown' : 'pending')
    const source = signal<ReadonlySignal<TransactionStatus>>(initialStatus)
    const network = ctx.networks.peek().find(({ caipNetworkId }) => caipNetworkId === sent.caipNetworkId)
    current.value = { sent, network, isAnswerLost, status: computed(() => source.value.value) }
    adapter.transactions?.track(sent).then((tracked) => {
      source.value = tracked
    }, ctx.log.info)
  }
  ctx.on(transactionSeen, ({ trace, hash, replacementHash, address, caipNetworkId }) => {
    const displayed = current.peek()
    // the id of a batch (`trace`) is unique only for an account
    if (!displayed || displayed.sent.address !== address || displayed.sent.caipNetworkId !== caipNetworkId) return
    const { sent } = displayed
    const isIdentified = sent.hash === undefined && trace !== undefined && sent.trace === trace
    if (isIdentified) current.value = { ...displayed, sent: { ...sent, hash } }
    else if (replacementHash !== undefined && sent.hash === hash)
      current.value = { ...displayed, sent: { ...sent, replacementHash } }
  })
  return {
    current,
    show,
    async showUnresolved(canDisplay) {
      const adapters = ctx.connections.adapters.peek().filter(({ connections }) => connections.peek().length > 0)
      // without arguments, `recover` emits `transactionSent` for each lost submission; the call in `claimTransfer` takes one of them
      await Promise.allSettled(adapters.map(({ transactions }) => transactions?.recover()))
      for (const adapter of adapters) {
        if (!canDisplay()) return false // the next visit displays it
        const sent = await claimTransfer(ctx, adapter)
        if (!sent) continue
        show(sent, adapter, true)
        return true
      }
      return false
    },
  }
}

/**
 * Removes one transfer from the lost submissions and returns it; `undefined` if there is none. Only logs failures, so that transfers of the other
 * chain families are displayed.
 */
async function claimTransfer(
  { log }: Context,
  { transactions }: NamespaceAdapter,
): Promise<SentTransaction | undefined> {
  try {
    return (await transactions?.recover(['transfer'], 1))?.[0]
  } catch (error) {
    log.info(error) // `showUnresolved` tries again on the next visit
    return undefined
  }
}
