import { createGatewayApp, meldOnRamp, memoryStore } from '@wallet-modal/gateway/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CoinbaseServer, ETH_ID, serveCoinbase } from '../../support/onramp/coinbase-server.js'
import { type MeldServer, serveMeld } from '../../support/onramp/meld-server.js'
import {
  BUYER,
  coinbaseAt,
  currencies,
  edwardsKey,
  firstReason,
  gatewayOf,
  HASH,
  IP,
  MELD_KEY,
  OTHER,
  site,
} from './onramp.js'

describe('the gateway’s on-ramp routes', () => {
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
      coinbaseAt(coinbase, key, { store, retryMs: 0 }),
      meldOnRamp({ apiKey: MELD_KEY, store, apiUrl: meld.url, region: 'NY', retryMs: 0 }),
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
  ] as const)(
    '%s: reports a %s purchase with its status, amount and receiver',
    async (provider, outcome, numeric, metadata) => {
      const { id, status } = await gateway.session(provider)
      expect(status).toBe(200)
      pay(provider, id, outcome)
      const { json } = await gateway.purchase(provider, id, BUYER.toLowerCase())
      expect(json.data).toMatchObject([{ id, metadata: { ...metadata, sentTo: BUYER, chain: 'eip155:31337' } }])
      expect(json.data[0].transfers[0].quantity).toEqual({ numeric })
      expect((await gateway.purchase(provider, id, OTHER)).json.data).toEqual([])
    },
  )

  it('Meld: of several payments in one checkout, the successful one counts', async () => {
    const { id } = await gateway.session('meld')
    for (const outcome of ['failed', 'delivered', 'failed'] as const) pay('meld', id, outcome)
    const { json } = await gateway.purchase('meld', id)
    expect(json.data).toMatchObject([{ id, metadata: { status: 'confirmed', hash: HASH } }])
  })

  it.each(['coinbase', 'meld'])('%s: purchases cannot be read with the address alone', async (provider) => {
    const { id } = await gateway.session(provider)
    pay(provider, id, 'delivered')
    expect((await gateway.purchase(provider, id)).json.data).toHaveLength(1)
    const without = await gateway.ask(`/v1/account/${BUYER}/history?onramp=${provider}`)
    expect([without.status, firstReason(without.json)]).toEqual([400, expect.stringContaining('"partnerUserId"')])
    for (const guess of [crypto.randomUUID(), id.toUpperCase(), `${id.slice(0, -1)}%`, ''.padEnd(16, '*')])
      expect(await gateway.purchase(provider, guess)).toEqual({ status: 200, json: { data: [], next: null } })
  })

  it.each(['coinbase', 'meld'])('%s: requests to the provider are limited per IP address', async (provider) => {
    const statuses: number[] = []
    for (let at = 0; at < 121; at++) statuses.push((await gateway.quote(provider, '5')).status)
    expect([new Set(statuses.slice(0, 120)), statuses.at(-1)]).toEqual([new Set([400]), 429])
    // the limit also covers another route, and sessions
    expect((await gateway.ask(`/v1/onramp/options?provider=${provider}`)).status).toBe(429)
    const { status, json } = await gateway.session(provider)
    expect([status, firstReason(json)]).toEqual([
      429,
      expect.stringMatching(/^Too many requests\. Please try again after \d+ s/),
    ])
  })

  it.each(['coinbase', 'meld'])('%s: ignores payments to other addresses', async (provider) => {
    const { id } = await gateway.session(provider)
    pay(provider, id, 'delivered', OTHER)
    expect((await gateway.purchase(provider, id)).json.data).toEqual([])
  })

  it.each(['coinbase', 'meld'])(
    '%s: an id can start only one session, and an address of another chain is rejected',
    async (provider) => {
      const { id } = await gateway.session(provider)
      expect((await gateway.session(provider, { partnerUserId: id })).status).toBe(409)
      const wallets = [
        {
          address: 'So11111111111111111111111111111111111111112',
          blockchains: [],
          assets: [currencies[provider]?.purchaseCurrency],
        },
      ]
      const { status, json } = await gateway.session(provider, { destinationWallets: wallets })
      expect([status, firstReason(json)]).toEqual([400, 'The address is not valid on this network.'])
    },
  )

  it('Meld: quotes the offer that delivers most, and starts its session with a locked address', async () => {
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
    '%s: an amount outside the limits is answered with the provider’s error text, without a price',
    async (provider) => {
      for (const [amount, words] of [
        ['5', /minimum is 10|from 15 to 5000/],
        ['9000', /maximum is 7500|from 15 to 5000/],
      ] as const) {
        const { status, json } = await gateway.quote(provider, amount)
        expect([status, firstReason(json)]).toEqual([400, expect.stringMatching(words)])
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
  ] as const)('%s answers %s: every route replies with the reason', async (provider, fault, status, words) => {
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
    expect(replies.map((one) => [one.status, firstReason(one.json)])).toEqual(replies.map(() => [status, words]))
    expect(JSON.stringify(replies)).not.toContain('secret')
    expect(fresh.faults).toHaveLength(status === 502 ? 3 : 0)
    Object.assign(provider === 'meld' ? meld : coinbase, { fault: undefined })
    pay(provider, id, 'delivered') // the failure did not lose the purchase
    expect((await gateway.purchase(provider, id)).json.data).toHaveLength(1)
  })

  it.each(['coinbase', 'meld'])(
    '%s: rejects a checkout URL that is not https, or is not on the provider’s host',
    async (provider) => {
      for (const checkout of [
        'https://pay.coinbase.com.evil.example',
        'https://evil.example',
        'http://pay.coinbase.com',
        'https://meld.io.evil.example',
        'javascript:alert(1)',
      ]) {
        Object.assign(provider === 'meld' ? meld : coinbase, { checkout })
        const { status, json } = await gateway.session(provider)
        expect([status, firstReason(json)]).toEqual([502, expect.stringContaining('a checkout page on another host')])
      }
      expect(gateway.faults).toHaveLength(5)
    },
  )

  it('Coinbase: rejects a visitor with an unknown IP address, and an unsupported currency', async () => {
    const source = coinbaseAt(coinbase, key)
    const app = createGatewayApp({ allowedOrigins: [site], onRamp: [source] })
    const body = {
      destinationWallets: [{ address: BUYER, blockchains: ['sandbox'], assets: [ETH_ID] }],
      ...{ defaultNetwork: 'sandbox', partnerUserId: crypto.randomUUID(), defaultExperience: 'buy' },
      ...{ presetFiatAmount: '100', paymentCurrency: 'USD', clientIp: IP, visitor: { ip: IP } },
    }
    const reply = await app.request('/v1/generators/onrampurl', { method: 'POST', body: JSON.stringify(body) })
    expect([reply.status, firstReason(await reply.json())]).toEqual([
      400,
      expect.stringContaining('requires your IP address'),
    ])
    const { json } = await gateway.quote('coinbase', '100', { paymentCurrency: 'JPY' })
    expect(firstReason(json)).toBe('Coinbase does not accept JPY here.')
  })
})
