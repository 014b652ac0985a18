import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest, type Failure, failureOf } from '@wallet-modal/kernel/transactions'
import type { OnRampCheckoutRequest, OnRampProvider } from './contract.js'
import { onVisible } from './on-visible.js'
import type { Quotes, SubjectQuote } from './quotes.js'

/** Interval at which sessions are renewed. A session expires after five minutes. */
const SESSION_MS = 240_000
/** Maximum age of a session to open. Less than five minutes, because the checkout page also takes time to load. */
const MAX_AGE_MS = 270_000

export interface ReadyCheckout {
  readonly provider: OnRampProvider
  readonly request: OnRampCheckoutRequest
  readonly url: string
  /** Time at which the session was requested, in milliseconds since 1970. */
  readonly createdAt: number
}

export type CheckoutState =
  | { readonly status: 'none' | 'loading' }
  | { readonly status: 'ready'; readonly checkout: ReadyCheckout }
  | { readonly status: 'failed'; readonly failure: Failure }

export interface Checkout {
  /** Session of the displayed purchase (same amount, token and account). The session's quote may be older than the displayed quote. */
  readonly state: ReadonlySignal<CheckoutState>
  /** Starts a session for the displayed quote. Does nothing without a quote. */
  start(): void
  /** Discards the session. Call it after the session's URL was opened: a URL works only once. */
  clear(): void
  /** Discards the session and displays the error. Call it if the session's URL cannot be opened. */
  fail(error: unknown): void
  /** If the session is older than 4.5 minutes, discards it, starts a new one, and returns `true`. */
  discardOld(): boolean
  /**
   * Starts a session for the displayed quote and renews the session until the returned function is called. Calls {@link Checkout.discardOld}
   * whenever the page becomes visible.
   */
  keepReady(): () => void
}

/** Whether a session has expired or soon will. Also true for a negative age: the clock was set back, so the real age is unknown. */
const isOld = ({ createdAt }: ReadyCheckout): boolean => {
  const age = Date.now() - createdAt
  return age < 0 || age > MAX_AGE_MS
}

/** 128 random bits in hexadecimal. `randomUUID` is missing on pages that are not secure contexts. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(16).padStart(8, '0')).join('')

function repeat(start: () => void, discardOld: () => void, key: ReadonlySignal<string | undefined>): () => void {
  const unsubscribe = key.subscribe(start) // calls `start` at once
  const interval = setInterval(start, SESSION_MS)
  const stopListening = onVisible(discardOld)
  return () => {
    stopListening()
    unsubscribe()
    clearInterval(interval)
  }
}

/**
 * Manages the checkout session. The session is created before the visitor clicks the button, because browsers open a window only during the click.
 */
export function createCheckout(ctx: Context, { state: quoteState }: Quotes): Checkout {
  const result = signal<{ readonly key: string; readonly state: CheckoutState } | null>(null)
  const latest = createLatest(ctx.abortSignal)
  const subject = computed((): SubjectQuote | null =>
    quoteState.value.status === 'ready' ? quoteState.value.result : null,
  )
  const subjectKey = computed(() => subject.value?.key)
  const start = (): void => {
    const current = subject.peek()
    if (!current) return
    latest.run(async (abortSignal, isLatest) => {
      const settle = (state: CheckoutState): void => {
        if (isLatest()) result.value = { key: current.key, state }
      }
      const { provider, quote } = current
      const request = { ...current.request, id: newId(), quote }
      const createdAt = Date.now()
      try {
        const url = await provider.checkout(request, abortSignal)
        settle({ status: 'ready', checkout: { provider, request, url, createdAt } })
      } catch (error) {
        if (isLatest()) ctx.log.info('no checkout session could be started', error)
        settle({ status: 'failed', failure: failureOf(error) })
      }
    })
  }
  const clear = (): void => {
    latest.stop()
    result.value = null
  }
  const fail = (error: unknown): void => {
    latest.stop()
    const key = subjectKey.peek()
    if (key !== undefined) result.value = { key, state: { status: 'failed', failure: failureOf(error) } }
  }
  const discardOld = (): boolean => {
    const { state } = result.peek() ?? {}
    if (state?.status !== 'ready' || !isOld(state.checkout)) return false
    clear()
    start()
    return true
  }
  return {
    start,
    clear,
    fail,
    discardOld,
    state: computed((): CheckoutState => {
      const key = subjectKey.value
      if (key === undefined) return { status: 'none' }
      return result.value?.key === key ? result.value.state : { status: 'loading' }
    }),
    keepReady: () => repeat(start, discardOld, subjectKey),
  }
}
