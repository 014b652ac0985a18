import {
  type Context,
  computed,
  type ReadonlySignal,
  type Signal,
  signal,
  WalletModalError,
} from '@wallet-modal/kernel'
import { createLatest, type Failure, failureOf } from '@wallet-modal/kernel/transactions'
import type { OnRampProvider, OnRampQuote, OnRampRequest } from './contract.js'
import { onVisible } from './on-visible.js'

export const DEBOUNCE_MS = 300
/** Refresh interval of the displayed quote. */
const REFRESH_MS = 30_000
/** Time after which a request without a reply counts as failed. Longer than one attempt of the HTTP client, which takes up to 10 s. */
export const QUOTE_LIMIT_MS = 15_000
/** Maximum age of a displayed quote. A quote becomes older than {@link REFRESH_MS} if refreshing fails, or while no view is open. */
export const MAX_AGE_MS = 60_000

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
  /**
   * Requests a new quote. Until the reply, `state` keeps the current quote; if there is none, `state` is `loading`. If the request fails, `state`
   * keeps the current quote until the quote is 60 s old.
   */
  refresh(): void
  /** If the last reply is older than 60 s, discards it, requests a new quote at once, and returns `true`. */
  discardOld(): boolean
  /**
   * Requests a new quote every 30 s until the returned function is called. Skips a request while another one is running. Calls
   * {@link Quotes.discardOld} at once and whenever the page becomes visible.
   */
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

/** Whether a reply is too old to be displayed. Also true for a time more than 60 s in the future: the clock was set back. */
const isOld = ({ at }: Reply): boolean => Math.abs(Date.now() - at) > MAX_AGE_MS

const hasQuote = (reply: Reply | null, { key }: QuoteSubject): reply is Reply =>
  reply?.key === key && reply.state.status === 'ready'

interface RunningRequest {
  readonly subject: QuoteSubject
  readonly abortSignal: AbortSignal
  isLatest(): boolean
}

/**
 * Requests a quote. Stores the result in `reply`, unless a newer request has started. If there is no reply in time, stores a failure, which a later
 * reply replaces. Never rejects.
 */
async function requestInto(
  ctx: Context,
  reply: Signal<Reply | null>,
  { subject, abortSignal, isLatest }: RunningRequest,
): Promise<void> {
  const settle = (state: QuoteState): void => {
    if (isLatest()) reply.value = { key: subject.key, state, at: Date.now() }
  }
  const fail = (error: unknown): void => {
    if (!isLatest()) return
    ctx.log.info('no quote could be read', error)
    const previous = reply.peek()
    if (!hasQuote(previous, subject) || isOld(previous)) settle({ status: 'failed', failure: failureOf(error) })
  }
  const onTimeout = (): void => {
    const { name } = subject.provider
    fail(new WalletModalError('TIMEOUT', `${name} did not answer within ${QUOTE_LIMIT_MS / 1000} s.`))
  }
  const previous = reply.peek()
  // waits until the current quote is too old, because until then `fail` keeps the quote
  const remainingMs = hasQuote(previous, subject) ? previous.at + MAX_AGE_MS + 1 - Date.now() : 0
  const timer = setTimeout(onTimeout, Math.max(QUOTE_LIMIT_MS, remainingMs))
  abortSignal.addEventListener('abort', () => clearTimeout(timer))
  try {
    const quote = await subject.provider.quote(subject.request, abortSignal)
    settle({ status: 'ready', result: Object.freeze({ ...subject, quote }) })
  } catch (error) {
    fail(error)
  } finally {
    clearTimeout(timer)
  }
}

export function createQuotes(ctx: Context, subject: ReadonlySignal<QuoteSubject | null>): Quotes {
  const reply = signal<Reply | null>(null)
  const latest = createLatest(ctx.abortSignal)
  let debounce: ReturnType<typeof setTimeout> | undefined

  const fetchNow = (): void => {
    const current = subject.peek()
    if (!current) return
    latest.run((abortSignal, isLatest) => requestInto(ctx, reply, { subject: current, abortSignal, isLatest }))
  }
  const renew = (): void => {
    if (!latest.isRunning()) fetchNow()
  }
  const discardOld = (): boolean => {
    const last = reply.peek()
    if (!last || !isOld(last)) return false
    reply.value = null
    fetchNow()
    return true
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
    discardOld,
    state: computed((): QuoteState => {
      if (key.value === undefined) return { status: 'none' }
      return reply.value?.key === key.value ? reply.value.state : { status: 'loading' }
    }),
    refresh() {
      if (reply.peek()?.state.status === 'failed') reply.value = null
      fetchNow()
    },
    watch() {
      discardOld()
      const stopListening = onVisible(discardOld)
      const interval = setInterval(renew, REFRESH_MS)
      return () => {
        stopListening()
        clearInterval(interval)
      }
    },
  }
}
