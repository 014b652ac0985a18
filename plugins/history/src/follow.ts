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
 * Tracks every stored transaction that can be found and has no final status, including those submitted by other plugins. Calls `onSettled` when a
 * transaction has a final status. Returns the ids of those that no node has reported for ten minutes, and of those that are too old to be tracked.
 */
export function followSent(
  ctx: Context,
  sent: SentStore,
  onSettled: (sent: SentTransaction) => void,
): ReadonlySignal<ReadonlySet<string>> {
  const unseen = signal<ReadonlySet<string>>(new Set())
  const statuses = new Map<string, ReadonlySignal<TransactionStatus>>()

  const watch = (one: StoredTransaction, status: ReadonlySignal<TransactionStatus>): void => {
    const stop = effect(() => {
      const current = status.value
      const others = [...unseen.peek()].filter((id) => id !== idOf(one))
      if (current === 'unknown') unseen.value = new Set([...others, idOf(one)])
      else if (others.length < unseen.peek().size) unseen.value = new Set(others)
      if (!isFinal(current)) return
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
  return unseen
}
