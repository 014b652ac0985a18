/// <reference types="node" />
import { describe, expect, test, vi } from 'vitest'
import { anything, create, get, resetEachTest, setReply, urls } from './permitted.test.fixtures.js'
import { PAUSE_MS } from './third-party.js'

resetEachTest()

describe('a third-party service', () => {
  test('gets neither the project id nor the name of the SDK', async () => {
    await get(create(['own:/*']), '/a', { isAnonymous: true, query: { type: 'ERC-20' } })
    await get(create(['own:/*']), '/b', { isAnonymous: true })
    expect(urls.map(String)).toEqual(['https://own.test/base/a?type=ERC-20', 'https://own.test/base/b'])
  })

  test('gets no request after HTTP 429 until Retry-After or the default pause has passed', async () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const api = create(['own:/*'])
    const settle = async (path: string): Promise<unknown> => {
      const outcome = get(api, path, { isAnonymous: true }).catch((error: unknown) => error)
      await vi.runAllTimersAsync()
      return outcome
    }
    setReply(() => new Response('', { status: 429, headers: { 'retry-after': '120' } }))
    expect(await settle('/a')).toMatchObject({ code: 'HTTP_STATUS', status: 429 })
    expect(urls.length).toBe(1)
    setReply(() => 'fresh')
    expect(await settle('/b')).toMatchObject({ status: 429, message: expect.stringMatching(/possible in 120 s/) })
    expect(urls.length).toBe(1)
    vi.advanceTimersByTime(120_000)
    expect(await settle('/b')).toBe('fresh')
    setReply(() => new Response('', { status: 429 }))
    await settle('/c')
    setReply(() => 'fresh')
    vi.advanceTimersByTime(PAUSE_MS - 1000)
    expect(await settle('/d')).toMatchObject({ status: 429 })
    vi.advanceTimersByTime(1000)
    expect(await settle('/d')).toBe('fresh')
  })

  test('that replies to a write with HTTP 429 gets no read during the pause, but further writes', async () => {
    const api = create(['own:/*'])
    const write = () => api.service('own').post('/a', '00ff', { schema: anything, isText: true })
    setReply(() => new Response('', { status: 429, headers: { 'retry-after': '120' } }))
    const limited = { code: 'HTTP_STATUS', status: 429, message: expect.stringMatching(/possible in 120 s/) }
    await expect(write()).rejects.toMatchObject(limited)
    setReply(() => new Response('sent'))
    await expect(get(api, '/b', { isAnonymous: true })).rejects.toMatchObject({ status: 429 })
    expect(urls).toHaveLength(1)
    expect(await write()).toEqual({ status: 200, text: 'sent' })
  })

  test('receives a plain-text body unchanged and without retries, and its reply is returned as text with the HTTP status', async () => {
    const sent: RequestInit[] = []
    const send = (path: string) =>
      create(['own:/*'])
        .service('own')
        .post(path, '00ff', {
          schema: anything,
          isText: true,
          okStatuses: [400],
          query: { page: 1, cursor: undefined, types: [] },
        })
    const answer = (status: number) => (_: URL, init: RequestInit) => {
      sent.push(init)
      return new Response('no "JSON"', { status })
    }
    setReply(answer(200))
    expect(await send('/a')).toEqual({ status: 200, text: 'no "JSON"' })
    setReply(answer(400))
    expect(await send('/b')).toEqual({ status: 400, text: 'no "JSON"' })
    setReply(answer(503))
    await expect(send('/c')).rejects.toMatchObject({ code: 'HTTP_STATUS', status: 503 })
    setReply(() => new Response('x'.repeat(5_000_001)))
    await expect(send('/d')).rejects.toMatchObject({ code: 'INVALID_DATA' })
    expect(urls.map(({ href }) => href)).toEqual(
      ['a', 'b', 'c', 'd'].map((path) => `https://own.test/base/${path}?page=1`),
    )
    expect(sent[0]).toMatchObject({ method: 'POST', body: '00ff', credentials: 'omit' })
  })
})
