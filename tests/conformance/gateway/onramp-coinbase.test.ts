import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateJwt } from '@coinbase/cdp-sdk/auth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../setup/ports.mjs'
import { type CoinbaseServer, ETH_ID, serveCoinbase } from '../../support/onramp/coinbase-server.js'
import { BUYER, coinbaseAt, currencies, edwardsKey, ellipticKey, gatewayOf, IP, site, vendorClient } from './onramp.js'
import { startGatewayProcess } from './processes.js'

describe.each([
  ['Ed25519', edwardsKey()],
  ['P-256', ellipticKey('pkcs8')],
])('Coinbase with an API key of type %s', (_, key) => {
  let server: CoinbaseServer
  beforeAll(async () => {
    server = await serveCoinbase(key)
  })
  afterAll(() => server.close())

  it('the test server accepts a session that Coinbase’s own client starts', async () => {
    const client = await vendorClient(server, key)
    const { session } = await client.createOnrampSession({
      ...{ purchaseCurrency: 'ETH', destinationNetwork: 'ethereum', destinationAddress: BUYER, clientIp: IP },
    })
    expect(session.onrampUrl).toMatch(/^https:\/\/pay\.coinbase\.com\/buy\?sessionToken=/)
  })

  it('the test server rejects a token for another path, key or method, and one that was already used', async () => {
    const { host } = new URL(server.url)
    const path = '/onramp/v1/buy/options'
    const made = {
      apiKeyId: key.id,
      apiKeySecret: key.secret,
      requestMethod: 'GET',
      requestHost: host,
      requestPath: path,
    }
    const ask = (token: string) =>
      fetch(`${server.url}${path}?country=US`, { headers: { authorization: `Bearer ${token}` } }).then(
        (one) => one.status,
      )
    const token = await generateJwt(made)
    expect([await ask(token), await ask(token)]).toEqual([200, 401])
    expect(await ask(await generateJwt({ ...made, requestPath: '/onramp/v1/buy/quote' }))).toBe(401)
    expect(await ask(await generateJwt({ ...made, requestMethod: 'POST' }))).toBe(401)
    expect(await ask(await generateJwt({ ...made, apiKeySecret: edwardsKey().secret }))).toBe(401)
  })

  it('the gateway serves a quote, a session with the visitor’s IP address, and the session’s purchases', async () => {
    const { quote, session, purchase } = gatewayOf(coinbaseAt(server, key))
    expect(await quote('coinbase', '100')).toMatchObject({
      status: 200,
      json: {
        ...{ paymentTotal: { amount: '100.00', currency: 'USD' }, networkFee: { amount: '0.25' } },
        ...{ coinbaseFee: { amount: '1.00' }, purchaseAmount: { amount: '0.039500000000000000', currency: 'ETH' } },
      },
    })
    expect(await quote('coinbase', '7500')).toMatchObject({
      json: { purchaseAmount: { amount: '2.969900000000000000', currency: 'ETH' } },
    })
    const { id, json } = await session('coinbase')
    const started = server.sessions.get(new URL(json.url).searchParams.get('sessionToken') ?? '')
    expect(started).toMatchObject({ clientIp: IP, partnerUserRef: id, destinationAddress: BUYER, paymentAmount: '100' })
    expect((await purchase('coinbase', id)).json).toEqual({ data: [], next: null })
  })
})

it('Coinbase works with a SEC 1 key on one line', async () => {
  const key = ellipticKey('sec1')
  const server = await serveCoinbase(key)
  const { ask } = gatewayOf(coinbaseAt(server, { ...key, secret: key.secret.replaceAll('\n', '\\n') }))
  expect((await ask('/v1/onramp/options')).status).toBe(200)
  await server.close()
})

it('a gateway process configured by a file starts a session, trusts its proxy, and logs no key', async () => {
  const key = edwardsKey()
  const server = await serveCoinbase(key)
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'onramp-')), await freePort()]
  const publicUrl = `http://127.0.0.1:${port}`
  const coinbase = {
    ...{ keyId: key.id, keySecret: key.secret, region: 'NY' },
    ...{ apiUrl: `${server.url}/onramp`, platformUrl: `${server.url}/platform` },
  }
  const config = { publicUrl, allowedOrigins: [site], onRamp: { coinbase }, proxy: { addresses: ['127.0.0.1'] } }
  const gateway = await startGatewayProcess(folder, config, port)
  const body = {
    destinationWallets: [{ address: BUYER, blockchains: ['sandbox'], assets: [ETH_ID] }],
    ...{ defaultNetwork: 'sandbox', partnerUserId: crypto.randomUUID(), defaultExperience: 'buy' },
    ...{ presetFiatAmount: '100', paymentCurrency: 'USD' },
  }
  const start = () => {
    const headers = { 'x-forwarded-for': `1.2.3.4, ${IP}` }
    return fetch(`${publicUrl}/v1/generators/onrampurl`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  try {
    expect((await start()).status).toBe(200)
    expect([...server.sessions.values()]).toMatchObject([{ clientIp: IP, country: 'US' }])
    server.fault = 401
    expect(
      (
        await fetch(`${publicUrl}/v1/onramp/quote`, {
          method: 'POST',
          body: JSON.stringify({ ...currencies.coinbase, paymentCurrency: 'USD', amount: '100' }),
        })
      ).status,
    ).toBe(502)
    expect(gateway.output()).toContain('HTTP status 401')
    expect(gateway.output()).not.toContain(key.secret.slice(0, 40))
  } finally {
    await gateway.end('SIGTERM')
    await server.close()
    await rm(folder, { recursive: true, force: true })
  }
})
