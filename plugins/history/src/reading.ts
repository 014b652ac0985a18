import {
  type ActiveConnection,
  batch,
  type Context,
  computed,
  effect,
  type HistoryEntry,
  type HistoryPage,
  type Network,
  type ReadonlySignal,
  signal,
} from '@wallet-modal/kernel'
import { createPages, PAGE_FRESH_MS } from './pages.js'
import type { HistoryStatus } from './shown.js'

/** How many pages in a row may bring nothing to see before the visitor is asked whether to go on. */
export const MAX_BARREN_PAGES = 3

/** The account and network whose activity is shown. */
export interface Subject {
  readonly key: string
  readonly active: ActiveConnection
  readonly network: Network
}

/** What is read of the past. */
interface Read {
  readonly status: HistoryStatus
  /** The newest first, each id once. */
  readonly entries: readonly HistoryEntry[]
  readonly next: string | undefined
  /** See `HistoryPage.lookedBack`. */
  readonly lookedBack: number | undefined
  readonly readAt: number
}

interface ReadingParts {
  readonly subject: ReadonlySignal<Subject | null>
  /** How many of what is read the visitor gets to see. */
  visibleCount(): number
  /** The history has these. */
  listed(entries: readonly HistoryEntry[]): void
}

/** Reads the past of one account on one network, page by page. Nothing here rejects. */
interface Reading {
  readonly read: ReadonlySignal<Read>
  /** Reads what is not known yet, or is older than 15 s. */
  look(): Promise<void>
  refresh(): Promise<void>
  /** Reads the next page, also where it could not be read before; the first where none was read. */
  more(): Promise<void>
  /** Asks again for what could not be read. */
  retry(): Promise<void>
}

const EMPTY: Read = { status: 'none', entries: [], next: undefined, lookedBack: undefined, readAt: 0 }

const time = ({ at, status }: HistoryEntry): number => at ?? (status === 'pending' ? Number.MAX_SAFE_INTEGER : 0)

/** Each id once, in its newest version, the newest first. */
function merge(fresh: readonly HistoryEntry[], known: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const byId = new Map<string, HistoryEntry>()
  for (const entry of [...fresh, ...known]) if (!byId.has(entry.id)) byId.set(entry.id, entry)
  return [...byId.values()].sort((one, other) => time(other) - time(one))
}

export function createReading(ctx: Context, { subject, visibleCount, listed }: ReadingParts): Reading {
  const pages = createPages(ctx)
  const read = signal(EMPTY)
  const key = computed(() => subject.value?.key)
  let asking: AbortController | undefined
  let barren = 0
  /** What was asked for last: what failed is what is tried again. */
  let asked: string | undefined

  /** Asks; what comes for another account, network or an older question is dropped. */
  const ask = async (cursor: string | undefined, isForced: boolean, take: (page: HistoryPage | null) => void) => {
    const now = subject.peek()
    if (!now) return
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    asked = cursor
    read.value = { ...read.peek(), status: 'loading' }
    try {
      const { account } = now.active
      const page = await pages({
        ...{ account, network: now.network, isForced, signal: AbortSignal.any([mine.signal, ctx.abortSignal]) },
        ...(cursor !== undefined && { cursor }),
      })
      if (asking !== mine) return
      asking = undefined
      batch(() => take(page))
      listed(page?.entries ?? [])
    } catch (error) {
      if (asking !== mine || ctx.abortSignal.aborted) return
      asking = undefined
      read.value = { ...read.peek(), status: 'failed' }
      ctx.log.warn('the history could not be read', error)
      if (ctx.router.current.peek()) ctx.toast.error(ctx.t('activity.failed'))
    }
  }
  /** The list did not grow, so nobody would ask. */
  const goOn = async (): Promise<void> => {
    if (barren > 0 && barren < MAX_BARREN_PAGES && read.peek().status === 'ready') await more()
  }
  const readFirst = async (isForced: boolean): Promise<void> => {
    await ask(undefined, isForced, (page) => {
      const { entries, next, lookedBack } = read.peek()
      const fresh = page?.entries ?? []
      // a pending one that is not among the newest any more was replaced or dropped
      const settled = entries.filter(({ status }) => status !== 'pending')
      const ids = new Set(settled.map(({ id }) => id))
      // without an entry in common that has its place there may be others between, so it goes on from the newest again
      const isJoined = fresh.some(({ id }) => ids.has(id))
      // and the old ones go, but where they are not what a page shows: blocks were looked through, or all of it is of other networks
      const isAmong = page?.lookedBack !== undefined || (fresh.length === 0 && page?.next !== undefined)
      barren = 0
      read.value = {
        status: page ? 'ready' : 'unlisted',
        entries: merge(fresh, isJoined || isAmong ? settled : []),
        next: isJoined ? next : page?.next,
        lookedBack: isJoined ? lookedBack : page?.lookedBack,
        readAt: Date.now(),
      }
      // to look through more blocks is for the visitor to decide
      if (!isJoined && visibleCount() === 0 && page?.lookedBack === undefined) barren = 1
    })
    await goOn()
  }
  const readNext = async (cursor: string): Promise<void> => {
    const before = visibleCount()
    await ask(cursor, false, (page) => {
      const { entries, readAt } = read.peek()
      const all = merge(entries, page?.entries ?? [])
      const isStuck = all.length === entries.length && page?.next === cursor
      const next = isStuck ? undefined : page?.next
      read.value = { status: 'ready', entries: all, next, lookedBack: page?.lookedBack, readAt }
      barren = visibleCount() > before ? 0 : barren + 1
    })
    await goOn()
  }
  const more = async (): Promise<void> => {
    const { status, next, readAt } = read.peek()
    if (status === 'loading' || status === 'unlisted') return
    if (readAt === 0) await readFirst(status === 'failed')
    else if (next !== undefined) await readNext(next)
  }
  let last = key.peek()
  ctx.onDispose(
    effect(() => {
      if (key.value === last) return
      last = key.value
      asking?.abort()
      asking = undefined
      read.value = EMPTY
    }),
  )
  ctx.onDispose(() => asking?.abort())

  const refresh = (): Promise<void> => readFirst(true)
  return {
    read,
    async look() {
      const { status, readAt } = read.peek()
      const ageMs = Date.now() - readAt
      // a clock that was set back says nothing of the age
      const isFresh = ageMs >= 0 && ageMs < PAGE_FRESH_MS
      if (status === 'loading' || (status !== 'none' && isFresh)) return
      await readFirst(status !== 'none')
    },
    refresh,
    more,
    retry: () => (asked === undefined ? refresh() : readNext(asked)),
  }
}
