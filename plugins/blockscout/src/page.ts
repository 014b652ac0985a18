import type { HistoryEntry, HistoryPage, HistoryRequest, ServiceApi } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { type ListPage, readList } from './list.js'
import {
  type ListItem,
  readTransaction,
  readTransfer,
  type Subject,
  type TransactionItem,
  toEntry,
} from './transaction.js'

const FIRST_FRESH_MS = 2000
const NEXT_FRESH_MS = 60_000

/** Position in a list, from which the next history page continues. A `null` cursor means the end of the list. */
interface ListCursor {
  /** Query of the page to read. */
  readonly query: string
  /** Block number. Items of this block and of newer blocks are skipped, because an earlier history page contained them. */
  readonly below?: number
}

/** Maximum number of pages of a list that are read for one history page. */
export const MAX_PAGES = 10

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

interface PageItems<P extends ListItem> {
  readonly query: string
  readonly items: readonly P[]
}

interface ReadBlocks<P extends ListItem> {
  readonly cursor: ListCursor | null
  readonly pages: readonly PageItems<P>[]
  /** Query of the page that follows; `undefined` after the last page. */
  readonly next: string | undefined
  /**
   * Number of the oldest block whose items are all read, or of the only block that was read. `-Infinity` if all pages are read. `Infinity` if more
   * pages follow and the pages that were read have no valid item.
   */
  readonly oldestComplete: number
}

const blocksOf = (pages: readonly PageItems<ListItem>[]): readonly number[] => [
  ...new Set(pages.flatMap(({ items }) => items.map(({ block }) => block))),
]

/** Reads pages until a block is complete, because a page can end between two transfers of one transaction. */
async function readBlocks<P extends ListItem>(
  request: (query: string, staleMs: number) => Promise<ListPage>,
  cursor: ListCursor | null,
  toItems: (item: unknown) => readonly P[],
): Promise<ReadBlocks<P>> {
  const pages: PageItems<P>[] = []
  let next = cursor?.query
  while (next !== undefined && pages.length < MAX_PAGES && blocksOf(pages).length < 2) {
    const query: string = next
    const page = await request(query, cursor === START && query === START.query ? FIRST_FRESH_MS : NEXT_FRESH_MS)
    const items = page.items.flatMap(toItems)
    pages.push({ query, items: items.filter(({ block }) => cursor?.below === undefined || block < cursor.below) })
    next = page.next
  }
  const blocks = blocksOf(pages)
  const oldest = Math.min(...blocks)
  // the next page may have more items of the oldest block; a single block that fills all these pages is returned incomplete
  const oldestComplete = next === undefined ? Number.NEGATIVE_INFINITY : blocks.length < 2 ? oldest : oldest + 1
  return { cursor, pages, next, oldestComplete }
}

/** Next position in a list. Of the pages that were read, the first with items older than the block `limit`; if there is none, the page after them. */
function nextOf({ cursor, pages, next }: ReadBlocks<ListItem>, limit: number): ListCursor | null {
  const unfinished = pages.find(({ items }) => items.some(({ block }) => block < limit))
  if (unfinished) return { query: unfinished.query, below: limit }
  return next === undefined ? null : { ...cursor, query: next }
}

/** Entries in the order of their blocks, newest first: each transaction with its transfers. */
function join(transactions: readonly TransactionItem[], transfers: readonly ListItem[], subject: Subject) {
  const byHash = new Map<string, { transaction?: TransactionItem; transfers: ListItem[] }>()
  const sorted = [...transactions, ...transfers].toSorted((one, other) =>
    one.block === other.block ? 0 : other.block - one.block,
  )
  for (const { hash } of sorted) byHash.set(hash, { transfers: [] })
  for (const transaction of transactions) byHash.set(transaction.hash, { transaction, transfers: [] })
  for (const transfer of transfers) byHash.get(transfer.hash)?.transfers.push(transfer)
  return [...byHash.values()].flatMap((one): readonly HistoryEntry[] => {
    const entry = toEntry(one.transaction, one.transfers, subject)
    return entry ? [entry] : []
  })
}

/**
 * Past transactions with their token transfers. Blockscout has one list of transactions and one of token transfers, and their pages end at different
 * blocks. Returns only blocks that are complete in both lists, and a block that fills {@link MAX_PAGES} pages of a list. Older items follow with the
 * next history page. Rejects with a `SyntaxError` if the cursor is not JSON.
 */
export async function readPage(
  service: Pick<ServiceApi, 'get'>,
  { account, network, cursor, signal }: HistoryRequest,
): Promise<HistoryPage> {
  const subject: Subject = { own: account.address, network }
  const [ofTransactions = null, ofTransfers = null] = readCursors(cursor)
  const requestOf =
    (list: string, kind: string) =>
    (query: string, staleMs: number): Promise<ListPage> =>
      readList(service, {
        path: `/api/v2/addresses/${account.address}/${list}`,
        query: [kind, query].filter(Boolean).join('&'),
        staleMs,
        signal,
      })
  const [transactions, transfers] = await Promise.all([
    readBlocks(requestOf('transactions', ''), ofTransactions, (item) => readTransaction(item, subject)),
    readBlocks(requestOf('token-transfers', 'type=ERC-20,ERC-721,ERC-1155'), ofTransfers, (item) =>
      readTransfer(item, subject),
    ),
  ])
  const limit = Math.max(transactions.oldestComplete, transfers.oldestComplete)
  const completeOf = <P extends ListItem>({ pages }: ReadBlocks<P>): readonly P[] =>
    pages.flatMap(({ items }) => items.filter(({ block }) => block >= limit))
  const next = [nextOf(transactions, limit), nextOf(transfers, limit)]
  return {
    entries: join(completeOf(transactions), completeOf(transfers), subject),
    ...(next.some(Boolean) && { next: JSON.stringify(next) }),
  }
}
