import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateJwt } from '@coinbase/cdp-sdk/auth'
import {
  coinbaseOnRamp,
  createGatewayApp,
  meldOnRamp,
  memoryStore,
  type OnRampSource,
} from '@wallet-modal/gateway/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CdpKey, type CoinbaseServer, ETH_ID, serveCoinbase } from '../../support/onramp/coinbase-server.js'
import { type MeldServer, serveMeld } from '../../support/onramp/meld-server.js'
import { freePort, startGatewayProcess } from './processes.js'

const ID = 'organizations/0b1c/apiKeys/7f3e'
const MELD_KEY = 'W9kZ:3sYK'
const BUYER = '0x52908400098527886E0F7030069857D2E4169EE7'
const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const IP = '198.51.100.7'
const HASH = `0x${'ab'.repeat(32)}`
const site = 'https://shop.example'

function edwardsKey(): CdpKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  return {
    id: ID,
    secret: Buffer.concat([d, x].map((one) => Buffer.from(one, 'base64url'))).toString('base64'),
    publicKey,
  }
}

function ellipticKey(type: 'pkcs8' | 'sec1'): CdpKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { id: ID, secret: String(privateKey.export({ type, format: 'pem' })), publicKey }
}

/** The client that Coinbase publishes. Its API calls are no entry of the package. */
async function vendorClient(server: CoinbaseServer, { id, secret }: CdpKey) {
  const from = (file: string) => import(new URL(file, import.meta.resolve('@coinbase/cdp-sdk/auth')).href)
  const { configure } = await from('../openapi-client/cdpApiClient.js')
  configure({ apiKeyId: id, apiKeySecret: secret, basePath: `${server.url}/platform` })
  return from('../openapi-client/generated/onramp/onramp.js')
}

const coinbaseAt = ({ url }: CoinbaseServer, { id, secret }: Pick<CdpKey, 'id' | 'secret'>, more: object = {}) =>
  coinbaseOnRamp({
    ...{ key: { id, secret }, store: memoryStore(), country: 'US', region: 'NY' },
    ...{ apiUrl: `${url}/onramp`, platformUrl: `${url}/platform`, ...more },
  })

function gatewayOf(...onRamp: readonly OnRampSource[]) {
  const faults: unknown[] = []
  const visitor = () => ({ ip: IP })
  const app = createGatewayApp({ allowedOrigins: [site], onRamp, visitor, onFault: (error) => faults.push(error) })
  const ask = async (path: string, body?: object) => {
    const reply = await app.request(path, { ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    return { status: reply.status, json: await reply.json() }
  }
  const quote = (provider: string, amount: string, more: object = {}) =>
    ask('/v1/onramp/quote', { ...wares[provider], paymentCurrency: 'USD', amount, provider, ...more })
  const session = (provider: string, more: object = {}) => {
    const { purchaseCurrency = '', network = '' } = wares[provider] ?? {}
    const id = crypto.randomUUID()
    return ask('/v1/generators/onrampurl', {
      destinationWallets: [{ address: BUYER, blockchains: [network], assets: [purchaseCurrency] }],
      ...{ defaultNetwork: network, partnerUserId: id, defaultExperience: 'buy', presetFiatAmount: '100' },
      ...{ paymentCurrency: 'USD', provider, ...more },
    }).then((reply) => ({ id, ...reply }))
  }
  const purchase = (provider: string, partnerUserId: string, address = BUYER) => {
    const query = new URLSearchParams({ onramp: provider, chainId: 'eip155:31337', partnerUserId })
    return ask(`/v1/account/${address}/history?${query}`)
  }
  return { ask, quote, session, purchase, faults }
}
const wares: Readonly<Record<string, { readonly purchaseCurrency: string; readonly network: string }>> = {
  coinbase: { purchaseCurrency: ETH_ID, network: 'sandbox' },
  meld: { purchaseCurrency: 'ETH_SANDBOX', network: 'sandbox' },
}
const told = (json: { readonly reasons?: readonly { readonly description: string }[] }) =>
  json.reasons?.[0]?.description

describe.each([
  ['Ed25519', edwardsKey()],
  ['P-256', ellipticKey('pkcs8')],
])('Coinbase with a key of %s', (_, key) => {
  let server: CoinbaseServer
  beforeAll(async () => {
    server = await serveCoinbase(key)
  })
  afterAll(() => server.close())

  it('takes the session that Coinbase’s own client starts', async () => {
    const client = await vendorClient(server, key)
    const { session } = await client.createOnrampSession({
      ...{ purchaseCurrency: 'ETH', destinationNetwork: 'ethereum', destinationAddress: BUYER, clientIp: IP },
    })
    expect(session.onrampUrl).toMatch(/^https:\/\/pay\.coinbase\.com\/buy\?sessionToken=/)
  })

  it('refuses a token of Coinbase’s own generator for another path, key, or method, and one that was used', async () => {
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

  it('sells by way of the gateway: quote, session with the visitor’s address, and its payment', async () => {
    const { quote, session, purchase } = gatewayOf(coinbaseAt(server, key))
    expect(await quote('coinbase', '100')).toMatchObject({
      status: 200,
      json: {
        ...{ paymentTotal: { amount: '100.00', currency: 'USD' }, networkFee: { amount: '0.25' } },
        ...{ coinbaseFee: { amount: '1.00' }, purchaseAmount: { amount: '0.039500000000000000', currency: 'ETH' } },
      },
    })
    const { id, json } = await session('coinbase')
    const started = server.sessions.get(new URL(json.url).searchParams.get('sessionToken') ?? '')
    expect(started).toMatchObject({ clientIp: IP, partnerUserRef: id, destinationAddress: BUYER, paymentAmount: '100' })
    expect((await purchase('coinbase', id)).json).toEqual({ data: [], next: null })
  })
})

it('Coinbase takes the key in the form of SEC 1, in one line, too', async () => {
  const key = ellipticKey('sec1')
  const server = await serveCoinbase(key)
  const { ask } = gatewayOf(coinbaseAt(server, { ...key, secret: key.secret.replaceAll('\n', '\\n') }))
  expect((await ask('/v1/onramp/options')).status).toBe(200)
  await server.close()
})

describe('a purchase is followed by what the provider says', () => {
  const key = edwardsKey()
  let coinbase: CoinbaseServer
  let meld: MeldServer
  let gateway: ReturnType<typeof gatewayOf>
  beforeAll(async () => {
    coinbase = await serveCoinbase(key)
    meld = await serveMeld(MELD_KEY)
  })
  beforeEach(() => {
    Object.assign(coinbase, { fault: undefined, checkout: 'https://pay.coinbase.com' })
    Object.assign(meld, { fault: undefined, checkout: 'https://meldcrypto.com' })
    const store = memoryStore()
    gateway = gatewayOf(
      coinbaseAt(coinbase, key, { store }),
      meldOnRamp({ apiKey: MELD_KEY, store, apiUrl: meld.url, region: 'NY' }),
    )
  })
  afterAll(async () => {
    await coinbase.close()
    await meld.close()
  })
  const pay = (provider: string, id: string, outcome: 'delivered' | 'failed', address = BUYER) => {
    const hash = outcome === 'delivered' ? HASH : undefined
    if (provider === 'meld')
      return meld.transactions.push({
        ...{ id: crypto.randomUUID(), status: outcome === 'delivered' ? 'SETTLED' : 'DECLINED', externalSessionId: id },
        ...{
          destinationAmount: 0.0392,
          cryptoDetails: { walletAddress: address, ...(hash && { blockchainTransactionId: hash }) },
        },
      })
    const status = `ONRAMP_TRANSACTION_STATUS_${outcome === 'delivered' ? 'SUCCESS' : 'FAILED'}`
    const purchase_amount = { value: '0.0395', currency: 'ETH' }
    return coinbase.transactions.set(id, [
      { status, wallet_address: address, purchase_amount, ...(hash && { tx_hash: hash }) },
    ])
  }

  it.each([
    ['coinbase', 'delivered', '0.0395', { status: 'confirmed', hash: HASH }],
    ['coinbase', 'failed', '0.0395', { status: 'failed' }],
    ['meld', 'delivered', '0.0392', { status: 'confirmed', hash: HASH }],
    ['meld', 'failed', '0.0392', { status: 'failed' }],
  ] as const)('%s: %s', async (provider, outcome, numeric, metadata) => {
    const { id, status } = await gateway.session(provider)
    expect(status).toBe(200)
    pay(provider, id, outcome)
    const { json } = await gateway.purchase(provider, id, BUYER.toLowerCase())
    expect(json.data).toMatchObject([{ id, metadata: { ...metadata, sentTo: BUYER, chain: 'eip155:31337' } }])
    expect(json.data[0].transfers[0].quantity).toEqual({ numeric })
    expect((await gateway.purchase(provider, id, OTHER)).json.data).toEqual([])
  })

  it.each(['coinbase', 'meld'])(
    '%s: whoever knows the address alone reads nothing of its purchases',
    async (provider) => {
      const { id } = await gateway.session(provider)
      pay(provider, id, 'delivered')
      expect((await gateway.purchase(provider, id)).json.data).toHaveLength(1)
      const without = await gateway.ask(`/v1/account/${BUYER}/history?onramp=${provider}`)
      expect([without.status, told(without.json)]).toEqual([400, expect.stringContaining('"partnerUserId"')])
      for (const guess of [crypto.randomUUID(), id.toUpperCase(), `${id.slice(0, -1)}%`, ''.padEnd(16, '*')])
        expect(await gateway.purchase(provider, guess)).toEqual({ status: 200, json: { data: [], next: null } })
    },
  )

  it.each(['coinbase', 'meld'])('%s: one address cannot make the gateway ask without end', async (provider) => {
    const asked: number[] = []
    for (let at = 0; at < 121; at++) asked.push((await gateway.quote(provider, '5')).status)
    expect([new Set(asked.slice(0, 120)), asked.at(-1)]).toEqual([new Set([400]), 429])
    // neither does another route, nor a session
    expect((await gateway.ask(`/v1/onramp/options?provider=${provider}`)).status).toBe(429)
    const { status, json } = await gateway.session(provider)
    expect([status, told(json)]).toEqual([
      429,
      expect.stringMatching(/^Too many requests\. Please try again after \d+ s/),
    ])
  })

  it.each(['coinbase', 'meld'])('%s: a payment to another address is none of this order', async (provider) => {
    const { id } = await gateway.session(provider)
    pay(provider, id, 'delivered', OTHER)
    expect((await gateway.purchase(provider, id)).json.data).toEqual([])
  })

  it.each(['coinbase', 'meld'])(
    '%s: an id starts one session, and an address of another chain none',
    async (provider) => {
      const { id } = await gateway.session(provider)
      expect((await gateway.session(provider, { partnerUserId: id })).status).toBe(409)
      const wallets = [
        {
          address: 'So11111111111111111111111111111111111111112',
          blockchains: [],
          assets: [wares[provider]?.purchaseCurrency],
        },
      ]
      const { status, json } = await gateway.session(provider, { destinationWallets: wallets })
      expect([status, told(json)]).toEqual([400, 'The address is not valid on this network.'])
    },
  )

  it('Meld: the offer that delivers most is quoted, and its seller gets the session with all terms locked', async () => {
    const { json } = await gateway.quote('meld', '100')
    expect(json).toMatchObject({
      ...{
        paymentTotal: { amount: '100', currency: 'USD' },
        purchaseAmount: { amount: '0.0392', currency: 'ETH_SANDBOX' },
      },
      ...{ networkFee: { amount: '0.5' }, coinbaseFee: { amount: '1.5' }, paymentSubtotal: { amount: '98' } },
    })
    const { id } = await gateway.session('meld', { quoteId: json.quoteId })
    const started = [...meld.sessions.values()].find(({ externalSessionId }) => externalSessionId === id)
    expect(started).toMatchObject({
      sessionType: 'BUY',
      sessionData: {
        serviceProvider: 'TRANSAK',
        walletAddress: BUYER,
        lockFields: expect.arrayContaining(['walletAddress']),
      },
    })
  })

  it.each(['coinbase', 'meld'])(
    '%s: below and above the limits the provider’s own words are told, and no price',
    async (provider) => {
      for (const [amount, words] of [
        ['5', /minimum is 10|from 15 to 5000/],
        ['9000', /maximum is 7500|from 15 to 5000/],
      ] as const) {
        const { status, json } = await gateway.quote(provider, amount)
        expect([status, told(json)]).toEqual([400, expect.stringMatching(words)])
        expect(json).not.toHaveProperty('purchaseAmount')
      }
    },
  )

  it.each([
    ['coinbase', 401, 502, 'Coinbase rejects this site’s API key.'],
    ['coinbase', 429, 429, 'Coinbase is busy. Try again in a minute.'],
    ['coinbase', 500, 502, 'Coinbase failed. Try again later.'],
    ['meld', 401, 502, 'Meld rejects this site’s API key.'],
    ['meld', 429, 429, 'Meld is busy. Try again in a minute.'],
    ['meld', 500, 502, 'Meld failed. Try again later.'],
  ] as const)('%s answers %s: every route says what is wrong', async (provider, fault, status, words) => {
    const { id } = await gateway.session(provider)
    Object.assign(provider === 'meld' ? meld : coinbase, { fault })
    const fresh = gatewayOf(
      coinbaseAt(coinbase, key),
      meldOnRamp({ apiKey: MELD_KEY, store: memoryStore(), apiUrl: meld.url }),
    )
    const replies = [
      await fresh.ask(`/v1/onramp/options?provider=${provider}`),
      await fresh.quote(provider, '100'),
      await fresh.session(provider),
      await gateway.purchase(provider, id),
    ]
    expect(replies.map((one) => [one.status, told(one.json)])).toEqual(replies.map(() => [status, words]))
    expect(JSON.stringify(replies)).not.toContain('secret')
    expect(fresh.faults).toHaveLength(status === 502 ? 3 : 0)
    Object.assign(provider === 'meld' ? meld : coinbase, { fault: undefined })
    pay(provider, id, 'delivered') // the failure lost nothing
    expect((await gateway.purchase(provider, id)).json.data).toHaveLength(1)
  })

  it.each(['coinbase', 'meld'])('%s: a checkout at another host is handed to nobody', async (provider) => {
    for (const checkout of [
      'https://pay.coinbase.com.evil.example',
      'https://evil.example',
      'http://pay.coinbase.com',
      'https://meld.io.evil.example',
      'javascript:alert(1)',
    ]) {
      Object.assign(provider === 'meld' ? meld : coinbase, { checkout })
      const { status, json } = await gateway.session(provider)
      expect([status, told(json)]).toEqual([502, expect.stringContaining('a checkout page on another host')])
    }
    expect(gateway.faults).toHaveLength(5)
  })

  it('Coinbase is not asked for a visitor whose address is unknown, nor for a currency that it would change', async () => {
    const source = coinbaseAt(coinbase, key)
    const app = createGatewayApp({ allowedOrigins: [site], onRamp: [source] })
    const body = {
      destinationWallets: [{ address: BUYER, blockchains: ['sandbox'], assets: [ETH_ID] }],
      ...{ defaultNetwork: 'sandbox', partnerUserId: crypto.randomUUID(), defaultExperience: 'buy' },
      ...{ presetFiatAmount: '100', paymentCurrency: 'USD', clientIp: IP, visitor: { ip: IP } },
    }
    const reply = await app.request('/v1/generators/onrampurl', { method: 'POST', body: JSON.stringify(body) })
    expect([reply.status, told(await reply.json())]).toEqual([400, expect.stringContaining('requires your IP address')])
    const { json } = await gateway.quote('coinbase', '100', { paymentCurrency: 'JPY' })
    expect(told(json)).toBe('Coinbase does not accept JPY here.')
  })
})

it('the gateway’s own process sells by its configuration file, knows the visitor by a trusted proxy and logs no key', async () => {
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
          body: JSON.stringify({ ...wares.coinbase, paymentCurrency: 'USD', amount: '100' }),
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
