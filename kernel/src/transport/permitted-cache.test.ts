/// <reference types="node" />
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Cache } from './cache.js'
import { create, get, resetEachTest, setReply, text } from './permitted.test.fixtures.js'

resetEachTest()

describe('cached replies (stale while revalidate)', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  const at = (ms: number): void => void vi.setSystemTime(ms)

  test('a reply is fresh for exactly the given time', async () => {
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

  test('an expired reply is passed to onStale at once, and the new one is returned', async () => {
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

  test('a reply to a request without cache replaces the cached one', async () => {
    const api = create(['own:/x'])
    let count = 0
    setReply(() => ++count)
    await get(api, '/x', { staleMs: 30_000 })
    expect(await get(api, '/x')).toBe(2)
    expect(await get(api, '/x', { staleMs: 30_000 })).toBe(2)
  })

  test('a clock that was set back makes no reply fresh forever', async () => {
    const api = create(['own:/x'])
    let count = 0
    setReply(() => ++count)
    at(2_000_000)
    await get(api, '/x', { staleMs: 1000 })
    at(1_000_000)
    expect(await get(api, '/x', { staleMs: 1000 })).toBe(2)
  })

  test('a cached reply that does not match the schema of the next request is requested again', async () => {
    const cache = new Cache()
    const api = create(['own:/x'], new AbortController(), cache)
    setReply(() => 42)
    await get(api, '/x', { staleMs: 1000 })
    setReply(() => 'text')
    expect(await get(api, '/x', { staleMs: 1000, schema: text })).toBe('text')
  })

  test('replies that do not match the schema, and failures, are not cached', async () => {
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

  test("a request without cache bypasses the browser's cache", async () => {
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

  test('the cache contains at most 200 replies', async () => {
    const cache = new Cache()
    for (let at = 0; at < 1000; at++) cache.write(String(at), at)
    expect(Array.from({ length: 1000 }, (_, at) => cache.read(String(at))).filter(Boolean).length).toBe(
      Cache.MAX_ENTRIES,
    )
  })
})
