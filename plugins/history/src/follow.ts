import {
  type Context,
  effect,
  type FinalStatus,
  type ReadonlySignal,
  type SentTransaction,
  signal,
  type TransactionStatus,
} from '@wallet-modal/kernel'
import { idOf, isTraceable, type SentStore } from './sent/sent.js'
import type { StoredTransaction } from './sent/stored-transaction.js'

const isFinal = (status: TransactionStatus): status is FinalStatus => status !== 'pending' && status !== 'unknown'

/**
 * Tracks each stored transaction without a final status, if it is traceable (see {@link isTraceable}). Calls `onSettled` when a transaction has a
 * final status. Returns a signal with the ids of the transactions whose result is unknown: no node has reported them for ten minutes, or they are too
 * old to be tracked.
 */
export function followSent(
  ctx: Context,
  sent: SentStore,
  onSettled: (sent: SentTransaction) => void,
): ReadonlySignal<ReadonlySet<string>> {
  const unseenIds = signal<ReadonlySet<string>>(new Set())
  const statuses = new Map<string, ReadonlySignal<TransactionStatus>>()

  const watch = (one: StoredTransaction, status: ReadonlySignal<TransactionStatus>): void => {
    const stop = effect(() => {
      const current = status.value
      const others = [...unseenIds.peek()].filter((id) => id !== idOf(one))
      if (current === 'unknown') unseenIds.value = new Set([...others, idOf(one)])
      else if (others.length < unseenIds.peek().size) unseenIds.value = new Set(others)
      if (!isFinal(current)) return
      // deferred, because `stop` has no value yet if the first status is final
      queueMicrotask(() => {
        stop()
        sent.settle(one, current)
        onSettled(one)
      })
    })
    ctx.onDispose(stop)
  }
  const track = async (one: StoredTransaction): Promise<void> => {
    const id = idOf(one)
    const [namespace] = one.caipNetworkId.split(':')
    const adapter = ctx.connections.adapters.peek().find((known) => known.namespace === namespace)
    if (!adapter?.transactions || statuses.has(id)) return
    try {
      const status = await adapter.transactions.track(one)
      if (ctx.abortSignal.aborted || statuses.has(id)) return
      statuses.set(id, status)
      watch(one, status)
    } catch (error) {
      ctx.log.info('a transaction could not be tracked', error) // retried when the list changes
    }
  }
  ctx.effect(() => {
    for (const one of sent.open.value) if (isTraceable(one)) void track(one)
  })
  return unseenIds
}
