// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin, signal } from '@wallet-modal/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OnRampProvider, OnRampQuote, OnRampRequest } from './contract.js'
import { provider as onlyProvider } from './model.test.fixtures.js'
import { createQuotes, DEBOUNCE_MS, MAX_AGE_MS, QUOTE_LIMIT_MS, type QuoteSubject } from './quotes.js'

const DAY_MS = 86_400_000

let quoteCount = 0
/** Reply of the provider's next requests. */
let reply: (quote: OnRampQuote) => Promise<OnRampQuote>
/** Provider whose quotes have the ids 1, 2, 3 and so on. */
const provider: OnRampProvider = {
  ...onlyProvider,
  quote: async (request, signal) => reply({ ...(await onlyProvider.quote(request, signal)), id: String(++quoteCount) }),
}
const subjectOf = (key: string): QuoteSubject => ({ key, provider, request: {} as OnRampRequest })

beforeEach(() => {
  vi.useFakeTimers()
  quoteCount = 0
  reply = async (quote) => quote
})
afterEach(() => void vi.useRealTimers())

function start() {
  const subject = signal<QuoteSubject | null>(null)
  const contexts: Context[] = []
  const host = definePlugin({ name: 'host', kernel: '^0.1', setup: (ctx) => void contexts.push(ctx) })
  const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const [ctx] = contexts
  if (!ctx) throw new Error('no context')
  const quotes = createQuotes(ctx, subject)
  const displayed = (): string => {
    const state = quotes.state.peek()
    return state.status === 'ready' ? state.result.quote.id : state.status
  }
  const enter = async (key: string | null): Promise<void> => {
    subject.value = key === null ? null : subjectOf(key)
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS)
  }
  return { quotes, subject, displayed, enter, [Symbol.dispose]: () => modal[Symbol.dispose]() }
}

it('an earlier quote does not reappear if the visitor clears the amount and enters it again', async () => {
  using form = start()
  await form.enter('100')
  expect(form.displayed()).toBe('1')
  await form.enter(null)
  expect(form.displayed()).toBe('none')
  await vi.advanceTimersByTimeAsync(DAY_MS)
  form.subject.value = subjectOf('100')
  expect(form.displayed()).toBe('loading')
  await vi.advanceTimersByTimeAsync(DEBOUNCE_MS)
  expect(form.displayed()).toBe('2')
})

it('a view that opens long after the last quote does not display that quote', async () => {
  using form = start()
  const closeAmount = form.quotes.watch()
  await form.enter('100')
  closeAmount()
  const closeReview = form.quotes.watch()
  expect(form.displayed()).toBe('1')
  closeReview()
  await vi.advanceTimersByTimeAsync(DAY_MS)
  const close = form.quotes.watch()
  expect(form.displayed()).toBe('loading')
  await vi.advanceTimersByTimeAsync(0)
  expect(form.displayed()).toBe('2')
  close()
})

it('a failed refresh does not replace a quote until it is too old', async () => {
  using form = start()
  form.quotes.watch()
  await form.enter('100')
  reply = () => Promise.reject(new Error('offline'))
  await vi.advanceTimersByTimeAsync(MAX_AGE_MS - 1_000)
  expect([form.displayed(), quoteCount]).toEqual(['1', 2])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(form.displayed()).toBe('failed')
})

describe('a provider that accepts requests and never replies', () => {
  it('fails in a limited time, and its late quote is displayed', async () => {
    using form = start()
    form.quotes.watch()
    let answer = (): void => undefined
    reply = (quote) => new Promise((resolve) => (answer = () => resolve(quote)))
    await form.enter('100')
    await vi.advanceTimersByTimeAsync(QUOTE_LIMIT_MS - 1)
    expect(form.displayed()).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    expect(form.displayed()).toBe('failed')
    await vi.advanceTimersByTimeAsync(20_000)
    expect([form.displayed(), quoteCount]).toEqual(['failed', 1])
    answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(form.displayed()).toBe('1')
  })

  it('replaces a displayed quote by the failure when the quote is too old', async () => {
    using form = start()
    form.quotes.watch()
    await form.enter('100')
    reply = () => new Promise(() => undefined)
    await vi.advanceTimersByTimeAsync(MAX_AGE_MS)
    expect(form.displayed()).toBe('1')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(form.displayed()).toBe('failed')
  })
})
