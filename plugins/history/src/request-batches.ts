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

/** Pages to request. A question without a cursor requests the first page of its source. */
export interface RequestBatch {
  readonly questions: readonly { readonly source: HistorySource; readonly cursor?: string | undefined }[]
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

export function createRequestBatches(ctx: Context, options: BatchOptions): RequestBatches {
  const { subject, sources, states, onEntries } = options
  let running: AbortController | undefined
  let readAt = 0
  ctx.onDispose(() => running?.abort())

  const requestAll = async (
    abortController: AbortController,
    currentSubject: Subject,
    { questions, isForced, take }: RequestBatch,
  ): Promise<void> => {
    const signal = AbortSignal.any([abortController.signal, ctx.abortSignal])
    let open = 0
    /** Stores the state of a source. The batch ends when its last request is settled. */
    const settle = (state: SourceState): void =>
      batch(() => {
        states.put(state)
        if (--open === 0) running = undefined
        if (!running) states.setLoading(false)
      })
    const requestOne = async (source: HistorySource, cursor?: string): Promise<void> => {
      open++
      try {
        const request = { subject: currentSubject, isForced, signal, ...(cursor !== undefined && { cursor }) }
        const page = await sources.page(source, request)
        if (running !== abortController) return
        readAt = Date.now()
        // the service does not support the network: the fallback sources are queried
        const fallbacks = source === sources.service && !page ? states.fallbacks.peek() : []
        const requests = fallbacks.map((one) => requestOne(one))
        settle(take(states.of(source), page))
        onEntries(page?.entries ?? [])
        await Promise.all(requests)
      } catch (error) {
        if (running !== abortController || ctx.abortSignal.aborted) return
        settle({ ...states.of(source), outcome: 'failed', failedAt: cursor })
        ctx.log.warn('the history could not be read', error)
        ctx.emit(tracked, { event: 'ERROR_FETCH_TRANSACTIONS' })
      }
    }
    await Promise.all(questions.map(({ source, cursor }) => requestOne(source, cursor)))
  }
  return {
    async run(requestBatch) {
      const currentSubject = subject.peek()
      if (!currentSubject) return false
      running?.abort()
      const abortController = new AbortController()
      running = abortController
      states.setLoading(true)
      await requestAll(abortController, currentSubject, requestBatch)
      return !abortController.signal.aborted && !running
    },
    readAt: () => readAt,
    reset() {
      running?.abort()
      running = undefined
      readAt = 0
    },
  }
}
