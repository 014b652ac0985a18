// @vitest-environment happy-dom
import { type Context, createWalletModal, definePlugin, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createFakeConnection, createFakeNetwork } from '@wallet-modal/kernel/testing'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SwapOffer, SwapRequest, SwapSource } from '../contract.js'
import { createSwapPlan, type SwapPlan } from '../plan.js'
import { requestOf } from '../quote.test.fixtures.js'
import {
  createQuotes,
  DEBOUNCE_MS,
  isOld,
  QUOTE_LIMIT_MS,
  QUOTE_MAX_AGE_MS,
  type QuoteSubject,
  type Quotes,
} from './quotes.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Amount of the quote for a request. It differs by request and round. */
const amountFor = ({ amount, slippageBps, account }: SwapRequest, round: bigint): bigint =>
  amount * 1_000_000n + BigInt(slippageBps) * 1_000n + BigInt(account.length) * 100n + (round % 100n)

interface Pending {
  readonly request: SwapRequest
  readonly abortSignal: AbortSignal
  answer(offer: SwapOffer | undefined): void
  fail(): void
}

/** Swap source whose replies the test sends, even after the request was aborted. */
function createSource(name: string, pending: Pending[]): SwapSource {
  return {
    ...{ name, feeBps: 0, supports: () => true, tokens: async () => [] },
    quote: (request, abortSignal) =>
      new Promise((answer, reject) => {
        pending.push({ request, abortSignal, answer, fail: () => reject(new Error('out of order')) })
      }),
    allowance: async () => ({ amount: 0n, spender: '0x' }),
    build: async () => ({ family: 'eip155', to: '0x', data: '0x', value: 0n }),
  }
}

const network = createFakeNetwork('eip155:1')
const connection = createFakeConnection({ network })

function subjectOf(sources: readonly SwapSource[], amount: bigint, slippageBps: number, account: string): QuoteSubject {
  const context = { connection, network, sources, key: account }
  const request = requestOf({ account, amount, slippageBps })
  return { key: [account, amount, slippageBps].join(' '), context, request }
}

type Edit = { readonly do: 'edit'; readonly amount: bigint; readonly slippageBps: number; readonly account: string }
/** Reply to a pending request, by its index from the end. `greedy`: an offer whose minimum is lower than the slippage tolerance allows. */
type Answer = { readonly do: 'answer'; readonly at: number; readonly kind: 'offer' | 'none' | 'fail' | 'greedy' }
type Step =
  | Edit
  | Answer
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'clear' | 'refresh' | 'watch' | 'unwatch' }

const edit: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('edit' as const),
  amount: fc.bigInt(1n, 4n),
  slippageBps: fc.constantFrom(10, 100, 300),
  account: fc.constantFrom('0x1', '0x22'),
})
const answer: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('answer' as const),
  at: fc.nat(3),
  kind: fc.constantFrom(
    'offer' as const,
    'offer' as const,
    'offer' as const,
    'none' as const,
    'fail' as const,
    'greedy' as const,
  ),
})
const wait: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('wait' as const),
  ms: fc.constantFrom(1, 199, 200, 200, 200, 4_000, 20_000, 31_000),
})
const other: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('clear' as const, 'refresh' as const, 'watch' as const, 'unwatch' as const),
})
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    { arbitrary: edit, weight: 3 },
    { arbitrary: answer, weight: 8 },
    { arbitrary: wait, weight: 5 },
    { arbitrary: other, weight: 2 },
  ),
  { minLength: 10, maxLength: 40 },
)

interface Bench {
  readonly plan: ReadonlySignal<SwapPlan | null>
  readonly subject: ReadonlySignal<QuoteSubject | null>
  run(step: Step): Promise<void>
}

function createBench(ctx: Context): Bench {
  const pending: Pending[] = []
  const sources = [createSource('one', pending), createSource('two', pending)]
  const subject = signal<QuoteSubject | null>(null)
  const quotes = createQuotes(ctx, subject)
  const plan = createSwapPlan(ctx, quotes, signal(0))
  const watches: (() => void)[] = []
  let round = 0n
  const reply = ({ at, kind }: Answer): void => {
    const [one] = pending.splice(-1 - (at % Math.max(pending.length, 1)), 1)
    if (!one) return
    round++
    const amount = amountFor(one.request, round)
    if (kind === 'fail') one.fail()
    else if (kind === 'none') one.answer(undefined)
    else one.answer(kind === 'greedy' ? { amount: amount * 2n, minimum: amount } : { amount })
  }
  return {
    ...{ plan, subject },
    async run(step) {
      if (step.do === 'edit') subject.value = subjectOf(sources, step.amount, step.slippageBps, step.account)
      else if (step.do === 'clear') subject.value = null
      else if (step.do === 'refresh') void quotes.refresh()
      else if (step.do === 'watch') watches.push(quotes.watch())
      else if (step.do === 'unwatch') watches.pop()?.()
      else if (step.do === 'answer') reply(step)
      else if ('ms' in step) await vi.advanceTimersByTimeAsync(step.ms)
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}

function withContext<T>(use: (ctx: Context) => Promise<T>): Promise<T> {
  const given: Context[] = []
  const host = definePlugin({ name: 'host', kernel: '^0.1', setup: (ctx) => void given.push(ctx) })
  const modal = createWalletModal({ plugins: [host()], prefetch: 'never', logLevel: 'silent' })
  const [ctx] = given
  if (!ctx) throw new Error('no context')
  return use(ctx).finally(() => modal[Symbol.dispose]())
}

describe('C3: late quotes', () => {
  it('property: a quote that can be signed belongs to the values on the screen', { timeout: 1_200_000 }, async () => {
    let signable = 0
    const property = fc.asyncProperty(steps, (schedule) =>
      withContext(async (ctx) => {
        const { plan, subject, run } = createBench(ctx)
        for (const step of schedule) {
          await run(step)
          const { quote } = plan.peek() ?? {}
          if (!quote || isOld(quote)) continue
          signable++
          const current = subject.peek()
          expect(quote.key).toBe(current?.key)
          expect(quote.request).toEqual(current?.request)
          const { receiveAmount, request, minimum, offers } = quote
          expect(receiveAmount - (receiveAmount % 100n)).toBe(amountFor(request, 0n))
          expect(minimum).toBe((receiveAmount * BigInt(10_000 - request.slippageBps)) / 10_000n)
          expect(offers.every(({ amount }) => amount <= receiveAmount)).toBe(true)
        }
      }),
    )
    const numRuns = process.env.WALLET_MODAL_LONG ? 10_000 : 500
    await fc.assert(property, { numRuns })
    expect(signable).toBeGreaterThan(numRuns / 10)
  })
})

describe('a source that accepts requests and never replies', () => {
  /** Watched quotes of one source. The form is filled in, and the first request is pending. */
  const withRequest = (
    use: (form: { quotes: Quotes; pending: Pending[]; wait: (ms: number) => Promise<void> }) => Promise<void>,
  ): Promise<void> =>
    withContext(async (ctx) => {
      const pending: Pending[] = []
      const subject = signal<QuoteSubject | null>(null)
      const quotes = createQuotes(ctx, subject)
      const wait = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms))
      quotes.watch()
      subject.value = subjectOf([createSource('one', pending)], 1n, 100, '0x1')
      await wait(DEBOUNCE_MS)
      await use({ quotes, pending, wait })
    })
  const statusOf = ({ state }: Quotes) => state.peek().status

  it('fails in a limited time, and its late quote is displayed', () =>
    withRequest(async ({ quotes, pending, wait }) => {
      await wait(QUOTE_LIMIT_MS - 1)
      expect(statusOf(quotes)).toBe('loading')
      await wait(1)
      expect(quotes.state.peek()).toMatchObject({ status: 'failed', failure: { reason: 'offline' } })
      await wait(QUOTE_MAX_AGE_MS - QUOTE_LIMIT_MS)
      expect([statusOf(quotes), pending.length]).toEqual(['failed', 1])
      pending[0]?.answer({ amount: 5n })
      await wait(0)
      expect(statusOf(quotes)).toBe('ready')
    }))

  it('is asked again after its request failed, without a spinner', () =>
    withRequest(async ({ quotes, pending, wait }) => {
      await wait(41_000) // the HTTP client has repeated the request three times
      pending[0]?.fail()
      await wait(20_000)
      expect([statusOf(quotes), pending.length]).toEqual(['failed', 2])
    }))

  it('is asked again when the visitor retries, with the same limit', () =>
    withRequest(async ({ quotes, pending, wait }) => {
      await wait(QUOTE_LIMIT_MS)
      void quotes.refresh()
      await wait(QUOTE_LIMIT_MS - 1)
      expect([statusOf(quotes), pending.map(({ abortSignal }) => abortSignal.aborted)]).toEqual([
        'loading',
        [true, false],
      ])
      await wait(1)
      expect(statusOf(quotes)).toBe('failed')
    }))

  it('fails when the last quote is too old to be submitted, not before', () =>
    withRequest(async ({ quotes, pending, wait }) => {
      pending[0]?.answer({ amount: 5n })
      await wait(QUOTE_MAX_AGE_MS)
      expect([statusOf(quotes), pending.length]).toEqual(['ready', 2])
      await wait(20_000)
      expect([statusOf(quotes), pending.length]).toEqual(['failed', 2])
    }))
})
