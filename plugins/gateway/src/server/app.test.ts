import { describe, expect, it, vi } from 'vitest'
import { type AnalyticsEvent, createGatewayApp, type GatewayAppOptions, RequestError } from './index.js'

const SHOP = 'https://shop.example'
const event = {
  eventId: '5b8f3b0e-6f0c-4f7e-9d7b-0d6a3c1f2e44',
  url: `${SHOP}/cart`,
  domain: 'shop.example',
  timestamp: 1_800_000_000_000,
  props: { type: 'track', event: 'MODAL_OPEN' },
}

function fresh(parts: Partial<GatewayAppOptions> = {}) {
  const events: AnalyticsEvent[] = []
  const app = createGatewayApp({
    allowedOrigins: [SHOP],
    analytics: { add: async (more) => void events.push(...more) },
    ...parts,
  })
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    app.request('/e', { method: 'POST', body: JSON.stringify(body), headers: { origin: SHOP, ...headers } })
  return { app, events, post }
}

describe('createGatewayApp', () => {
  it('takes what a listed page reports', async () => {
    const { events, post } = fresh()
    const reply = await post(event)
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([202, SHOP])
    expect(events).toEqual([event])
  })

  it.each(['https://evil.example', 'https://shop.example.evil.example', 'https://shop.example:444', 'null'])(
    'refuses the origin %s before a route sees the request',
    async (origin) => {
      const { events, post } = fresh()
      const reply = await post(event, { origin })
      expect(reply.status).toBe(403)
      expect(reply.headers.get('access-control-allow-origin')).toBeNull()
      expect(events).toEqual([])
    },
  )

  it('answers a preflight', async () => {
    const headers = { origin: SHOP, 'access-control-request-method': 'POST' }
    const reply = await fresh().app.request('/e', { method: 'OPTIONS', headers })
    expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, SHOP])
  })

  it('names the field that does not fit', async () => {
    const reply = await fresh().post({ ...event, timestamp: 'now' })
    expect(await reply.json()).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: expect.stringContaining('timestamp') },
    })
  })

  it('answers 404 for a part that is absent', async () => {
    const reply = await fresh().app.request('/v1/convert/tokens?chainId=eip155:1')
    expect(reply.status).toBe(404)
  })

  it('passes on what a source refuses, and keeps the text of a fault to itself', async () => {
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
