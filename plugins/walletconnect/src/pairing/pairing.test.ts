import { signal } from '@wallet-modal/kernel'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createPairing, LIFETIME_MS, MARGIN_MS, type Offer, type PairingState, usableUri } from './pairing.js'

interface MadeOffer extends Offer<string> {
  approve(session: string): void
  refuse(error: Error): void
  isWithdrawn: boolean
}

function stage() {
  const state = signal<PairingState>({ status: 'idle' })
  const pairing = createPairing<string>(state)
  const offers: MadeOffer[] = []
  const leaving = new AbortController()
  const propose = async (): Promise<Offer<string>> => {
    let approve: MadeOffer['approve'] = () => undefined
    let refuse: MadeOffer['refuse'] = () => undefined
    const approval = new Promise<string>((resolve, reject) => {
      approve = resolve
      refuse = reject
    })
    const offer: MadeOffer = {
      uri: `wc:${offers.length + 1}`,
      approval,
      approve,
      refuse,
      isWithdrawn: false,
      withdraw() {
        offer.isWithdrawn = true
      },
    }
    approval.catch(() => null) // nobody awaits the expiry of a replaced offer
    offers.push(offer)
    return offer
  }
  const start = () => pairing.run(propose, leaving.signal)
  return { state, pairing, offers, start, leave: () => leaving.abort(), signal: leaving.signal, propose }
}

/** Lets promises settle; no time passes. */
const settle = () => vi.advanceTimersByTimeAsync(0)
const uriOf = (state: PairingState): string | null => (state.status === 'ready' ? state.uri : null)

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

describe('A2: the lifetime of a pairing code', () => {
  test('has the constants of the spec', () => expect([LIFETIME_MS, MARGIN_MS]).toEqual([240_000, 10_000]))

  test('is not over at 229,999 ms; the code is replaced at 230,000, 230,001 and 240,000 ms', async () => {
    for (const [passedMs, uri] of [
      [0, 'wc:1'],
      [229_999, 'wc:1'],
      [230_000, 'wc:2'],
      [230_001, 'wc:2'],
      [240_000, 'wc:2'],
    ] as const) {
      const { state, start, leave } = stage()
      const session = start()
      await settle()
      await vi.advanceTimersByTimeAsync(passedMs)
      expect([passedMs, uriOf(state.value), usableUri(state.value)]).toEqual([passedMs, uri, uri])
      leave()
      expect(await session).toBeNull()
      expect(vi.getTimerCount()).toBe(0)
    }
  })

  test('is counted down by the second to the replacement, then starts again', async () => {
    const { state, start, leave } = stage()
    void start()
    await settle()
    const seconds = (): number | null => (state.value.status === 'ready' ? state.value.secondsLeft : null)
    expect(seconds()).toBe(230)
    await vi.advanceTimersByTimeAsync(999)
    expect(seconds()).toBe(230)
    await vi.advanceTimersByTimeAsync(1)
    expect(seconds()).toBe(229)
    await vi.advanceTimersByTimeAsync(228_000)
    expect([seconds(), uriOf(state.value)]).toEqual([1, 'wc:1'])
    await vi.advanceTimersByTimeAsync(1000)
    expect([seconds(), uriOf(state.value)]).toEqual([230, 'wc:2'])
    leave()
  })

  test.each([
    [229_999, 'wc:1'],
    [230_000, null],
    [230_001, null],
    [240_000, null],
  ])('is checked when a device wakes up after %d ms: the link that can be opened is %s', async (passedMs, uri) => {
    const { state, start, leave } = stage()
    void start()
    await settle()
    vi.setSystemTime(Date.now() + passedMs)
    expect(usableUri(state.value)).toBe(uri)
    leave()
  })

  test('is not extended if the clock is set back', async () => {
    const { state, start, leave } = stage()
    void start()
    await settle()
    await vi.advanceTimersByTimeAsync(5000)
    vi.setSystemTime(Date.now() - 3_600_000)
    expect([uriOf(state.value), usableUri(state.value)]).toEqual(['wc:1', null])
    await vi.advanceTimersByTimeAsync(1000)
    expect([uriOf(state.value), usableUri(state.value)]).toEqual(['wc:2', 'wc:2'])
    leave()
  })

  test('is over right after the device slept, and the code is replaced within a second', async () => {
    const { state, start, leave } = stage()
    void start()
    await settle()
    await vi.advanceTimersByTimeAsync(5000)
    vi.setSystemTime(Date.now() + 3_600_000) // timers do not run during sleep
    expect([uriOf(state.value), usableUri(state.value)]).toEqual(['wc:1', null])
    await vi.advanceTimersByTimeAsync(1000)
    expect([uriOf(state.value), usableUri(state.value)]).toEqual(['wc:2', 'wc:2'])
    leave()
  })

  test('is over for good: an old code is never shown again, and no timer is left', async () => {
    const { state, start, leave, offers } = stage()
    const shown: string[] = []
    state.subscribe((now) => {
      const uri = uriOf(now)
      if (uri !== null && shown.at(-1) !== uri) shown.push(uri)
    })
    void start()
    await settle()
    await vi.advanceTimersByTimeAsync(10 * 230_000 + 1)
    expect(shown).toEqual(Array.from({ length: 11 }, (_, at) => `wc:${at + 1}`))
    leave()
    expect([vi.getTimerCount(), state.value, offers.every((offer) => offer.isWithdrawn)]).toEqual([
      0,
      { status: 'idle' },
      true,
    ])
  })
})

describe('an answer of the wallet', () => {
  test('withdraws all other codes if the wallet approves', async () => {
    const { state, start, offers } = stage()
    const session = start()
    await settle()
    await vi.advanceTimersByTimeAsync(230_000)
    offers[1]?.approve('session')
    expect(await session).toBe('session')
    expect(offers.map((offer) => offer.isWithdrawn)).toEqual([true, false])
    expect([state.value.status, vi.getTimerCount()]).toEqual(['idle', 0])
  })

  test('to a code that was replaced a moment ago is accepted if the wallet approves', async () => {
    const { start, offers } = stage()
    const session = start()
    await settle()
    await vi.advanceTimersByTimeAsync(230_500)
    offers[0]?.approve('late')
    expect(await session).toBe('late')
    expect(offers.map((offer) => offer.isWithdrawn)).toEqual([false, true])
  })

  test('is passed on if the wallet rejects; the expiry of a replaced code is not passed on', async () => {
    const { start, offers, state } = stage()
    const session = start()
    session.catch(() => null) // the test awaits it below
    await settle()
    await vi.advanceTimersByTimeAsync(230_000)
    offers[0]?.refuse(new Error('expired'))
    await settle()
    expect(uriOf(state.value)).toBe('wc:2')
    offers[1]?.refuse(new Error('declined'))
    await expect(session).rejects.toThrow('declined')
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each(['before', 'after'])(
    'A2: an expiry %s the request for a new code does not stop that request',
    async (when) => {
      const { pairing, propose, offers, state, signal: leaving, leave } = stage()
      const slow = async (): Promise<Offer<string>> => {
        if (offers.length > 0) await new Promise((resolve) => setTimeout(resolve, 3000))
        return propose()
      }
      const session = pairing.run(slow, leaving)
      session.catch(() => null) // the test awaits it below
      await settle()
      vi.setSystemTime(Date.now() + 400_000) // timers do not run meanwhile
      if (when === 'after') await vi.advanceTimersByTimeAsync(1000)
      offers[0]?.refuse(new Error('Proposal expired'))
      await vi.advanceTimersByTimeAsync(4000)
      expect(uriOf(state.value)).toBe('wc:2')
      leave()
      expect(await session).toBeNull()
    },
  )

  test('A2: is passed on if the wallet rejects while the code is being replaced', async () => {
    const { pairing, propose, offers, signal: leaving } = stage()
    const session = pairing.run(() => (offers.length > 0 ? new Promise(() => undefined) : propose()), leaving)
    session.catch(() => null) // the test awaits it below
    await settle()
    await vi.advanceTimersByTimeAsync(230_000)
    offers[0]?.refuse(Object.assign(new Error('declined'), { code: 4001 }))
    await expect(session).rejects.toThrow('declined')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('C2: that arrives after the visitor left is ignored', async () => {
    const { start, leave, offers, state } = stage()
    const session = start()
    await settle()
    leave()
    offers[0]?.approve('too late')
    expect(await session).toBeNull()
    expect([state.value, offers[0]?.isWithdrawn]).toEqual([{ status: 'idle' }, true])
  })
})

test('a code that arrives after the visitor left is withdrawn and not shown', async () => {
  const { pairing, state, propose, offers } = stage()
  const leaving = new AbortController()
  const slow = async (): Promise<Offer<string>> => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    return propose()
  }
  const session = pairing.run(slow, leaving.signal)
  leaving.abort()
  expect(await session).toBeNull()
  await vi.advanceTimersByTimeAsync(100)
  expect([offers[0]?.isWithdrawn, state.value]).toEqual([true, { status: 'idle' }])
})

test('the expiry of a code that arrived after the visitor left causes no error of the page', async () => {
  const { pairing } = stage()
  const unhandled: unknown[] = []
  const listen = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', listen)
  const leaving = new AbortController()
  let expire = (_: Error): void => undefined
  const approval = new Promise<string>((_, reject) => (expire = reject))
  const session = pairing.run(async () => ({ uri: 'wc:1', approval, withdraw: () => undefined }), leaving.signal)
  leaving.abort()
  expect(await session).toBeNull()
  expire(new Error('expired'))
  await vi.advanceTimersByTimeAsync(LIFETIME_MS)
  process.off('unhandledRejection', listen)
  expect(unhandled).toEqual([])
})

test('a failure of the relay is passed on', async () => {
  const { pairing, state, signal: leaving } = stage()
  await expect(pairing.run(() => Promise.reject(new Error('no relay')), leaving)).rejects.toThrow('no relay')
  expect([state.value, vi.getTimerCount()]).toEqual([{ status: 'idle' }, 0])
})
