import { describe, expect, it, vi } from 'vitest'
import { type AnalyticsEvent, createGatewayApp, type GatewayAppOptions, jsonRpcSource, RequestError } from './index.js'

const SHOP = 'https://shop.example'
const event = {
  eventId: '5b8f3b0e-6f0c-4f7e-9d7b-0d6a3c1f2e44',
  url: `${SHOP}/cart`,
  domain: 'shop.example',
  timestamp: 1_800_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN' },
}

function fresh(options: Partial<GatewayAppOptions> = {}) {
  const events: AnalyticsEvent[] = []
  const app = createGatewayApp({
    allowedOrigins: [SHOP],
    analytics: { add: async (more) => void events.push(...more) },
    ...options,
  })
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    app.request('/e', { method: 'POST', body: JSON.stringify(body), headers: { origin: SHOP, ...headers } })
  return { app, events, post }
}

describe('createGatewayApp', () => {
  it('accepts an analytics event from a page of an allowed origin', async () => {
    const { events, post } = fresh()
    const reply = await post(event)
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([202, SHOP])
    expect(events).toEqual([event])
  })

  it.each(['https://evil.example', 'https://shop.example.evil.example', 'https://shop.example:444', 'null'])(
    'rejects the origin %s and stores no event',
    async (origin) => {
      const { events, post } = fresh()
      const reply = await post(event, { origin })
      expect(reply.status).toBe(403)
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
      expect(events).toEqual([])
    },
  )

  it('tells sources its public URL, not the http: URL of requests that a proxy forwards', async () => {
    const origins: string[] = []
    const balances = {
      chains: () => [],
      balances: async ({ origin }: { readonly origin: string }) => {
        origins.push(origin)
        return []
      },
    }
    const path = `http://api.example/v1/account/0x${'ab'.repeat(20)}/balance?currency=usd`
    for (const options of [{}, { publicUrl: 'https://api.example' }])
      expect((await fresh({ balances, ...options }).app.request(path)).status).toBe(200)
    expect(origins).toEqual(['http://api.example', 'https://api.example'])
  })

  it('reports no fault if the client aborts a request to a node', async () => {
    const faults: unknown[] = []
    const onFault = (fault: unknown): void => void faults.push(fault)
    const client = new AbortController()
    const fetch = async (_: unknown, init?: RequestInit): Promise<Response> => {
      client.abort()
      init?.signal?.throwIfAborted()
      return Response.json({})
    }
    const rpc = jsonRpcSource({ 'eip155:1': ['https://node.example'] }, { fetch, onFault })
    const { app } = fresh({ rpc, onFault })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    const headers = { 'content-type': 'application/json' }
    const url = '/v1?chainId=eip155:1'
    const reply = await app.request(url, { method: 'POST', body, headers, signal: client.signal })
    expect([reply.status, faults]).toEqual([504, []])
  })

  it('answers a preflight', async () => {
    const headers = { origin: SHOP, 'access-control-request-method': 'POST' }
    const reply = await fresh().app.request('/e', { method: 'OPTIONS', headers })
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, SHOP])
  })

  it('names the invalid field in the error message', async () => {
    const reply = await fresh().post({ ...event, timestamp: 'now' })
    expect(await reply.json()).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: expect.stringContaining('timestamp') },
    })
  })

  it('returns status 404 for routes without a configured source', async () => {
    const reply = await fresh().app.request('/v1/convert/tokens?chainId=eip155:1')
    expect(reply.status).toBe(404)
  })

  it('returns the error of a RequestError, but not the message of any other error', async () => {
    const onFault = vi.fn()
    const failing = (error: Error) => fresh({ analytics: { add: () => Promise.reject(error) }, onFault }).post(event)
    const refused = await failing(new RequestError('TOO_MANY_REQUESTS', 'Ask again in a minute.'))
    expect([refused.status, await refused.json()]).toEqual([
      429,
      { error: { code: 'TOO_MANY_REQUESTS', message: 'Ask again in a minute.' } },
    ])
    const fault = await failing(new Error('password=hunter2'))
    expect([fault.status, await fault.text()]).toEqual([500, expect.not.stringContaining('hunter2')])
    expect(onFault).toHaveBeenCalledOnce()
  })
})
