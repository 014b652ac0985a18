import type { HistoryEntry, HistoryPage, HistoryRequest, ServiceApi } from '@wallet-modal/kernel'
import { fieldsOf } from './fields.js'
import { type ListPage, readList } from './list.js'
import { type Part, readTransaction, readTransfer, type Subject, type TransactionPart, toEntry } from './transaction.js'

const FIRST_FRESH_MS = 2000
const NEXT_FRESH_MS = 60_000

/** Position in a list; `null` after its last item. */
interface ListCursor {
  /** Query of the page to read. */
  readonly query: string
  /** Block number: skips items of this block and of newer blocks, which were returned with an earlier page. */
  readonly below?: number
}

const START: ListCursor = { query: '' }

function readCursor(value: unknown): ListCursor | null {
  const { query, below } = fieldsOf(value)
  if (typeof query !== 'string') return null
  return { query, ...(typeof below === 'number' && { below }) }
}

/** Cursors of both lists, transactions first. */
function readCursors(text: string | undefined): readonly (ListCursor | null)[] {
  if (text === undefined) return [START, START]
  const cursors: unknown = JSON.parse(text)
  return Array.isArray(cursors) ? cursors.map(readCursor) : []
}

interface Read<P extends Part> {
  readonly cursor: ListCursor | null
  readonly page: ListPage
  readonly parts: readonly P[]
  /** Oldest block of the page. `-Infinity` if no further page follows; `Infinity` if one follows and this page has no valid item. */
  readonly end: number
}

async function read<P extends Part>(
  ask: (query: string, staleMs: number) => Promise<ListPage>,
  cursor: ListCursor | null,
  toParts: (item: unknown) => readonly P[],
): Promise<Read<P>> {
  if (!cursor) return { cursor, page: { items: [] }, parts: [], end: Number.NEGATIVE_INFINITY }
  const { query, below } = cursor
  const page = await ask(query, cursor === START ? FIRST_FRESH_MS : NEXT_FRESH_MS)
  const parts = page.items.flatMap(toParts)
  const end = page.next === undefined ? Number.NEGATIVE_INFINITY : Math.min(...parts.map(({ block }) => block))
  return { cursor, page, parts: parts.filter(({ block }) => below === undefined || block < below), end }
}

/** Next position in a list: the next page, or this page again if it has items older than the block `limit`. */
function nextOf({ cursor, page, parts, end }: Read<Part>, limit: number): ListCursor | null {
  const isTaken = parts.every(({ block }) => block >= limit)
  if (!cursor || (isTaken && page.next === undefined)) return null
  if (isTaken && page.next !== undefined && end >= limit) return { query: page.next }
  return { query: cursor.query, below: limit }
}

function join(transactions: readonly TransactionPart[], transfers: readonly Part[], subject: Subject) {
  const byHash = new Map<string, { transaction?: TransactionPart; transfers: Part[] }>()
  const newest = [...transactions, ...transfers].toSorted((one, other) =>
    one.block === other.block ? 0 : other.block - one.block,
  )
  for (const { hash } of newest) byHash.set(hash, { transfers: [] })
  for (const transaction of transactions) byHash.set(transaction.hash, { transaction, transfers: [] })
  for (const transfer of transfers) byHash.get(transfer.hash)?.transfers.push(transfer)
  return [...byHash.values()].flatMap((one): readonly HistoryEntry[] => {
    const entry = toEntry(one.transaction, one.transfers, subject)
    return entry ? [entry] : []
  })
}

/**
 * Past transactions with their token transfers. Blockscout lists transactions and transfers separately, with separate pages, which end at
 * different blocks. Only blocks that both pages cover are returned. Older items follow with the next history page.
 */
export async function readPage(
  service: Pick<ServiceApi, 'get'>,
  { account, network, cursor, signal }: HistoryRequest,
): Promise<HistoryPage> {
  const subject: Subject = { own: account.address, network }
  const [ofTransactions = null, ofTransfers = null] = readCursors(cursor)
  const asking =
    (list: string, kind: string) =>
    (query: string, staleMs: number): Promise<ListPage> =>
      readList(service, {
        path: `/api/v2/addresses/${account.address}/${list}`,
        query: [kind, query].filter(Boolean).join('&'),
        staleMs,
        signal,
      })
  const [transactions, transfers] = await Promise.all([
    read(asking('transactions', ''), ofTransactions, (item) => readTransaction(item, subject)),
    read(asking('token-transfers', 'type=ERC-20,ERC-721,ERC-1155'), ofTransfers, (item) => readTransfer(item, subject)),
  ])
  const limit = Math.max(transactions.end, transfers.end)
  const isTaken = ({ block }: Part): boolean => block >= limit
  const next = [nextOf(transactions, limit), nextOf(transfers, limit)]
  return {
    entries: join(transactions.parts.filter(isTaken), transfers.parts.filter(isTaken), subject),
    ...(next.some(Boolean) && { next: JSON.stringify(next) }),
  }
}
