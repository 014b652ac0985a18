import {
  type Context,
  computed,
  type ReadonlySignal,
  type Signal,
  signal,
  WalletModalError,
} from '@wallet-modal/kernel'
import { createLatest, type Failure, failureOf } from '@wallet-modal/kernel/transactions'
import type { SwapContext } from '../context.js'
import type { SwapCall, SwapRequest, SwapSource } from '../contract.js'
import { type Offer, rankOffers, requestQuotes, sourcesFor } from './offers.js'

export const DEBOUNCE_MS = 200
/** Maximum age of a quote that can be submitted. */
export const QUOTE_MAX_AGE_MS = 30_000
/**
 * Time after which a request without a reply counts as failed. A later reply is still displayed. Longer than one attempt of the HTTP client (10 s).
 */
export const QUOTE_LIMIT_MS = 15_000
/** Refresh interval of the displayed quote. */
const REFRESH_MS = 20_000

/** Swap that the form describes. */
export interface QuoteSubject {
  /** Equal for equal wallet, account, network, tokens, amount and slippage. */
  readonly key: string
  readonly context: SwapContext
  readonly request: SwapRequest
}

export interface Quote extends QuoteSubject {
  readonly source: SwapSource
  /** In base units of the received token. */
  readonly receiveAmount: bigint
  /** Minimum output, in base units of the received token. */
  readonly minimum: bigint
  /** The provider's fee as a part of the amount paid, in basis points. */
  readonly feeBps: number
  /** Estimated time until the tokens arrive on another network, in seconds. */
  readonly estimatedSeconds: number | undefined
  /** Whether the account is a contract: see `SwapOffer.isContractAccount`. */
  readonly isContractAccount: boolean
  /** The call, if the source returned it with the quote. */
  readonly call: SwapCall | undefined
  /** All offers for the request, best first; the first is this quote. */
  readonly offers: readonly Offer[]
  /** Milliseconds since 1970. */
  readonly quotedAt: number
}

export type QuoteState =
  | { readonly status: 'none' | 'loading' | 'insufficientLiquidity' }
  | { readonly status: 'ready'; readonly quote: Quote }
  | { readonly status: 'failed'; readonly failure: Failure; readonly error: unknown }

export interface Quotes {
  /** Quote for the current form input, never for an earlier one. */
  readonly state: ReadonlySignal<QuoteState>
  /**
   * Requests a new quote. A displayed quote stays until the reply. If the request fails or has no reply after {@link QUOTE_LIMIT_MS}, the quote stays
   * until it is too old to be submitted. Resolves when the request has ended. Never rejects.
   */
  refresh(): Promise<void>
  /**
   * Refreshes the quote every 20 s until the returned function is called. Refreshes it immediately if it is too old to be submitted. Does not repeat
   * a request that is still running.
   */
  watch(): () => void
}

/** Whether a quote is too old to be submitted. A time in the future counts as old, because the clock was set back. */
export const isOld = ({ quotedAt }: Quote): boolean => {
  const ageMs = Date.now() - quotedAt
  return ageMs < 0 || ageMs > QUOTE_MAX_AGE_MS
}

/** Requests quotes from all sources and returns the best one; `undefined` if there is no valid offer. Rejects if every source failed. */
async function fetchQuote(subject: QuoteSubject, abortSignal: AbortSignal): Promise<Quote | undefined> {
  const { context, request } = subject
  const quotedAt = Date.now()
  const answers = await requestQuotes(sourcesFor(context.sources, request), request, abortSignal)
  abortSignal.throwIfAborted()
  const offers = rankOffers(
    request,
    answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])),
  )
  const [best] = offers
  if (best) return Object.freeze({ ...subject, ...best, receiveAmount: best.amount, offers, quotedAt })
  const failed = answers.find((one) => one.status === 'rejected')
  if (failed && answers.every((one) => one.status === 'rejected')) throw failed.reason
  return undefined
}

/** State of the last request, with the key of its subject. */
interface Reply {
  readonly key: string
  readonly state: QuoteState
}

interface RunningRequest {
  readonly subject: QuoteSubject
  readonly abortSignal: AbortSignal
  isLatest(): boolean
}

/** Time until a request without a reply counts as failed. At least {@link QUOTE_LIMIT_MS}, and not before the displayed quote is too old. */
function limitOf({ key }: QuoteSubject, previous: Reply | null): number {
  if (previous?.key !== key || previous.state.status !== 'ready') return QUOTE_LIMIT_MS
  return Math.max(QUOTE_LIMIT_MS, previous.state.quote.quotedAt + QUOTE_MAX_AGE_MS + 1 - Date.now())
}

/**
 * Requests a quote, and stores the result in `reply` if the request is still the latest. If there is no reply in time, stores a failure, which a
 * later reply replaces. Never rejects.
 */
async function requestInto(
  ctx: Context,
  reply: Signal<Reply | null>,
  { subject, abortSignal, isLatest }: RunningRequest,
): Promise<void> {
  const settle = (state: QuoteState): void => {
    if (isLatest()) reply.value = { key: subject.key, state }
  }
  const fail = (error: unknown): void => {
    if (!isLatest()) return
    ctx.log.info('no quote could be read', error)
    const previous = reply.peek()
    const isUsable = previous?.key === subject.key && previous.state.status === 'ready' && !isOld(previous.state.quote)
    if (!isUsable) settle({ status: 'failed', failure: failureOf(error), error })
  }
  const late = (): void =>
    fail(new WalletModalError('TIMEOUT', `The swap sources did not answer within ${QUOTE_LIMIT_MS / 1000} s.`))
  const timer = setTimeout(late, limitOf(subject, reply.peek()))
  abortSignal.addEventListener('abort', () => clearTimeout(timer))
  try {
    const quote = await fetchQuote(subject, abortSignal)
    settle(quote ? { status: 'ready', quote } : { status: 'insufficientLiquidity' })
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
  let interval: ReturnType<typeof setInterval> | undefined
  let watchers = 0

  const fetchNow = (): Promise<void> =>
    new Promise((resolve) => {
      const current = subject.peek()
      if (!current || ctx.abortSignal.aborted) return resolve()
      latest.run((abortSignal, isLatest) =>
        requestInto(ctx, reply, { subject: current, abortSignal, isLatest }).finally(resolve),
      )
    })
  const renew = (): void => {
    if (!latest.isRunning()) void fetchNow()
  }
  const key = computed(() => subject.value?.key)
  ctx.effect(() => {
    const current = key.value
    clearTimeout(debounce)
    latest.stop()
    if (current !== undefined) debounce = setTimeout(() => void fetchNow(), DEBOUNCE_MS)
  })
  const stop = (): void => {
    clearTimeout(debounce)
    clearInterval(interval)
  }
  ctx.onDispose(stop)
  return {
    state: computed((): QuoteState => {
      if (key.value === undefined) return { status: 'none' }
      return reply.value?.key === key.value ? reply.value.state : { status: 'loading' }
    }),
    refresh() {
      if (reply.peek()?.state.status !== 'ready') reply.value = null // displays that a new attempt is running
      return fetchNow()
    },
    watch() {
      watchers++
      if (watchers === 1) interval = setInterval(renew, REFRESH_MS)
      const state = reply.peek()?.state
      if (state?.status === 'ready' && isOld(state.quote)) renew()
      return () => {
        watchers--
        if (watchers === 0) clearInterval(interval)
      }
    },
  }
}
