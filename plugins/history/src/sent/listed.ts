import type { HistoryEntry, HistoryTransfer, SentTransaction, SentTransfer } from '@wallet-modal/kernel'
import { isCoinDuplicate, isCoinOf, isSameAddress, isSameAsset } from '@wallet-modal/kernel/assets'
import { isTransfer } from '@wallet-modal/kernel/transactions'
import { MAX_OTHERS, type StoredTransaction } from './stored-transaction.js'

/** Tolerance for clock differences: the block of a transaction may have a slightly earlier time than `sentAt`. */
const CLOCK_MS = 60_000
/** Whether an entry has this id. Also accepts `sent:<hash>`, the id of an entry before a source lists it. */
export const hasId = ({ id, hash }: HistoryEntry, wantedId: string): boolean =>
  id === wantedId ||
  (hash !== undefined && wantedId.startsWith('sent:') && isSameAddress(hash, wantedId.slice('sent:'.length)))

const hashOrId = ({ hash, id }: HistoryEntry): string => hash ?? id

/** Whether an entry has the hash of a sent transaction, or the hash of its replacement. */
const hasSameHash = (sent: StoredTransaction, { caipNetworkId, hash }: HistoryEntry): boolean =>
  caipNetworkId === sent.caipNetworkId &&
  hash !== undefined &&
  [sent.hash, sent.replacementHash].some((own) => own !== undefined && isSameAddress(hash, own))

/** Title from the site or plugin that sent the transaction. */
export const titleOf = (sent: StoredTransaction): string | undefined => ('title' in sent ? sent.title : undefined)

/** Adds the title of the stored transaction with the same hash, if there is one. */
export function withTitle(entry: HistoryEntry, stored: readonly StoredTransaction[]): HistoryEntry {
  const own = stored.find((one) => titleOf(one) !== undefined && hasSameHash(one, entry))
  const title = own && titleOf(own)
  return title === undefined ? entry : { ...entry, title }
}

/** Whether a source reports a failure that the chain has not confirmed. Such an entry is not displayed, because the visitor might pay again. */
export const isUnconfirmedFailure = (sent: StoredTransaction, entry: HistoryEntry): boolean =>
  (entry.status === 'failed' || entry.status === 'partlyFailed') &&
  sent.settled === undefined &&
  hasSameHash(sent, entry)

/** Whether an asset is the network's coin, or a token contract that represents the coin. */
const isCoin = (caipNetworkId: string, assetId: string): boolean =>
  isCoinOf(caipNetworkId, assetId) ||
  isCoinDuplicate({ caipNetworkId, address: assetId.slice(assetId.lastIndexOf(':') + 1) })

/** Whether a transfer in the history moved the token of a sent transfer. Compares the symbols if the source does not know the asset. */
function isSameToken({ assetId, symbol }: HistoryTransfer, { caipNetworkId, token }: SentTransfer): boolean {
  if (assetId === undefined) return symbol === token.symbol
  return isSameAsset(assetId, token.assetId) || [assetId, token.assetId].every((one) => isCoin(caipNetworkId, one))
}

/**
 * Whether an entry is this transaction. Compares the hashes or, for a transfer without a hash, sender, receiver, token, amount and time. `false` for
 * an unconfirmed failure.
 */
function isListedAs(sent: StoredTransaction, entry: HistoryEntry): boolean {
  if (entry.caipNetworkId !== sent.caipNetworkId) return false
  if (sent.hash !== undefined) return hasSameHash(sent, entry) && !isUnconfirmedFailure(sent, entry)
  if (sent.others?.some((mark) => isSameAddress(mark, hashOrId(entry)))) return false
  if (!isTransfer(sent)) return false // only transfers can be recognized by their contents
  const { to, from, at = 0, transfers } = entry
  return (
    at >= sent.sentAt - CLOCK_MS &&
    (from === undefined || isSameAddress(from, sent.address)) &&
    to !== undefined &&
    isSameAddress(to, sent.receiver) &&
    transfers.some((transfer) => {
      const { amount, decimals } = transfer
      return (
        amount !== undefined &&
        amount * 10n ** BigInt(sent.token.decimals) === sent.amount * 10n ** BigInt(decimals) &&
        isSameToken(transfer, sent)
      )
    })
  )
}

/**
 * Source entry of each sent transaction. No entry is assigned twice. Transactions with a hash are matched first, then those without a hash from the
 * oldest to the newest.
 */
export function listedOf(
  stored: readonly StoredTransaction[],
  entries: readonly HistoryEntry[],
): ReadonlyMap<StoredTransaction, HistoryEntry> {
  const hasHash = ({ hash }: SentTransaction): boolean => hash !== undefined
  const inOrder = [...stored.filter(hasHash), ...stored.filter((one) => !hasHash(one)).toReversed()]
  const entryBySent = new Map<StoredTransaction, HistoryEntry>()
  const assignedEntries = new Set<HistoryEntry>()
  for (const one of inOrder) {
    const entry = entries.find((candidate) => !assignedEntries.has(candidate) && isListedAs(one, candidate))
    if (!entry) continue
    entryBySent.set(one, entry)
    assignedEntries.add(entry)
  }
  return entryBySent
}

/** Adds the entries that look like the transaction to `others`. Returns a transaction with a hash unchanged. */
export function withOthers(one: StoredTransaction, entries: readonly HistoryEntry[]): StoredTransaction {
  const equal = one.hash === undefined ? entries.filter((entry) => isListedAs(one, entry)).map(hashOrId) : []
  return equal.length > 0 ? { ...one, others: [...equal, ...(one.others ?? [])].slice(0, MAX_OTHERS) } : one
}
