import {
  type ActiveConnection,
  balances,
  batch,
  type Context,
  computed,
  effect,
  type HistoryEntry,
  type HistoryPage,
  type Network,
  type ReadonlySignal,
  type SentTransaction,
  signal,
  transactionSettled,
} from '@wallet-modal/kernel'
import { type Judged, judge } from './doubts.js'
import { followSent } from './follow.js'
import { listedOf } from './listed.js'
import { createPages, PAGE_FRESH_MS } from './pages.js'
import { createSent, idOf, type Sent, toEntry } from './sent.js'
import { type HistoryStatus, NOTHING, shownOf } from './shown.js'

/** How many pages in a row may bring nothing to see before the visitor is asked whether to go on. */
export const MAX_BARREN_PAGES = 3
/** What was sent from here and is listed is among the newest. */
const MAX_COMPARED = 300

/** The account and network whose activity is shown. */
export interface Subject {
  readonly key: string
  readonly active: ActiveConnection
  readonly network: Network
}

interface Read {
  readonly status: HistoryStatus
  /** The newest first, each id once. */
  readonly entries: readonly HistoryEntry[]
  readonly next: string | undefined
  /** See `HistoryPage.lookedBack`. */
  readonly lookedBack: number | undefined
  readonly readAt: number
}

/** The activity of the account in use on the network in use, for views and sites. Nothing here rejects: `status` tells. */
export interface Feed {
  /** `null` while nobody is connected, or on a network that the site does not list. */
  readonly subject: ReadonlySignal<Subject | null>
  readonly status: ReadonlySignal<HistoryStatus>
  /** What the chain has, judged. */
  readonly judged: ReadonlySignal<readonly Judged[]>
  /** What was sent from here and is not listed yet, the last one first. */
  readonly sent: ReadonlySignal<readonly HistoryEntry[]>
  readonly isWhole: ReadonlySignal<boolean>
  /** So many blocks were looked through, where the past is not known otherwise. */
  readonly lookedBack: ReadonlySignal<number | undefined>
  /** Reads what is not known yet, or is older than 15 s. */
  look(): Promise<void>
  refresh(): Promise<void>
  more(): Promise<void>
  /** Asks again for what could not be read. */
  retry(): Promise<void>
  keep(sent: SentTransaction): Promise<void>
  /** Notes which one of its sender's it is. */
  number(sent: SentTransaction): void
  /** The visitor has taken notice of a transaction whose result is unknown. */
  dismiss(id: string): void
}

const EMPTY: Read = { status: 'none', entries: [], next: undefined, lookedBack: undefined, readAt: 0 }

const time = ({ at, status }: HistoryEntry): number => at ?? (status === 'pending' ? Number.MAX_SAFE_INTEGER : 0)

/** Each id once, in its newest version, the newest first. */
function merge(fresh: readonly HistoryEntry[], known: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const byId = new Map<string, HistoryEntry>()
  for (const entry of [...fresh, ...known]) if (!byId.has(entry.id)) byId.set(entry.id, entry)
  return [...byId.values()].sort((one, other) => time(other) - time(one))
}

const subjectOf = (active: ActiveConnection | null): Subject | null =>
  active?.network ? { key: `${active.caipNetworkId}:${active.account.address}`, active, network: active.network } : null

export function createFeed(ctx: Context): Feed {
  const pages = createPages(ctx)
  const kept: Sent = createSent(ctx)
  const holdings = ctx.maybe(balances)?.holdings
  const read = signal(EMPTY)
  const subject = computed(() => subjectOf(ctx.connections.active.value))
  const key = computed(() => subject.value?.key)
  const isOwn = (one: SentTransaction): boolean =>
    one.address === subject.value?.active.account.address && one.caipNetworkId === subject.value.network.caipNetworkId
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
      for (const { settled, ...one } of kept.dropListed(page?.entries ?? []))
        ctx.emit(transactionSettled, { ...one, status: settled })
    } catch (error) {
      if (asking !== mine || ctx.abortSignal.aborted) return
      asking = undefined
      read.value = { ...read.peek(), status: 'failed' }
      ctx.log.warn('the history could not be read', error)
      ctx.toast.error(ctx.t('activity.failed'))
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
      // without an entry in common that has its place there may be others between, so the old ones go
      const isJoined = fresh.some(({ id }) => ids.has(id))
      barren = 0
      read.value = {
        status: page ? 'ready' : 'unlisted',
        entries: merge(fresh, isJoined ? settled : []),
        next: isJoined ? next : page?.next,
        lookedBack: isJoined ? lookedBack : page?.lookedBack,
        readAt: Date.now(),
      }
      // to look through more blocks is for the visitor to decide
      if (!isJoined && visible.peek().length === 0 && page?.lookedBack === undefined) barren = 1
    })
    await goOn()
  }
  const readNext = async (cursor: string): Promise<void> => {
    const before = visible.peek().length
    await ask(cursor, false, (page) => {
      const { entries, readAt } = read.peek()
      const all = merge(entries, page?.entries ?? [])
      const isStuck = all.length === entries.length && page?.next === cursor
      const next = isStuck ? undefined : page?.next
      read.value = { status: 'ready', entries: all, next, lookedBack: page?.lookedBack, readAt }
    })
    barren = visible.peek().length > before ? 0 : barren + 1
    await goOn()
  }
  const more = async (): Promise<void> => {
    const { status, next } = read.peek()
    if (status === 'none') return readFirst(false)
    if (status === 'ready' && next !== undefined) await readNext(next)
  }

  const judged = computed(() => {
    const now = subject.value
    const receivers = kept.all.value.filter(isOwn).map(({ receiver }) => receiver)
    if (!now) return []
    const held = holdings?.value.tokens.filter(({ caipNetworkId }) => caipNetworkId === now.network.caipNetworkId) ?? []
    return judge(read.value.entries, { own: now.active.account.address, network: now.network, receivers, held })
  })
  const visible = computed(() => judged.value.filter(({ isHidden }) => !isHidden).map(({ entry }) => entry))
  const sent = computed(() => {
    const newest = read.value.entries.slice(0, MAX_COMPARED)
    const own = kept.all.value.filter(isOwn)
    const listed = listedOf(own, newest)
    return own.filter((one) => !listed.has(one)).map(toEntry)
  })
  const isWhole = computed(() => {
    const { status, next } = read.value
    return status === 'unlisted' || (status === 'ready' && next === undefined)
  })

  const refresh = (): Promise<void> => readFirst(true)
  const shown = shownOf(ctx)
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
  ctx.onDispose(
    effect(() => {
      shown.value = { status: read.value.status, entries: [...sent.value, ...visible.value], isWhole: isWhole.value }
    }),
  )
  ctx.onDispose(() => {
    asking?.abort()
    shown.value = NOTHING
  })
  /** Only where somebody has looked: else it is read when somebody does. */
  const reread = async (one: SentTransaction): Promise<void> => {
    if (isOwn(one) && read.peek().status !== 'none' && read.peek().status !== 'unlisted') await refresh()
  }
  followSent(ctx, kept, (one) => void reread(one))

  return {
    subject,
    status: computed(() => read.value.status),
    judged,
    sent,
    isWhole,
    lookedBack: computed(() => read.value.lookedBack),
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
    async keep(one) {
      kept.keep(one, isOwn(one) ? read.peek().entries.slice(0, MAX_COMPARED) : [])
      await reread(one)
    },
    number: kept.number,
    dismiss(id) {
      const one = kept.all.peek().find((known) => idOf(known) === id)
      if (one && one.hash === undefined) kept.forget(id)
    },
  }
}

const feeds = new WeakMap<Context, Feed>()

/** The one feed of a modal. */
export function feedOf(ctx: Context): Feed {
  const known = feeds.get(ctx) ?? createFeed(ctx)
  feeds.set(ctx, known)
  return known
}
