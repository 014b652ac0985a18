import { readWith, type ServiceApi } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'

/** Items of one page. `next`: URL query of the next page, absent on the last page. */
export interface ListPage {
  readonly items: readonly unknown[]
  readonly next?: string
}

/** Maximum number of items that are read from one page. */
const MAX_ITEMS = 1000

const listReply = readWith((reply): ListPage => {
  const { items, next_page_params } = fieldsOf(reply)
  if (!Array.isArray(items)) throw new Error('"items" is not a list')
  const pairs = Object.entries(fieldsOf(next_page_params)).map(([key, value]) => [
    key,
    value === null ? '' : `${value}`,
  ])
  const next = new URLSearchParams(pairs)
  return { items: items.slice(0, MAX_ITEMS), ...(next.size > 0 && { next: `${next}` }) }
})

/** Request for one page of the records of an address. */
export interface ListQuery {
  readonly path: string
  /** URL query, such as `type=ERC-20`. For a later page, it also contains `next` of the previous page. */
  readonly query: string
  /** See `ReadOptions.staleMs`. */
  readonly staleMs: number
  readonly signal: AbortSignal
}

export const readList = (
  service: Pick<ServiceApi, 'get'>,
  { path, query, staleMs, signal }: ListQuery,
): Promise<ListPage> =>
  service.get(path, {
    query: Object.fromEntries(new URLSearchParams(query)),
    ...{ schema: listReply, isAnonymous: true, staleMs, signal },
  })

/** Items of the first `maxPages` pages, which are requested one after the other. */
export async function readPages(
  service: Pick<ServiceApi, 'get'>,
  listQuery: ListQuery,
  maxPages: number,
): Promise<readonly unknown[]> {
  const allItems: unknown[] = []
  let { query } = listQuery
  for (let page = 0; page < maxPages; page++) {
    const { items, next } = await readList(service, { ...listQuery, query })
    allItems.push(...items)
    if (next === undefined) break
    query = `${listQuery.query}&${next}`
  }
  return allItems
}
