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

/** As in the kernel. Declared here, because one that is imported adds to what pages load before a click. */
export const tracked: EventToken<TrackedEvent> = { kind: 'event', name: '@wallet-modal/kernel#tracked' }

/** How many pages in a row may bring nothing to see before the visitor is asked whether to go on. */
export const MAX_BARREN_PAGES = 3

interface ReadingParts {
  readonly subject: ReadonlySignal<Subject | null>
  /** How many of what is read the visitor gets to see. */
  visibleCount(): number
  /** The history has these. */
  listed(entries: readonly HistoryEntry[]): void
}

/** Reads the past of one account on one network, page by page, from every source of its chain family. Nothing here rejects. */
interface Reading {
  readonly read: ReadonlySignal<Read>
  /** Reads what is not known yet, or is older than 15 s. */
  look(): Promise<void>
  refresh(): Promise<void>
  /** Reads the next page, also where it could not be read before; the first where none was read. */
  more(): Promise<void>
  /** Asks the sources that failed again. */
  retry(): Promise<void>
}

/** Pages to ask for; without a cursor the first. */
interface Round {
  readonly questions: readonly { readonly source: HistorySource; readonly cursor?: string | undefined }[]
  readonly isForced: boolean
  /** Adds a page; `null` where the source does not list the network. */
  take(state: SourceState, page: HistoryPage | null): SourceState
}

export function createReading(ctx: Context, { subject, visibleCount, listed }: ReadingParts): Reading {
  const sources = createSources(ctx)
  const states = signal<ReadonlyMap<HistorySource, SourceState>>(new Map())
  const isLoading = signal(false)
  const key = computed(() => subject.value?.key)
  let asking: AbortController | undefined
  let barren = 0
  /** The list was scrolled to its end while some of the sources had not answered. */
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

  /** Asks several sources. Answers for another account or network, and those to an older round, are dropped. */
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
    /** The last answer ends the round. */
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
        // without the service the chain itself is asked
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
  /** The list did not grow, so nobody would ask. */
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
        // to look through more blocks is for the visitor to decide
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
      // a clock that was set back says nothing of the age
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
