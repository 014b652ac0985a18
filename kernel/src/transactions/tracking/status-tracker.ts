import { transactionSeen, transactionSettled } from '../../domain/events.js'
import type { Context } from '../../plugins/plugin.js'
import { signal } from '../../signals.js'
import type { TracedStatus, TransactionDriver } from '../driver.js'
import { readStoredTransaction, type SentTransaction, toStoredTransaction } from '../sent-transaction.js'
import { isTransactionStatus } from '../transaction-status.js'
import type { FinalStatus, TransactionStatus } from '../transactions.js'
import type { TrackedItem } from './tracked-item.js'
import { createTracker } from './tracker.js'

/** Storage key of submitted transactions. The family's plugin must list it in `permissions.storage`. */
export const TRANSACTIONS = 'transactions'
/** Time for which a transaction with a hash is tracked. */
const MAX_AGE_MS = 86_400_000
/** Time for which a transaction without a hash is tracked: other owners of a smart account may have to sign it first. */
const MAX_AGE_WITHOUT_HASH_MS = 30 * MAX_AGE_MS
/** Time for which a final status stays stored, so that other tabs read it. */
const KEEP_FINAL_MS = 600_000
/**
 * Time after which a transaction that no node knows, or whose status cannot be read, has the status `unknown`. It may still be included, so it is
 * never reported as failed.
 */
export const UNSEEN_MS = 600_000

interface TrackedTransaction extends TrackedItem {
  readonly sent: SentTransaction
  readonly status: TransactionStatus
}

const isFinal = (status: TransactionStatus): status is FinalStatus => status !== 'pending' && status !== 'unknown'

/** Without a hash, the key contains the address: a trace, such as a batch id, is unique only within an account. */
const keyOf = ({ caipNetworkId, address, hash, trace }: SentTransaction): string =>
  `${caipNetworkId}:${hash ?? `${address}:${trace}`}`
const maxAgeOf = ({ hash }: SentTransaction): number => (hash === undefined ? MAX_AGE_WITHOUT_HASH_MS : MAX_AGE_MS)
const isTraceable = ({ hash, trace }: SentTransaction): boolean => hash !== undefined || trace !== undefined

/** When the hash becomes known, the item keeps its `id`, and `startedAt` becomes the current time. */
const toItem = (
  sent: SentTransaction,
  status: TransactionStatus,
  {
    id = keyOf(sent),
    startedAt = sent.sentAt,
    endedAt = Date.now(),
  }: Partial<Pick<TrackedTransaction, 'id' | 'startedAt' | 'endedAt'>> = {},
): TrackedTransaction =>
  Object.freeze({
    id,
    startedAt,
    isFinal: isFinal(status),
    ...(isFinal(status) && { endedAt }),
    sent,
    status,
  })

function readItem(stored: unknown): TrackedTransaction {
  const { id, sent, status, startedAt, endedAt }: Readonly<Record<string, unknown>> = Object(stored)
  const transaction = readStoredTransaction(sent)
  if (!isTraceable(transaction) || !isTransactionStatus(status)) throw new TypeError('not a tracked transaction')
  return toItem(transaction, status, {
    ...(typeof id === 'string' && { id }),
    ...(typeof startedAt === 'number' && { startedAt }),
    endedAt: typeof endedAt === 'number' ? endedAt : transaction.sentAt,
  })
}

type StatusDriver = Pick<TransactionDriver, 'status' | 'statusByTrace'>

/** Current status of a transaction, and its hash as soon as it is known. */
export async function readProgress(
  driver: StatusDriver,
  sent: SentTransaction,
  signal: AbortSignal,
): Promise<TracedStatus> {
  if (sent.hash === undefined && sent.trace !== undefined && driver.statusByTrace)
    return driver.statusByTrace(sent, signal)
  const progress = await driver.status(sent, signal)
  return typeof progress === 'string' ? { status: progress } : progress
}

/** Adds the hashes that were found on the chain. Returns the same object if there are none. */
function withHashes(sent: SentTransaction, { hash, replacementHash }: TracedStatus): SentTransaction {
  if (replacementHash !== undefined) return Object.freeze({ ...sent, replacementHash })
  return hash !== undefined && sent.hash === undefined ? Object.freeze({ ...sent, hash }) : sent
}

export interface StatusTracker {
  /** Tracks a transaction that was just submitted. Does nothing without hash and trace: the status of the transaction is then `unknown`. */
  start(sent: SentTransaction): void
  /** Tracks a transaction unless it is tracked already or too old. */
  follow(sent: SentTransaction): void
  /** Status of a transaction. Reads a signal: call it in `computed`, an effect or a component. */
  statusOf(sent: SentTransaction): TransactionStatus
}

/** Whether the status can be read from the chain: by hash or trace, and within the time limit. */
const isTrackable = (sent: SentTransaction): boolean => isTraceable(sent) && Date.now() - sent.sentAt < maxAgeOf(sent)

/** Whether a tracked item belongs to the transaction `sent`, even if the hash was not known when the transaction was submitted. */
const matches = (sent: SentTransaction, { id, sent: tracked }: TrackedTransaction): boolean =>
  id === keyOf(sent) || keyOf(tracked) === keyOf(sent)

/** Reads the current status and hash. Resolves with `item` itself if neither has changed. */
async function poll(driver: StatusDriver, item: TrackedTransaction, signal: AbortSignal): Promise<TrackedTransaction> {
  const progress = await readProgress(driver, item.sent, signal)
  const { status } = progress
  const sent = signal.aborted ? item.sent : withHashes(item.sent, progress)
  const isIdentified = sent.hash !== item.sent.hash
  const next = status === 'unknown' && Date.now() - item.startedAt <= UNSEEN_MS ? item.status : status
  const startedAt = isIdentified ? Date.now() : item.startedAt
  return next === item.status && !isIdentified ? item : toItem(sent, next, { id: item.id, startedAt })
}

/** Result of the last poll of a transaction on this page. */
interface LastPoll {
  /** Time of the last successful poll, in milliseconds since 1970; 0 if there was none on this page. */
  readonly readAt: number
  readonly hasFailed: boolean
}

/**
 * Like {@link poll}, but sets the status `unknown` if the status could not be read for {@link UNSEEN_MS}. This needs two failures in succession,
 * because the first request after the sleep of a device often fails.
 */
function createPoll(
  { log }: Context,
  driver: StatusDriver,
): (item: TrackedTransaction, signal: AbortSignal) => Promise<TrackedTransaction> {
  const lastPolls = new Map<string, LastPoll>()
  return async (item, signal) => {
    const { id, startedAt, sent } = item
    const { readAt, hasFailed } = lastPolls.get(id) ?? { readAt: 0, hasFailed: false }
    try {
      const next = await poll(driver, item, signal)
      lastPolls.set(id, { readAt: Date.now(), hasFailed: false })
      return next
    } catch (error) {
      lastPolls.set(id, { readAt, hasFailed: true })
      const isUnreadable = hasFailed && Date.now() - Math.max(startedAt, readAt) > UNSEEN_MS
      if (signal.aborted || !isUnreadable || item.status === 'unknown') throw error
      log.info('the status of a transaction cannot be read', error)
      return toItem(sent, 'unknown', { id, startedAt })
    }
  }
}

/** Tracks submitted transactions of one family until they are final, and emits `transactionSettled` once for each. */
export function createStatusTracker(ctx: Context, driver: StatusDriver): StatusTracker {
  /** Final statuses that `transactionSettled` has reported on this page. Keys: {@link keyOf}, with and without the hash. */
  const settled = signal<ReadonlyMap<string, FinalStatus>>(new Map())
  const settle = (keys: readonly string[], status: FinalStatus): boolean => {
    if (keys.some((key) => settled.peek().has(key))) return false
    settled.value = new Map([...settled.peek(), ...keys.map((key) => [key, status] as const)])
    return true
  }
  const tracker = createTracker<TrackedTransaction>(ctx, {
    key: TRANSACTIONS,
    maxAgeMs: ({ sent }) => maxAgeOf(sent),
    keepFinalMs: KEEP_FINAL_MS,
    read: readItem,
    toStored: ({ id, sent, status, startedAt, endedAt }) => ({
      ...{ id, sent: toStoredTransaction(sent), status, startedAt, endedAt },
    }),
    poll: createPoll(ctx, driver),
    changed({ sent }, before) {
      const { hash, replacementHash } = sent
      const isFound = before.sent.hash === undefined || before.sent.replacementHash !== replacementHash
      if (hash !== undefined && isFound) ctx.emit(transactionSeen, { ...sent, hash })
    },
    ended({ id, sent, status }) {
      if (isFinal(status) && settle([id, keyOf(sent)], status)) ctx.emit(transactionSettled, { ...sent, status })
    },
  })
  const pendingItem = (sent: SentTransaction): TrackedTransaction | undefined =>
    tracker.items.peek().find((one) => matches(sent, one) && !one.isFinal)
  ctx.on(transactionSeen, (seen) => {
    const item = pendingItem(seen)
    if (item && seen.nonce !== undefined) tracker.put(toItem({ ...item.sent, nonce: seen.nonce }, item.status, item))
  })
  // another plugin can emit this event first: an indexer may list a transaction before this tab has queried the chain
  ctx.on(transactionSettled, ({ status, ...sent }) => {
    const item = pendingItem(sent)
    settle(item ? [item.id, keyOf(sent)] : [keyOf(sent)], status)
    if (item) tracker.put(toItem(item.sent, status, { id: item.id }))
  })
  const start = (sent: SentTransaction): void => {
    if (isTraceable(sent)) tracker.put(toItem(sent, 'pending'))
  }
  return {
    start,
    follow(sent) {
      const isTracked = settled.peek().has(keyOf(sent)) || tracker.items.peek().some((one) => matches(sent, one))
      if (!isTracked && isTrackable(sent)) start(sent)
    },
    statusOf(sent) {
      const tracked = tracker.items.value.find((one) => matches(sent, one))
      return settled.value.get(keyOf(sent)) ?? tracked?.status ?? (isTrackable(sent) ? 'pending' : 'unknown')
    },
  }
}
