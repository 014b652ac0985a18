import { transactionSeen, transactionSettled } from '../../domain/events.js'
import type { Context } from '../../plugins/plugin.js'
import { signal } from '../../signals.js'
import type { TransactionDriver } from '../driver.js'
import { readStoredTransaction, type SentTransaction, toStoredTransaction } from '../sent-transaction.js'
import type { FinalStatus, TransactionStatus } from '../transactions.js'
import type { TrackedItem } from './tracked-item.js'
import { createTracker } from './tracker.js'

/** Storage key of submitted transactions. The family's plugin must list it in `permissions.storage`. */
export const TRANSACTIONS = 'transactions'
const MAX_AGE_MS = 86_400_000
/** Time for which a final status stays stored, so that other tabs read it. */
const KEEP_FINAL_MS = 600_000
/** Time after which a transaction that no node knows has the status `unknown`. It may still be included, so it is never reported as failed. */
export const UNSEEN_MS = 600_000

interface TrackedTransaction extends TrackedItem {
  readonly sent: SentTransaction & { readonly hash: string }
  readonly status: TransactionStatus
}

const statuses: readonly unknown[] = [
  'pending',
  'confirmed',
  'failed',
  'partlyFailed',
  'replaced',
  'unknown',
] satisfies readonly TransactionStatus[]
const isStatus = (value: unknown): value is TransactionStatus => statuses.includes(value)
const isFinal = (status: TransactionStatus): status is FinalStatus => status !== 'pending' && status !== 'unknown'

const idOf = ({ caipNetworkId, hash }: SentTransaction): string => `${caipNetworkId}:${hash}`

const toItem = (
  sent: TrackedTransaction['sent'],
  status: TransactionStatus,
  endedAt = Date.now(),
): TrackedTransaction =>
  Object.freeze({
    id: idOf(sent),
    startedAt: sent.sentAt,
    isFinal: isFinal(status),
    ...(isFinal(status) && { endedAt }),
    sent,
    status,
  })

function readItem(stored: unknown): TrackedTransaction {
  const { sent, status, endedAt }: Readonly<Record<string, unknown>> = Object(stored)
  const transaction = readStoredTransaction(sent)
  const { hash } = transaction
  if (hash === undefined || !isStatus(status)) throw new TypeError('not a tracked transaction')
  return toItem({ ...transaction, hash }, status, typeof endedAt === 'number' ? endedAt : transaction.sentAt)
}

export interface StatusTracker {
  /** Tracks a transaction that was just submitted. A transaction without a hash cannot be found, so its status stays `unknown`. */
  start(sent: SentTransaction): void
  /** Tracks a transaction unless it is tracked already or too old. */
  follow(sent: SentTransaction): void
  /** Status of a transaction. Reads a signal: call it in `computed`, an effect or a component. */
  statusOf(sent: SentTransaction): TransactionStatus
}

/** Tracks submitted transactions of one family until they are final, and emits `transactionSettled` once for each. */
export function createStatusTracker(ctx: Context, driver: Pick<TransactionDriver, 'status'>): StatusTracker {
  /** Final statuses that were reported by an event on this page, by id. */
  const settled = signal<ReadonlyMap<string, FinalStatus>>(new Map())
  const settle = (id: string, status: FinalStatus): boolean => {
    if (settled.peek().has(id)) return false
    settled.value = new Map([...settled.peek(), [id, status]])
    return true
  }
  const tracker = createTracker<TrackedTransaction>(ctx, {
    key: TRANSACTIONS,
    maxAgeMs: MAX_AGE_MS,
    keepFinalMs: KEEP_FINAL_MS,
    read: readItem,
    toStored: ({ sent, status, endedAt }) => ({ sent: toStoredTransaction(sent), status, endedAt }),
    async poll(item, signal) {
      const status = await driver.status(item.sent, signal)
      if (status !== 'unknown') return status === item.status ? item : toItem(item.sent, status)
      return Date.now() - item.startedAt > UNSEEN_MS && item.status !== 'unknown' ? toItem(item.sent, 'unknown') : item
    },
    ended({ id, sent, status }) {
      if (isFinal(status) && settle(id, status)) ctx.emit(transactionSettled, { ...sent, status })
    },
  })
  const pendingItem = (id: string): TrackedTransaction | undefined =>
    tracker.items.peek().find((one) => one.id === id && !one.isFinal)
  ctx.on(transactionSeen, (seen) => {
    const item = pendingItem(idOf(seen))
    if (item) tracker.put(toItem({ ...item.sent, nonce: seen.nonce }, item.status))
  })
  // another plugin can emit this event first: an indexer may list a transaction before this tab has queried the chain
  ctx.on(transactionSettled, ({ status, ...sent }) => {
    const item = pendingItem(idOf(sent))
    settle(idOf(sent), status)
    if (item) tracker.put(toItem(item.sent, status))
  })
  const start = (sent: SentTransaction): void => {
    const { hash } = sent
    if (hash !== undefined) tracker.put(toItem({ ...sent, hash }, 'pending'))
  }
  return {
    start,
    follow(sent) {
      const id = idOf(sent)
      const isTracked = settled.peek().has(id) || tracker.items.peek().some((one) => one.id === id)
      if (!isTracked && Date.now() - sent.sentAt < MAX_AGE_MS) start(sent)
    },
    statusOf(sent) {
      const id = idOf(sent)
      const tracked = tracker.items.value.find((one) => one.id === id)
      const isTooOld = Date.now() - sent.sentAt >= MAX_AGE_MS
      return settled.value.get(id) ?? tracked?.status ?? (sent.hash === undefined || isTooOld ? 'unknown' : 'pending')
    },
  }
}
