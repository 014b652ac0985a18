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

/** The page around, as a browser that does not tell its origin shows it. */
const asked: { id: string; method: string; to: string }[] = []
const parent = {
  postMessage: ({ id, method }: { id: string; method: string }, to: string) => void asked.push({ id, method, to }),
}
const say = (data: unknown, origin = SAFE, source: unknown = parent): void => {
  const event = new MessageEvent('message', { data, origin })
  Object.defineProperty(event, 'source', { value: source })
  window.dispatchEvent(event)
}
const ancestors = (origins: readonly string[] | undefined): void =>
  void Object.defineProperty(location, 'ancestorOrigins', { value: origins, configurable: true })

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  ancestors(undefined)
  vi.stubGlobal('parent', parent)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const find = (origins: readonly string[] = [SAFE], signal = new AbortController().signal) => findParent(origins, signal)
const idOf = (): string => asked[0]?.id ?? ''

describe('the page around this one', () => {
  it('is found by its answer, from its window and its origin', async () => {
    const found = find()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual([{ id: expect.any(String), method: 'getSafeInfo', to: SAFE }])
    say({ id: idOf(), success: true, data: info })
    expect(await found).toEqual({ origin: SAFE, info })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is asked by name: a question is addressed to listed origins and never to everybody', async () => {
    void find([SAFE, 'https://safe.example'])
    await vi.advanceTimersByTimeAsync(REPLY_TIMEOUT_MS)
    expect(new Set(asked.map(({ to }) => to))).toEqual(new Set([SAFE, 'https://safe.example']))
  })

  it('is not asked at all where the browser tells that it is another', async () => {
    ancestors(['https://evil.example', SAFE])
    expect(await find()).toBeNull()
    expect([asked, vi.getTimerCount()]).toEqual([[], 0])
  })

  it('is not believed from another origin, another window, with another id or with what is no Safe', async () => {
    const found = find()
    await vi.advanceTimersByTimeAsync(0)
    say({ id: idOf(), success: true, data: info }, 'https://evil.example')
    say({ id: idOf(), success: true, data: info }, SAFE, window)
    say({ id: 'guess', success: true, data: info })
    for (const data of [null, undefined, 'text', 1, []]) say(data)
    let isDone = false
    void found.then(() => {
      isDone = true
    })
    await vi.advanceTimersByTimeAsync(10)
    expect(isDone).toBe(false)
    say({ id: idOf(), success: true, data: { ...info, safeAddress: 'none' } })
    expect(await found).toBeNull()
  })

  it('is given up after a while, and at once when the plugin ends', async () => {
    const found = find()
    await vi.advanceTimersByTimeAsync(REPLY_TIMEOUT_MS)
    expect([await found, asked.length, vi.getTimerCount()]).toEqual([null, 3, 0])
    const stop = new AbortController()
    const left = find([SAFE], stop.signal)
    stop.abort()
    expect([await left, vi.getTimerCount()]).toEqual([null, 0])
  })
})

describe('what it answers', () => {
  it('is a Safe with every field of its kind', () => {
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
