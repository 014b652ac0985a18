import {
  batch,
  type Context,
  type EventToken,
  type HistoryEntry,
  type HistoryPage,
  type HistorySource,
  type ReadonlySignal,
  type TrackedEvent,
} from '@wallet-modal/kernel'
import type { SourceState } from './source-state.js'
import type { SourceStates } from './source-states.js'
import type { Sources, Subject } from './sources.js'

/** Copied from the kernel, because importing it would add to the code that loads before a click. */
export const tracked: EventToken<TrackedEvent> = { kind: 'event', name: '@wallet-modal/kernel#tracked' }

/** Requested pages; without a cursor the first one. */
export interface RequestBatch {
  readonly questions: readonly { readonly source: HistorySource; readonly cursor?: string | undefined }[]
  readonly isForced: boolean
  /** Adds a page; `null` if the source does not support the network. */
  take(state: SourceState, page: HistoryPage | null): SourceState
}

interface BatchParts {
  readonly subject: ReadonlySignal<Subject | null>
  readonly sources: Sources
  readonly states: SourceStates
  /** Entries that sources list. */
  listed(entries: readonly HistoryEntry[]): void
}

/** Requests to several sources at once, one round at a time. */
export interface RequestBatches {
  /** False if the round was replaced. Drops replies for another account or network, and those of an older round. */
  run(round: RequestBatch): Promise<boolean>
  /** Time of the last reply in milliseconds since 1970; 0 if there was none since the last `reset`. */
  readAt(): number
  reset(): void
}

export function createRequestBatches(ctx: Context, { subject, sources, states, listed }: BatchParts): RequestBatches {
  let running: AbortController | undefined
  let readAt = 0
  ctx.onDispose(() => running?.abort())

  const ask = async (
    own: AbortController,
    now: Subject,
    { questions, isForced, take }: RequestBatch,
  ): Promise<void> => {
    const signal = AbortSignal.any([own.signal, ctx.abortSignal])
    let open = 0
    /** The last reply ends the round. */
    const settle = (state: SourceState): void =>
      batch(() => {
        states.put(state)
        if (--open > 0) return
        running = undefined
        states.setLoading(false)
      })
    const askOne = async (source: HistorySource, cursor?: string): Promise<void> => {
      open++
      try {
        const request = { subject: now, isForced, signal, ...(cursor !== undefined && { cursor }) }
        const page = await sources.page(source, request)
        if (running !== own) return
        readAt = Date.now()
        // without the service, the chain is read
        const instead = source === sources.service && !page ? states.fallbacks.peek().map((one) => askOne(one)) : []
        settle(take(states.of(source), page))
        listed(page?.entries ?? [])
        await Promise.all(instead)
      } catch (error) {
        if (running !== own || ctx.abortSignal.aborted) return
        settle({ ...states.of(source), outcome: 'failed', failedAt: cursor })
        ctx.log.warn('the history could not be read', error)
        ctx.emit(tracked, { event: 'ERROR_FETCH_TRANSACTIONS' })
      }
    }
    await Promise.all(questions.map(({ source, cursor }) => askOne(source, cursor)))
  }
  return {
    async run(round) {
      const now = subject.peek()
      if (!now) return false
      running?.abort()
      const own = new AbortController()
      running = own
      states.setLoading(true)
      await ask(own, now, round)
      return !own.signal.aborted && !running
    },
    readAt: () => readAt,
    reset() {
      running?.abort()
      running = undefined
      readAt = 0
    },
  }
}
