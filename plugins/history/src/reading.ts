import {
  batch,
  type Context,
  computed,
  type EventToken,
  effect,
  type HistoryEntry,
  type HistoryPage,
  type HistorySource,
  type ReadonlySignal,
  signal,
  type TrackedEvent,
} from '@wallet-modal/kernel'
import { EMPTY, isJoined, withFirst, withNext } from './listing.js'
import { nextOf } from './merge.js'
import { type Read, type SourceState, toRead, unread } from './source-state.js'
import { createSources, PAGE_FRESH_MS, type Subject } from './sources.js'

/** Copied from the kernel, because importing it would add to the code that loads before a click. */
export const tracked: EventToken<TrackedEvent> = { kind: 'event', name: '@wallet-modal/kernel#tracked' }

/** Number of consecutive pages without visible entries after which the visitor is asked whether to continue. */
export const MAX_BARREN_PAGES = 3

interface ReadingParts {
  readonly subject: ReadonlySignal<Subject | null>
  /** Counts the loaded entries that are visible. */
  visibleCount(): number
  /** Entries that sources list. */
  listed(entries: readonly HistoryEntry[]): void
}

/** Loads the past transactions of one account on one network, page by page, from all sources of its chain family. Never rejects. */
interface Reading {
  readonly read: ReadonlySignal<Read>
  /** Loads if the last result is missing or older than 15 s. */
  look(): Promise<void>
  refresh(): Promise<void>
  /** Loads the next page, including a failed one; the first page if none was loaded. */
  more(): Promise<void>
  /** Retries failed sources. */
  retry(): Promise<void>
}

/** Requested pages; without a cursor the first one. */
interface Round {
  readonly questions: readonly { readonly source: HistorySource; readonly cursor?: string | undefined }[]
  readonly isForced: boolean
  /** Adds a page; `null` if the source does not support the network. */
  take(state: SourceState, page: HistoryPage | null): SourceState
}

export function createReading(ctx: Context, { subject, visibleCount, listed }: ReadingParts): Reading {
  const sources = createSources(ctx)
  const states = signal<ReadonlyMap<HistorySource, SourceState>>(new Map())
  const isLoading = signal(false)
  const key = computed(() => subject.value?.key)
  let asking: AbortController | undefined
  let barren = 0
  /** The visitor scrolled to the end while some sources had not replied. */
  let isMoreWanted = false
  let readAt = 0

  const ofFamily = computed(() =>
    sources.contributed.value.filter(({ namespace }) => namespace === subject.value?.network.namespace),
  )
  const fallbacks = computed(() => ofFamily.value.filter(({ isFallback }) => isFallback))
  const others = computed(() => ofFamily.value.filter(({ isFallback }) => !isFallback))
  const current = computed(() =>
    [sources.service, ...fallbacks.value, ...others.value].flatMap((source) => states.value.get(source) ?? []),
  )
  const read = computed(() => toRead(current.value, isLoading.value))
  const stateOf = (source: HistorySource): SourceState => states.peek().get(source) ?? unread(source)
  const put = (state: SourceState): void => {
    states.value = new Map(states.peek()).set(state.source, state)
  }

  /** Requests several sources. Drops replies for another account or network, and those of an older round. */
  const ask = async ({ questions, isForced, take }: Round): Promise<void> => {
    const now = subject.peek()
    if (!now) return
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    isLoading.value = true
    isMoreWanted = false
    let open = 0
    const signal = AbortSignal.any([mine.signal, ctx.abortSignal])
    /** The last reply ends the round. */
    const settle = (state: SourceState): void =>
      batch(() => {
        put(state)
        if (--open > 0) return
        asking = undefined
        isLoading.value = false
      })
    const askOne = async (source: HistorySource, cursor?: string): Promise<void> => {
      open++
      try {
        const request = { subject: now, isForced, signal, ...(cursor !== undefined && { cursor }) }
        const page = await sources.page(source, request)
        if (asking !== mine) return
        readAt = Date.now()
        // without the service, the chain is read
        const instead = source === sources.service && !page ? fallbacks.peek().map((one) => askOne(one)) : []
        settle(take(stateOf(source), page))
        listed(page?.entries ?? [])
        await Promise.all(instead)
      } catch (error) {
        if (asking !== mine || ctx.abortSignal.aborted) return
        settle({ ...stateOf(source), outcome: 'failed', failedAt: cursor })
        ctx.log.warn('the history could not be read', error)
        ctx.emit(tracked, { event: 'ERROR_FETCH_TRANSACTIONS' })
      }
    }
    await Promise.all(questions.map(({ source, cursor }) => askOne(source, cursor)))
    if (mine.signal.aborted || asking) return
    if (read.peek().status === 'failed' && ctx.router.current.peek()) ctx.toast.error(ctx.t('activity.failed'))
    if (isMoreWanted) await more()
  }
  /** The list did not grow, so it would not request more by itself. */
  const goOn = async (): Promise<void> => {
    const { status } = read.peek()
    if (barren > 0 && barren < MAX_BARREN_PAGES && (status === 'ready' || status === 'partial')) await more()
  }
  const readFirst = async (isForced: boolean, asked?: readonly HistorySource[]): Promise<void> => {
    let isApart = false
    await ask({
      questions: (asked ?? [sources.service, ...others.peek()]).map((source) => ({ source })),
      isForced,
      take(state, page) {
        const { source } = state
        barren = 0
        if (!page) return { ...EMPTY, source, outcome: 'unlisted' }
        // searching further blocks needs the visitor's decision
        isApart ||= !isJoined(state, page) && page.lookedBack === undefined
        return { ...withFirst(state, page), source, outcome: 'listed' }
      },
    })
    if (isApart && visibleCount() === 0) barren = 1
    await goOn()
  }
  const readNext = async (asked: readonly SourceState[]): Promise<void> => {
    const before = visibleCount()
    let isTaken = false
    await ask({
      questions: asked.map(({ source, next }) => ({ source, cursor: next })),
      isForced: false,
      take(state, page) {
        isTaken = true
        return { ...withNext(state, page ?? { entries: [] }), source: state.source, outcome: 'listed' }
      },
    })
    if (isTaken) barren = visibleCount() > before ? 0 : barren + 1
    await goOn()
  }
  const more = async (): Promise<void> => {
    const { status } = read.peek()
    isMoreWanted = status === 'loading' && others.peek().length > 0
    if (status === 'loading' || status === 'unlisted') return
    const isFailed = status === 'failed'
    const asked = nextOf(current.peek().filter(({ outcome }) => isFailed || outcome === 'listed'))
    if (asked.length > 0) await readNext(asked)
    else if (readAt === 0) await readFirst(isFailed)
  }
  let last = key.peek()
  ctx.onDispose(
    effect(() => {
      if (key.value === last) return
      last = key.value
      asking?.abort()
      asking = undefined
      readAt = 0
      batch(() => {
        states.value = new Map()
        isLoading.value = false
      })
    }),
  )
  ctx.onDispose(() => asking?.abort())

  return {
    read,
    async look() {
      const { status } = read.peek()
      const ageMs = Date.now() - readAt
      // if the clock was set back, the age is unknown
      const isFresh = ageMs >= 0 && ageMs < PAGE_FRESH_MS
      if (status === 'loading' || (status !== 'none' && isFresh)) return
      await readFirst(status !== 'none')
    },
    refresh: () => readFirst(true),
    more,
    async retry() {
      const failed = current.peek().filter(({ outcome }) => outcome === 'failed')
      if (failed.length > 0 && failed.every(({ failedAt }) => failedAt !== undefined)) return readNext(failed)
      const isPartial = read.peek().status === 'partial'
      return readFirst(true, isPartial ? failed.map(({ source }) => source) : undefined)
    },
  }
}
