import {
  batch,
  type Context,
  type HistoryEntry,
  type HistoryPage,
  type HistorySource,
  type ReadonlySignal,
} from '@wallet-modal/kernel'
import { tracked } from '@wallet-modal/kernel/assets'
import type { SourceState } from './source-state.js'
import type { SourceStates } from './source-states.js'
import type { Sources, Subject } from './sources.js'

/** Pages to request. A query without a cursor requests the first page of its source. */
export interface RequestBatch {
  readonly queries: readonly { readonly source: HistorySource; readonly cursor?: string | undefined }[]
  readonly isForced: boolean
  /** Adds a page to the state of its source. The page is `null` if the source does not support the network. */
  take(state: SourceState, page: HistoryPage | null): SourceState
}

interface BatchOptions {
  readonly subject: ReadonlySignal<Subject | null>
  readonly sources: Sources
  readonly states: SourceStates
  /** Called with the entries of each page that a source returns. */
  onEntries(entries: readonly HistoryEntry[]): void
}

/** Requests pages from several sources at once, one batch at a time. */
export interface RequestBatches {
  /**
   * Requests all pages of a batch. Aborts the previous batch and drops its late replies. Resolves to `false` if no account is connected, or if
   * another batch or `reset` aborted this one.
   */
  run(requestBatch: RequestBatch): Promise<boolean>
  /** Time of the last successful reply in milliseconds since 1970; 0 if there was none since the last `reset`. */
  readAt(): number
  reset(): void
}

/** State shared by consecutive batches. */
interface BatchState {
  /** Aborts the pending batch; `undefined` if no batch is pending. */
  running: AbortController | undefined
  /** See {@link RequestBatches.readAt}. */
  readAt: number
}

/** Requests all pages of a batch. Drops replies that arrive after the batch was aborted. */
type RequestAll = (abortController: AbortController, subject: Subject, requestBatch: RequestBatch) => Promise<void>

function batchRequests(ctx: Context, { sources, states, onEntries }: BatchOptions, current: BatchState): RequestAll {
  return async (abortController, subject, { queries, isForced, take }) => {
    const signal = AbortSignal.any([abortController.signal, ctx.abortSignal])
    let open = 0
    /** Stores the state of a source. The batch ends when its last request is settled. */
    const settle = (state: SourceState): void =>
      batch(() => {
        states.put(state)
        if (--open === 0) current.running = undefined
        if (!current.running) states.setLoading(false)
      })
    const fail = (source: HistorySource, cursor: string | undefined, error: unknown): void => {
      settle({ ...states.of(source), outcome: 'failed', failedCursor: cursor })
      ctx.log.warn('the history could not be read', error)
      ctx.emit(tracked, { event: 'ERROR_FETCH_TRANSACTIONS' })
    }
    const requestOne = async (source: HistorySource, cursor?: string): Promise<void> => {
      open++
      const request = { subject, isForced, signal, ...(cursor !== undefined && { cursor }) }
      const reply = await sources.page(source, request).then(
        (page) => ({ page }),
        (error: unknown) => ({ error }),
      )
      if (current.running !== abortController || ctx.abortSignal.aborted) return
      if ('error' in reply) return fail(source, cursor, reply.error)
      const { page } = reply
      current.readAt = Date.now()
      // if the service does not support the network, the fallback sources are queried
      const fallbacks = source === sources.service && !page ? states.fallbacks.peek() : []
      const requests = fallbacks.map((one) => requestOne(one))
      settle(take(states.of(source), page))
      try {
        onEntries(page?.entries ?? [])
      } catch (error) {
        ctx.log.error(error) // not rethrown, because the page is stored already
      }
      await Promise.all(requests)
    }
    await Promise.all(queries.map(({ source, cursor }) => requestOne(source, cursor)))
  }
}

export function createRequestBatches(ctx: Context, options: BatchOptions): RequestBatches {
  const { subject, states } = options
  const current: BatchState = { running: undefined, readAt: 0 }
  const requestAll = batchRequests(ctx, options, current)
  ctx.onDispose(() => current.running?.abort())
  return {
    async run(requestBatch) {
      const currentSubject = subject.peek()
      if (!currentSubject) return false
      current.running?.abort()
      const abortController = new AbortController()
      current.running = abortController
      states.setLoading(true)
      await requestAll(abortController, currentSubject, requestBatch)
      return !abortController.signal.aborted && !current.running
    },
    readAt: () => current.readAt,
    reset() {
      current.running?.abort()
      current.running = undefined
      current.readAt = 0
    },
  }
}
