// @vitest-environment happy-dom
import { keccak256 } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { gateway } from './gateway.js'
import { broadcast } from './transactions/broadcast.js'

const raw = '0x02f8'
const html = '<html><body>Request refused</body></html>'

const replyWith = (status: number, body: string) => vi.stubGlobal('fetch', async () => new Response(body, { status }))
const send = () => broadcast(raw, (method, params) => gateway.rpc('session', 1, method, params))

beforeEach(() => {
  document.documentElement.lang = 'en'
  vi.stubGlobal('setTimeout', queueMicrotask) // no pauses
})
afterEach(() => vi.unstubAllGlobals())

describe('B3: a transaction', () => {
  it.each([403, 413, 429])('counts as not sent if a proxy refuses it with %i and an HTML page', async (status) => {
    replyWith(status, html)
    await expect(send()).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it('counts as not sent if a proxy refuses it with JSON of its own', async () => {
    replyWith(429, '{"message":"Too many requests"}')
    await expect(send()).rejects.toMatchObject({ code: 'REFUSED' })
  })

  it.each([
    ['an HTML page', html],
    ['JSON of a proxy', '{"message":"Bad gateway"}'],
  ])('counts as perhaps sent if the reply is a 502 with %s', async (_, body) => {
    replyWith(502, body)
    expect(await send()).toBe(keccak256(raw))
  })

  it.each([408, 460, 499])('counts as perhaps sent if a proxy ends the request with %i', async (status) => {
    replyWith(status, html)
    expect(await send()).toBe(keccak256(raw))
  })

  it('fails with the gateway’s error if the gateway refuses it', async () => {
    replyWith(403, '{"error":{"code":"NOT_ALLOWED","message":"Requested RPC call is not allowed"}}')
    await expect(send()).rejects.toMatchObject({ code: 'NOT_ALLOWED', message: 'Requested RPC call is not allowed' })
  })
})
