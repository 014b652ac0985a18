import { type Context, computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest, type Failure, failureOf } from '@wallet-modal/kernel/transactions'
import type { OnRampCheckoutRequest, OnRampProvider } from './contract.js'
import type { Quotes, SubjectQuote } from './quotes.js'

/** Interval at which sessions are renewed: they expire after five minutes. */
const SESSION_MS = 240_000

export interface ReadyCheckout {
  readonly provider: OnRampProvider
  readonly request: OnRampCheckoutRequest
  readonly url: string
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
  /** Starts a session for the displayed quote, and renews it, until the returned function is called. */
  keepReady(): () => void
}

/** 128 random bits in hexadecimal. `randomUUID` is missing on pages that are not secure contexts. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (number) => number.toString(16).padStart(8, '0')).join('')

/**
 * Manages the checkout session. It is created before the visitor clicks the button, because browsers allow opening a window only during the click.
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
      try {
        const url = await provider.checkout(request, abortSignal)
        settle({ status: 'ready', checkout: { provider, request, url } })
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
  return {
    start,
    clear,
    state: computed((): CheckoutState => {
      const key = subjectKey.value
      if (key === undefined) return { status: 'none' }
      return result.value?.key === key ? result.value.state : { status: 'loading' }
    }),
    keepReady() {
      const unsubscribe = subjectKey.subscribe(start) // calls `start` at once
      const interval = setInterval(start, SESSION_MS)
      return () => {
        unsubscribe()
        clearInterval(interval)
      }
    },
  }
}
