import type { HistoryEntry, SentTransaction } from '@wallet-modal/kernel'
import { isSameAddress } from '@wallet-modal/kernel/assets'
import { isTransfer } from '@wallet-modal/kernel/transactions'
import type { KeptTransaction } from './sent.js'

/** Clocks differ: a transaction without a hash may be in a block that says it is a little older. */
const CLOCK_MS = 60_000
/** So many equal payments are told from one another. */
export const MAX_OTHERS = 99

/** Whether an entry goes by this id: what was sent from here is listed under another one later, with its hash. */
export const isNamed = ({ id, hash }: HistoryEntry, wanted: string): boolean =>
  id === wanted ||
  (hash !== undefined && wanted.startsWith('sent:') && isSameAddress(hash, wanted.slice('sent:'.length)))

const markOf = ({ hash, id }: HistoryEntry): string => hash ?? id

const isOf = (sent: KeptTransaction, { caipNetworkId, hash }: HistoryEntry): boolean =>
  caipNetworkId === sent.caipNetworkId &&
  hash !== undefined &&
  sent.hash !== undefined &&
  isSameAddress(hash, sent.hash)

/**
 * Whether the history says of a transaction that it failed before its chain does. Nobody is told so by the history alone: who believes it pays
 * a second time.
 */
export const isHearsay = (sent: KeptTransaction, entry: HistoryEntry): boolean =>
  entry.status === 'failed' && sent.settled === undefined && isOf(sent, entry)

/** Whether the history's entry is this transaction. Without a hash it is by what it moved, from whom to whom. */
function isListedAs(sent: KeptTransaction, entry: HistoryEntry): boolean {
  if (entry.caipNetworkId !== sent.caipNetworkId) return false
  if (sent.hash !== undefined) return isOf(sent, entry) && !isHearsay(sent, entry)
  if (sent.others?.some((mark) => isSameAddress(mark, markOf(entry)))) return false
  if (!isTransfer(sent)) return false // nothing else is told apart by what it moved
  const { to, from, at = 0, transfers } = entry
  return (
    at >= sent.sentAt - CLOCK_MS &&
    (from === undefined || isSameAddress(from, sent.address)) &&
    to !== undefined &&
    isSameAddress(to, sent.receiver) &&
    transfers.some(
      ({ amount, decimals, symbol }) =>
        symbol === sent.token.symbol &&
        amount !== undefined &&
        amount * 10n ** BigInt(sent.token.decimals) === sent.amount * 10n ** BigInt(decimals),
    )
  )
}

/** What the history lists of it, each entry once: those with a hash come first, then the oldest, as nobody can tell equal ones apart. */
export function listedOf(
  kept: readonly KeptTransaction[],
  entries: readonly HistoryEntry[],
): ReadonlyMap<KeptTransaction, HistoryEntry> {
  const hasHash = ({ hash }: SentTransaction): boolean => hash !== undefined
  const inOrder = [...kept.filter(hasHash), ...kept.filter((one) => !hasHash(one)).toReversed()]
  const listed = new Map<KeptTransaction, HistoryEntry>()
  const taken = new Set<HistoryEntry>()
  for (const one of inOrder) {
    const found = entries.find((entry) => !taken.has(entry) && isListedAs(one, entry))
    if (!found) continue
    listed.set(one, found)
    taken.add(found)
  }
  return listed
}

/** Notes which of the entries are equal payments; the same transaction where there is none to note. */
export function withOthers(one: KeptTransaction, entries: readonly HistoryEntry[]): KeptTransaction {
  const equal = one.hash === undefined ? entries.filter((entry) => isListedAs(one, entry)).map(markOf) : []
  return equal.length > 0 ? { ...one, others: [...equal, ...(one.others ?? [])].slice(0, MAX_OTHERS) } : one
}
