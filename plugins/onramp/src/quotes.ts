import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest, type Failure, failureOf } from '@wallet-modal/kernel/transactions'
import type { OnRampProvider, OnRampQuote, OnRampRequest } from './contract.js'

export const DEBOUNCE_MS = 300
/** Refresh interval of the displayed quote. */
const REFRESH_MS = 30_000
/** Age of a quote at which a view that opens requests a new one before it displays a quote. */
const MAX_AGE_MS = 60_000

/** Purchase that the form describes. */
export interface QuoteSubject {
  /** Text with every input of the quote: network, account, provider, token, payment method, amount and currency. */
  readonly key: string
  readonly provider: OnRampProvider
  readonly request: OnRampRequest
}

export interface SubjectQuote extends QuoteSubject {
  readonly quote: OnRampQuote
}

export type QuoteState =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly result: SubjectQuote }
  | { readonly status: 'failed'; readonly failure: Failure }

export interface Quotes {
  /** Quote for the current form input, never for an earlier one. */
  readonly state: ReadonlySignal<QuoteState>
  /** Requests a new quote. The current quote remains until the reply; after a failure, the status is `loading`. */
  refresh(): void
  /** Refreshes the quote every 30 s until the returned function is called. If the last reply is older than 60 s, refreshes it at once. */
  watch(): () => void
}

/** Result of the last request. */
interface Reply {
  /** {@link QuoteSubject.key} of the request. */
  readonly key: string
  readonly state: QuoteState
  /** Time of the reply, in milliseconds since 1970. */
  readonly at: number
}

export function createQuotes(ctx: Context, subject: ReadonlySignal<QuoteSubject | null>): Quotes {
  const reply = signal<Reply | null>(null)
  const latest = createLatest(ctx.abortSignal)
  let debounce: ReturnType<typeof setTimeout> | undefined

  const fetchNow = (): void => {
    const current = subject.peek()
    if (!current) return
    latest.run(async (abortSignal, isLatest) => {
      const settle = (state: QuoteState): void => {
        if (isLatest()) reply.value = { key: current.key, state, at: Date.now() }
      }
      try {
        const quote = await current.provider.quote(current.request, abortSignal)
        settle({ status: 'ready', result: Object.freeze({ ...current, quote }) })
      } catch (error) {
        if (isLatest()) ctx.log.info('no quote could be read', error)
        settle({ status: 'failed', failure: failureOf(error) })
      }
    })
  }
  const key = computed(() => subject.value?.key)
  ctx.effect(() => {
    const currentKey = key.value
    clearTimeout(debounce)
    latest.stop()
    reply.value = null // an earlier quote must not reappear if the visitor restores the input
    if (currentKey !== undefined) debounce = setTimeout(fetchNow, DEBOUNCE_MS)
  })
  ctx.onDispose(() => clearTimeout(debounce))
  return {
    state: computed((): QuoteState => {
      if (key.value === undefined) return { status: 'none' }
      return reply.value?.key === key.value ? reply.value.state : { status: 'loading' }
    }),
    refresh() {
      if (reply.peek()?.state.status === 'failed') reply.value = null
      fetchNow()
    },
    watch() {
      const { at } = reply.peek() ?? {}
      if (at !== undefined && Math.abs(Date.now() - at) > MAX_AGE_MS) {
        reply.value = null
        fetchNow()
      }
      const interval = setInterval(fetchNow, REFRESH_MS)
      return () => clearInterval(interval)
    },
  }
}
