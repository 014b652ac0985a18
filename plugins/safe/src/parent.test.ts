// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findParent, REPLY_TIMEOUT_MS, readSafeInfo } from './parent.js'

const info = {
  safeAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  chainId: 1,
  threshold: 1,
  owners: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  isReadOnly: false,
}
const SAFE = 'https://app.safe.global'

/** Messages to the fake parent window. */
const messages: { id: string; method: string; to: string }[] = []
const parent = {
  postMessage: ({ id, method }: { id: string; method: string }, to: string) => void messages.push({ id, method, to }),
}
const reply = (data: unknown, origin = SAFE, source: unknown = parent): void => {
  const event = new MessageEvent('message', { data, origin })
  Object.defineProperty(event, 'source', { value: source })
  window.dispatchEvent(event)
}
/** Sets `location.ancestorOrigins`. `undefined`: the browser does not report the parent's origin. */
const ancestors = (origins: readonly string[] | undefined): void =>
  void Object.defineProperty(location, 'ancestorOrigins', { value: origins, configurable: true })

beforeEach(() => {
  vi.useFakeTimers()
  messages.length = 0
  ancestors(undefined)
  vi.stubGlobal('parent', parent)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const find = (origins: readonly string[] = [SAFE], signal = new AbortController().signal) => findParent(origins, signal)
const idOf = (): string => messages[0]?.id ?? ''

describe('the parent page', () => {
  it('is found by a reply from its window and its origin', async () => {
    const found = find()
    await vi.advanceTimersByTimeAsync(0)
    expect(messages).toEqual([{ id: expect.any(String), method: 'getSafeInfo', to: SAFE }])
    reply({ id: idOf(), success: true, data: info })
    expect(await found).toEqual({ origin: SAFE, info })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('gets messages addressed to the listed origins only, never to "*"', async () => {
    void find([SAFE, 'https://safe.example'])
    await vi.advanceTimersByTimeAsync(REPLY_TIMEOUT_MS)
    expect(new Set(messages.map(({ to }) => to))).toEqual(new Set([SAFE, 'https://safe.example']))
  })

  it('gets no message if its origin, the first of location.ancestorOrigins, is not listed', async () => {
    ancestors(['https://evil.example', SAFE])
    expect(await find()).toBeNull()
    expect([messages, vi.getTimerCount()]).toEqual([[], 0])
  })

  it('is not found by a reply with another origin, window or id, or without a valid Safe', async () => {
    const found = find()
    await vi.advanceTimersByTimeAsync(0)
    reply({ id: idOf(), success: true, data: info }, 'https://evil.example')
    reply({ id: idOf(), success: true, data: info }, SAFE, window)
    reply({ id: 'guess', success: true, data: info })
    for (const data of [null, undefined, 'text', 1, []]) reply(data)
    let isDone = false
    void found.then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(10)
    expect(isDone).toBe(false)
    reply({ id: idOf(), success: true, data: { ...info, safeAddress: 'none' } })
    expect(await found).toBeNull()
  })

  it('is not found if it does not reply in time; an abort ends the search immediately', async () => {
    const found = find()
    await vi.advanceTimersByTimeAsync(REPLY_TIMEOUT_MS)
    expect([await found, messages.length, vi.getTimerCount()]).toEqual([null, 3, 0])
    const stop = new AbortController()
    const left = find([SAFE], stop.signal)
    stop.abort()
    expect([await left, vi.getTimerCount()]).toEqual([null, 0])
  })

  it('gets no message after an abort', async () => {
    const found = find([SAFE], AbortSignal.abort())
    await vi.advanceTimersByTimeAsync(REPLY_TIMEOUT_MS)
    expect([await found, messages]).toEqual([null, []])
  })
})

describe('readSafeInfo', () => {
  it('returns the Safe, or null if a field is invalid', () => {
    expect(readSafeInfo({ ...info, nonce: 3 })).toEqual(info)
    for (const [field, wrong] of [
      ['safeAddress', '0x12'],
      ['safeAddress', null],
      ['chainId', '1'],
      ['chainId', -1],
      ['threshold', 0],
      ['owners', 'all'],
      ['owners', ['0x12']],
    ] as const)
      expect([field, wrong, readSafeInfo({ ...info, [field]: wrong })]).toEqual([field, wrong, null])
  })
})
