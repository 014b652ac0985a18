import {
  type Context,
  computed,
  type FinalStatus,
  type HistoryEntry,
  type ReadonlySignal,
  type SentTransaction,
  signal,
} from '@wallet-modal/kernel'
import { submissionId, toStoredTransaction } from '@wallet-modal/kernel/transactions'
import { listedOf, titleOf, withOthers } from './listed.js'
import { isSettled, MAX_STORED, type StoredTransaction, storedSchema } from './stored-transaction.js'

/** Storage key of the transactions sent from this site in this browser, newest first. */
const KEY = 'sent'

export const idOf = submissionId

/** Whether the transaction can be tracked: it has a hash or a trace. */
export const isTraceable = ({ hash, trace }: SentTransaction): boolean => hash !== undefined || trace !== undefined

/** Whether both are the same transaction, also if the hash of one of them was not known yet. */
const isSame = (one: SentTransaction, other: SentTransaction): boolean =>
  idOf(one) === idOf(other) ||
  (one.trace !== undefined &&
    one.trace === other.trace &&
    one.caipNetworkId === other.caipNetworkId &&
    one.address === other.address &&
    (one.hash === undefined || other.hash === undefined))

/** Transactions sent from this site in this browser, across page loads and tabs. */
export interface SentStore {
  /** Transactions of all accounts and networks, newest first. */
  readonly all: ReadonlySignal<readonly StoredTransaction[]>
  /** Transactions without a final status. */
  readonly open: ReadonlySignal<readonly StoredTransaction[]>
  /** Stores a transaction. If it has no hash, also records that equal entries in `listed` are other transactions. */
  keep(sent: SentTransaction, listed: readonly HistoryEntry[]): void
  /** Stores the nonce and the hashes of a stored transaction. Does nothing if the transaction was deleted. */
  setSeen(sent: SentTransaction): void
  /** Stores the final status of a stored transaction. */
  settle(sent: SentTransaction, settled: FinalStatus): void
  /** Deletes a transaction. */
  forget(id: string): void
  /** Current id of the transaction that has or had the id `id`. The id changes when the hash becomes known, and when the transaction is sped up. */
  currentId(id: string): string
  /**
   * Deletes the transactions that `entries` list with a final status. Transactions with a title are marked with `isListed` instead. Returns the
   * listed transactions that had a hash and no final status before. Does not return transactions without a hash, because the entry may be another,
   * equal payment.
   */
  dropListed(entries: readonly HistoryEntry[]): readonly (StoredTransaction & { readonly settled: FinalStatus })[]
}

/** What stays stored of a transaction that a source lists. Only a transaction with a title stays stored, because sources do not know titles. */
const afterListing = (one: StoredTransaction, settled: FinalStatus): readonly StoredTransaction[] =>
  one.hash !== undefined && titleOf(one) !== undefined ? [{ ...one, settled, isListed: true }] : []

const seenFields = ({ nonce, hash, replacementHash }: SentTransaction): SeenFields => ({
  ...(nonce !== undefined && { nonce }),
  ...(hash !== undefined && { hash }),
  ...(replacementHash !== undefined && { replacementHash }),
})
type SeenFields = Pick<StoredTransaction, 'nonce' | 'hash' | 'replacementHash'>

/** Limits a list to `MAX_STORED` transactions. Drops listed transactions first, then settled ones, then the oldest. */
function limited(list: readonly StoredTransaction[]): readonly StoredTransaction[] {
  if (list.length <= MAX_STORED) return list
  const rank = ({ isListed, settled }: StoredTransaction): number => (isListed ? 2 : settled === undefined ? 0 : 1)
  const remaining = new Set(list.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_STORED))
  return list.filter((one) => remaining.has(one))
}

const idWithoutHash = ({ hash: _, ...sent }: StoredTransaction): string => idOf(sent)

/** Stored list of transactions: a signal with its content, and functions that read and write the storage. */
function createStoredList({ storage }: Context) {
  const all = signal<readonly StoredTransaction[]>([])
  /** Current id by earlier id, because open views may still use the earlier id. */
  const currentIds = new Map<string, string>()
  const publish = (list: readonly StoredTransaction[]): void => {
    for (const one of list) {
      const { hash, replacementHash, trace } = one
      const currentId = replacementHash === undefined ? idOf(one) : idOf({ ...one, hash: replacementHash })
      if (hash !== undefined && trace !== undefined) currentIds.set(idWithoutHash(one), currentId)
      if (replacementHash !== undefined) currentIds.set(idOf(one), currentId) // sources list only the replacement's hash
    }
    all.value = list
  }
  /** Reads the storage again, because another tab may have written to it. */
  const readStored = (): readonly StoredTransaction[] => storage.get(KEY, storedSchema) ?? []
  const read = (): void => publish(readStored())
  read()
  storage.watch(KEY, read)
  return {
    all,
    readStored,
    write(next: readonly StoredTransaction[]): void {
      const list = limited(next)
      publish(list)
      if (list.length === 0) storage.remove(KEY)
      else storage.set(KEY, list.map(toStoredTransaction))
    },
    currentId: (id: string): string => currentIds.get(id) ?? id,
  }
}

export function createSentStore(ctx: Context): SentStore {
  const { all, readStored, write, currentId } = createStoredList(ctx)
  /** History entries of deleted transactions. A new transaction without a hash is not matched to them, even if it looks the same. */
  let deletedEntries: readonly HistoryEntry[] = []
  const without = (id: string): readonly StoredTransaction[] => readStored().filter((one) => idOf(one) !== id)
  const change = (sent: SentTransaction, changes: SeenFields & Pick<StoredTransaction, 'settled'>): void =>
    write(readStored().map((one) => (isSame(one, sent) ? { ...one, ...changes } : one)))
  return {
    all,
    open: computed(() => all.value.filter(({ settled }) => settled === undefined)),
    keep(sent, entries) {
      const others = readStored().find((one) => idOf(one) === idOf(sent))?.others
      const stored: StoredTransaction = { ...sent, ...(others && { others }) }
      write([withOthers(stored, others ? [] : [...entries, ...deletedEntries]), ...without(idOf(sent))])
    },
    setSeen: (sent) => change(sent, seenFields(sent)),
    settle: (sent, settled) => change(sent, { settled }),
    forget: (id) => write(without(id)),
    currentId,
    dropListed(entries) {
      const before = readStored()
      const listed = listedOf(
        before.filter(({ isListed }) => !isListed),
        entries,
      )
      const finalStatusOf = (one: StoredTransaction): FinalStatus | undefined => {
        const status = listed.get(one)?.status
        return isSettled(status) ? status : undefined
      }
      const settledEntries = before.flatMap((one) => (finalStatusOf(one) && listed.get(one)) || [])
      if (settledEntries.length === 0) return []
      deletedEntries = [...settledEntries, ...deletedEntries].slice(0, MAX_STORED)
      write(
        before.flatMap((one) => {
          const settled = finalStatusOf(one)
          return settled ? afterListing(one, settled) : [withOthers(one, settledEntries)]
        }),
      )
      return before.flatMap((one) => {
        const settled = finalStatusOf(one)
        return settled && one.settled === undefined && one.hash !== undefined ? [{ ...one, settled }] : []
      })
    },
  }
}
