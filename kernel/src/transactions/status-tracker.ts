import { transactionSettled } from '../domain/events.js'
import type { Context } from '../plugin.js'
import type { TransactionDriver } from './driver.js'
import { readStoredTransaction, type SentTransaction, toStoredTransaction } from './sent-transaction.js'
import { createTracker, type TrackedItem } from './tracker.js'
import type { FinalStatus, TransactionStatus } from './transactions.js'

/** Storage key of submitted transactions. The family's plugin lists it in `permissions.storage`. */
export const TRANSACTIONS = 'transactions'
const MAX_AGE_MS = 86_400_000
/** A transaction that no node has seen for so long shows as `unknown`: it may still be included, so it is never told as failed. */
export const UNSEEN_MS = 600_000

interface TrackedTransaction extends TrackedItem {
  readonly sent: SentTransaction & { readonly hash: string }
  readonly status: TransactionStatus
}

const statuses: readonly unknown[] = [
  'pending',
  'confirmed',
  'failed',
  'replaced',
  'unknown',
] satisfies readonly TransactionStatus[]
const isStatus = (value: unknown): value is TransactionStatus => statuses.includes(value)
const isFinal = (status: TransactionStatus): status is FinalStatus => status !== 'pending' && status !== 'unknown'

const idOf = ({ caipNetworkId, hash }: SentTransaction): string => `${caipNetworkId}:${hash}`

const toItem = (sent: TrackedTransaction['sent'], status: TransactionStatus): TrackedTransaction =>
  Object.freeze({ id: idOf(sent), startedAt: sent.sentAt, isFinal: isFinal(status), sent, status })

function readItem(stored: unknown): TrackedTransaction {
  const { sent, status }: Readonly<Record<string, unknown>> = Object(stored)
  const transaction = readStoredTransaction(sent)
  const { hash } = transaction
  if (hash === undefined || !isStatus(status)) throw new TypeError('not a tracked transaction')
  return toItem({ ...transaction, hash }, status)
}

export interface StatusTracker {
  /** Follows a transaction. One without a hash cannot be looked up, so its status stays `unknown`. */
  start(sent: SentTransaction): void
  /** Reads a signal: use it in `computed`, an effect or a component. */
  statusOf(sent: SentTransaction): TransactionStatus
}

/** Follows submitted transactions of one family until the chain has decided, and emits `transactionSettled` once for each. */
export function createStatusTracker(ctx: Context, driver: Pick<TransactionDriver, 'status'>): StatusTracker {
  const emitted = new Set<string>()
  const tracker = createTracker<TrackedTransaction>(ctx, {
    key: TRANSACTIONS,
    maxAgeMs: MAX_AGE_MS,
    read: readItem,
    toStored: ({ sent, status }) => ({ sent: toStoredTransaction(sent), status }),
    async poll(item, signal) {
      const status = await driver.status(item.sent, signal)
      if (status !== 'unknown') return status === item.status ? item : toItem(item.sent, status)
      return Date.now() - item.startedAt > UNSEEN_MS && item.status !== 'unknown' ? toItem(item.sent, 'unknown') : item
    },
    ended({ id, sent, status }) {
      if (emitted.has(id) || !isFinal(status)) return
      emitted.add(id)
      ctx.emit(transactionSettled, { ...sent, status })
    },
  })
  // an indexer may list a transaction before this tab has asked the chain
  ctx.on(transactionSettled, ({ status, ...sent }) => {
    const { hash } = sent
    if (hash === undefined) return
    const id = idOf(sent)
    emitted.add(id)
    const item = tracker.items.peek().find((one) => one.id === id)
    if (item && !item.isFinal) tracker.put(toItem(item.sent, status))
  })
  return {
    start(sent) {
      const { hash } = sent
      if (hash !== undefined) tracker.put(toItem({ ...sent, hash }, 'pending'))
    },
    statusOf(sent) {
      const tracked = tracker.items.value.find(({ id }) => id === idOf(sent))
      return tracked?.status ?? (sent.hash === undefined ? 'unknown' : 'pending')
    },
  }
}
