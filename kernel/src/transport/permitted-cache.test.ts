/// <reference types="node" />
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Cache } from './cache.js'
import { create, get, resetEachTest, setReply, text } from './permitted.test.fixtures.js'

resetEachTest()

describe('stale while revalidate', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  const at = (ms: number): void => void vi.setSystemTime(ms)

  test('an answer is fresh for as long as is said, and not a moment longer', async () => {
    const api = create(['own:/x'])
    let count = 0
    setReply(() => ++count)
    at(1_000_000)
    const ask = () => get(api, '/x', { staleMs: 30_000 })
    expect(await ask()).toBe(1)
    at(1_029_999)
    expect(await ask()).toBe(1)
    at(1_030_000)
    expect(await ask()).toBe(2)
  })

  test('a stale answer is told at once, the new one after it', async () => {
    const api = create(['own:/x'])
    let count = 0
    setReply(() => ++count)
    at(1_000_000)
    await get(api, '/x', { staleMs: 1000 })
    at(1_002_000)
    const stale = vi.fn()
    expect(await get(api, '/x', { staleMs: 1000, onStale: stale })).toBe(2)
    expect(stale.mock.calls).toEqual([[1]])
  })

  test('what was asked anew is what others get from then on', async () => {
    const api = create(['own:/x'])
    let count = 0
    setReply(() => ++count)
    await get(api, '/x', { staleMs: 30_000 })
    expect(await get(api, '/x')).toBe(2)
    expect(await get(api, '/x', { staleMs: 30_000 })).toBe(2)
  })

  test('a clock that was set back makes nothing fresh for ever', async () => {
    const api = create(['own:/x'])
    let count = 0
    setReply(() => ++count)
    at(2_000_000)
    await get(api, '/x', { staleMs: 1000 })
    at(1_000_000)
    expect(await get(api, '/x', { staleMs: 1000 })).toBe(2)
  })

  test('a cached answer that does not fit the schema of the next one is asked anew', async () => {
    const cache = new Cache()
    const api = create(['own:/x'], new AbortController(), cache)
    setReply(() => 42)
    await get(api, '/x', { staleMs: 1000 })
    setReply(() => 'text')
    expect(await get(api, '/x', { staleMs: 1000, schema: text })).toBe('text')
  })

  test('an answer that does not fit is not kept, and neither is a failure', async () => {
    const cache = new Cache()
    const api = create(['own:/x'], new AbortController(), cache)
    setReply(() => 42)
    await expect(get(api, '/x', { staleMs: 1000, schema: text })).rejects.toMatchObject({
      code: 'INVALID_DATA',
      message: 'https://own.test/base/x: no text',
    })
    setReply(() => new Response('', { status: 404 }))
    await expect(get(api, '/x', { staleMs: 1000 })).rejects.toMatchObject({ code: 'HTTP_STATUS' })
    setReply(() => 'good')
    expect(await get(api, '/x', { staleMs: 1000 })).toBe('good')
  })

  test('what is asked anew does not come from the cache of the browser', async () => {
    const modes: (string | undefined)[] = []
    setReply((_, { cache }) => {
      modes.push(cache)
      return 'fresh'
    })
    const api = create(['own:/x'])
    await get(api, '/x')
    await get(api, '/x', { staleMs: 1000 })
    expect(modes).toEqual(['no-store', undefined])
  })

  test('the cache holds at most 200 answers', async () => {
    const cache = new Cache()
    for (let at = 0; at < 1000; at++) cache.write(String(at), at)
    expect(Array.from({ length: 1000 }, (_, at) => cache.read(String(at))).filter(Boolean).length).toBe(
      Cache.MAX_ENTRIES,
    )
  })
})
