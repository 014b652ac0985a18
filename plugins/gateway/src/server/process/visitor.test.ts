import { once } from 'node:events'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, describe, expect, it } from 'vitest'
import type { ProxyConfig } from './onramp-config.js'
import { clientReader, visitorReader } from './visitor.js'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Sends a request from this machine. Returns the visitor that a gateway with this `proxy` setting reads from the request. */
async function visitorBehind(
  proxy: ProxyConfig,
  headers: Readonly<Record<string, string>>,
  reader: typeof clientReader = visitorReader,
) {
  const app = new Hono()
  const read = reader(proxy)
  app.get('/', (c) => c.json(read(c)))
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  return (await fetch(`http://127.0.0.1:${Object(server.address()).port}`, { headers })).json()
}

const here = { addresses: ['127.0.0.1'], countryHeader: 'CF-IPCountry', regionHeader: 'CF-Region-Code' }

describe('the visitor', () => {
  it('is the connecting IP address if that is not a trusted proxy, whatever the headers say', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'cf-ipcountry': 'DE' }
    expect(await visitorBehind(undefined, headers)).toEqual({ ip: '127.0.0.1' })
    expect(await visitorBehind({ ...here, addresses: ['10.0.0.0/8'] }, headers)).toEqual({ ip: '127.0.0.1' })
  })

  it('has the IP address, country and region that a trusted proxy reports', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7', 'cf-ipcountry': 'us', 'cf-region-code': 'NY' }
    expect(await visitorBehind(here, headers)).toEqual({ ip: '198.51.100.7', country: 'US', region: 'NY' })
  })

  it('is the last forwarded address that is not a trusted proxy, since earlier ones can be forged', async () => {
    const proxy = { addresses: ['127.0.0.1', '10.0.0.0/8', '2001:db8::/32'] }
    const forwarded = (text: string) => visitorBehind(proxy, { 'x-forwarded-for': text })
    expect(await forwarded('1.2.3.4, 198.51.100.7, 10.1.2.3')).toEqual({ ip: '198.51.100.7' })
    expect(await forwarded('1.2.3.4, 2001:db9::1, 2001:db8::7')).toEqual({ ip: '2001:db9::1' })
    expect(await forwarded('1.2.3.4, nonsense, 10.1.2.3')).toEqual({})
    expect(await forwarded('')).toEqual({})
    expect(await forwarded('198.51.100.7:1234, 10.1.2.3:80')).toEqual({ ip: '198.51.100.7' })
    expect(await forwarded('[2001:db9::1]:1234')).toEqual({ ip: '2001:db9::1' })
    expect(await forwarded('[2001:db9::1]')).toEqual({ ip: '2001:db9::1' })
  })

  it('has no country if the proxy reports it as unknown (XX)', async () => {
    const headers = { 'x-forwarded-for': '::ffff:198.51.100.7', 'cf-ipcountry': 'XX' }
    expect(await visitorBehind(here, headers)).toEqual({ ip: '198.51.100.7' })
  })

  it('has an address for limits if it sends X-Forwarded-For from a public address without a configured proxy', async () => {
    const app = new Hono()
    const read = clientReader(undefined)
    app.get('/', (c) => c.json(read(c)))
    const clientAt = async (remoteAddress: string) => {
      const headers = { 'x-forwarded-for': '198.51.100.7' }
      return (await app.request('/', { headers }, { incoming: { socket: { remoteAddress } } })).json()
    }
    expect(await clientAt('203.0.113.9')).toEqual({ ip: '203.0.113.9' })
    expect(await clientAt('::ffff:203.0.113.9')).toEqual({ ip: '203.0.113.9' })
    expect(await clientAt('2001:db8::9')).toEqual({ ip: '2001:db8::9' })
    for (const proxy of ['127.0.0.1', '::1', '10.0.0.3', '172.18.0.1', '::ffff:192.168.1.2', 'fd00::1'])
      expect(await clientAt(proxy)).toEqual({})
  })

  it('has no address for limits behind an unconfigured proxy, whose address all visitors share', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.7' }
    expect(await visitorBehind(undefined, headers, clientReader)).toEqual({})
    expect(await visitorBehind(undefined, {}, clientReader)).toEqual({ ip: '127.0.0.1' })
    expect(await visitorBehind(here, headers, clientReader)).toEqual({ ip: '198.51.100.7' })
    expect(await visitorBehind({ addresses: ['10.0.0.1'] }, headers, clientReader)).toEqual({ ip: '127.0.0.1' })
  })
})
