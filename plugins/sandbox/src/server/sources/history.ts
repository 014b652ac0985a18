import { type HistorySource, invalid, type Store } from '@wallet-modal/gateway/server'
import * as v from 'valibot'
import type { ActivityEntry } from '../engines/activity.js'
import type { Engine } from '../engines/engine.js'
import { expectServing, resolveAccount } from '../engines/engine-lookup.js'
import { toTransaction } from './activity-transfers.js'

const PAGE_SIZE = 50

/** Past transactions of an account on chains whose engines keep a history. */
export const historySource = (engines: readonly Engine[], store: Store): HistorySource => ({
  chains: () => engines.filter(({ assets }) => assets?.activity).map(({ network }) => network.caipNetworkId),
  async page({ address: account, caipNetworkId, cursor: text, origin }) {
    const { address, engines: accountEngines } = resolveAccount(engines, account, caipNetworkId)
    const historyEngines = accountEngines.filter(({ assets }) => assets?.activity)
    if (historyEngines.length === 0)
      throw invalid('The sandbox has no account history for this chain: read its blocks.')
    historyEngines.forEach(expectServing)
    const cursor = readCursor(text)
    const pages = await Promise.all(historyEngines.map((engine) => pageOf(engine, address, cursor)))
    const pageEntries = pages
      .flatMap(({ engine, entries }) => entries.map((entry) => ({ engine, entry })))
      .sort((a, b) => byTime(a.entry, b.entry))
      .filter(({ entry }, at) => at < PAGE_SIZE || entry.position === undefined)
    const transactions = pageEntries.map(({ engine, entry }) => toTransaction({ engine, store, origin }, entry))
    const next = nextCursor(pages, pageEntries, cursor)
    return { transactions: await Promise.all(transactions), ...(next !== undefined && { next }) }
  },
})

interface Page {
  readonly engine: Engine
  readonly entries: readonly ActivityEntry[]
  readonly hasMore: boolean
}

/** Position of the last returned entry for each CAIP-2 id: an empty text if no entry was returned yet, `null` at the end of the history. */
const cursorSchema = v.pipe(
  v.unknown(),
  v.check((cursor) => !Array.isArray(cursor)),
  v.record(v.string(), v.nullable(v.pipe(v.string(), v.maxLength(128)))),
)
type Cursor = v.InferOutput<typeof cursorSchema>

async function pageOf(engine: Engine, account: string, cursor: Cursor | undefined): Promise<Page> {
  const before = cursor === undefined ? '' : (cursor[engine.network.caipNetworkId] ?? null)
  if (before === null) return { engine, entries: [], hasMore: false }
  const page = await engine.assets?.activity?.(account, { limit: PAGE_SIZE, ...(before !== '' && { before }) })
  const { entries = [], hasMore = false } = page ?? {}
  return { engine, entries: cursor ? entries.filter(({ position }) => position !== undefined) : entries, hasMore }
}

/** Sorts pending entries first, in the order of the engines. All other entries follow, newest first. */
function byTime(a: ActivityEntry, b: ActivityEntry): number {
  if (a.position === undefined && b.position === undefined) return 0
  return Number(a.position !== undefined) - Number(b.position !== undefined) || b.at - a.at
}

function nextCursor(
  pages: readonly Page[],
  pageEntries: readonly { readonly engine: Engine; readonly entry: ActivityEntry }[],
  cursor: Cursor | undefined,
): string | undefined {
  const positions = pages.map(({ engine, entries, hasMore }): readonly [string, string | null] => {
    const { caipNetworkId } = engine.network
    const mined = (list: readonly ActivityEntry[]) => list.filter(({ position }) => position !== undefined)
    const returned = mined(pageEntries.filter((one) => one.engine === engine).map(({ entry }) => entry))
    if (!hasMore && returned.length === mined(entries).length) return [caipNetworkId, null]
    return [caipNetworkId, returned.at(-1)?.position ?? cursor?.[caipNetworkId] ?? '']
  })
  if (positions.every(([, last]) => last === null)) return undefined
  const text = btoa(JSON.stringify(Object.fromEntries(positions)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined || text === '') return undefined
  try {
    return v.parse(cursorSchema, JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/'))))
  } catch {
    throw invalid('The cursor is invalid: use "next" of the previous page.')
  }
}
