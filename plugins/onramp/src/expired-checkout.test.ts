// @vitest-environment happy-dom
import { waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { startReview } from './model.test.fixtures.js'

/** Age at which a session counts as expired, and age at which a quote counts as old. Both in milliseconds. */
const SESSION_AGE_MS = 270_000
const QUOTE_AGE_MS = 60_000

afterEach(() => void vi.useRealTimers())

/** The device sleeps: the clock goes on, and timers do not fire. */
function sleep(ms: number): void {
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(now + ms)
}

/** Review of a purchase. `opened` lists the opened checkout URLs. */
async function openReview() {
  const opened: string[] = []
  let sessions = 0
  let quotes = 0
  const started = await startReview({
    checkout: async () => `https://provider.example/${++sessions}`,
    open: (url) => opened.push(url) > 0,
    quote: async ({ payment }) => {
      quotes += 1
      const purchase = { currency: 'COIN', amount: BigInt(quotes), decimals: 18 }
      return { id: String(quotes), total: payment, subtotal: payment, purchase }
    },
  })
  const { model } = started
  const ends = [model.form.quotes.watch(), model.checkout.keepReady()]
  await waitUntil(() => expect(model.checkout.state.peek().status).toBe('ready'))
  const dispose = (): void => {
    for (const end of ends) end()
    started[Symbol.dispose]()
  }
  const sessionUrl = (): string => {
    const state = model.checkout.state.peek()
    return state.status === 'ready' ? state.checkout.url : state.status
  }
  const quoteId = (): string => {
    const state = model.form.quotes.state.peek()
    return state.status === 'ready' ? state.result.quote.id : state.status
  }
  return { model, opened, sessionUrl, quoteId, [Symbol.dispose]: dispose }
}

it('pay() neither opens nor tracks an expired checkout, but starts a new one', async () => {
  using review = await openReview()
  const expired = review.sessionUrl()
  sleep(SESSION_AGE_MS + 1)
  review.model.pay()
  expect([review.opened, review.model.accountPurchases.peek()]).toEqual([[], []])
  expect(review.sessionUrl()).not.toBe(expired)
  await waitUntil(() => expect(review.sessionUrl()).toMatch(/^https:/))
  expect(review.sessionUrl()).not.toBe(expired)
  const renewed = review.sessionUrl()
  review.model.pay()
  expect(review.opened).toEqual([renewed])
  expect(review.model.accountPurchases.peek()).toHaveLength(1)
})

it('pay() opens no checkout while the displayed quote is old, but requests a new quote', async () => {
  using review = await openReview()
  sleep(QUOTE_AGE_MS + 1)
  review.model.pay()
  expect([review.opened, review.quoteId()]).toEqual([[], 'loading'])
  await waitUntil(() => expect(review.quoteId()).toBe('2'))
})

it('when the page becomes visible again, an old quote and an expired checkout are no longer displayed', async () => {
  using review = await openReview()
  const expired = review.sessionUrl()
  sleep(SESSION_AGE_MS + 1)
  document.dispatchEvent(new Event('visibilitychange'))
  expect([review.quoteId(), review.sessionUrl()]).toEqual(['loading', 'none'])
  await waitUntil(() => expect(review.quoteId()).toBe('2'))
  await waitUntil(() => expect(review.sessionUrl()).toMatch(/^https:/))
  expect(review.sessionUrl()).not.toBe(expired)
})

it('a recent quote and checkout stay when the page becomes visible again', async () => {
  using review = await openReview()
  const url = review.sessionUrl()
  sleep(QUOTE_AGE_MS - 10_000)
  document.dispatchEvent(new Event('visibilitychange'))
  expect([review.quoteId(), review.sessionUrl()]).toEqual(['1', url])
  review.model.pay()
  expect(review.opened).toEqual([url])
})
