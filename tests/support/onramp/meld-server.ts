import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { serveHono } from './serve-hono.js'

export interface MeldTransaction {
  readonly id: string
  readonly status: string
  readonly externalSessionId: string
  readonly destinationAmount?: number
  readonly cryptoDetails?: { readonly walletAddress: string; readonly blockchainTransactionId?: string }
}

export interface MeldSession {
  readonly sessionType: string
  readonly externalSessionId: string
  readonly sessionData: Readonly<Record<string, unknown>>
}

export interface MeldServer {
  readonly url: string
  /** Received requests: method and path. */
  readonly asked: string[]
  /** Sessions by id, which is in the checkout URL. */
  readonly sessions: Map<string, MeldSession>
  readonly transactions: MeldTransaction[]
  /** While set, the status of every reply. */
  fault: number | undefined
  /** Origin of the checkout URLs. */
  checkout: string
  close(): Promise<void>
}

const token = (currencyCode: string, chainCode: string, chainId: string, contractAddress: string | null) => ({
  ...{ currencyCode, name: currencyCode, chainCode, chainName: chainCode, chainId, contractAddress },
  symbolImageUrl: null,
})
const tokens = [
  token('ETH', 'ETH', '1', '0x0000000000000000000000000000000000000000'),
  token('ETH_SANDBOX', 'SANDBOX', '31337', null),
  token('SOL', 'SOLANA', '101', null),
]
const limits: Readonly<Record<string, readonly [number, number]>> = {
  CREDIT_DEBIT_CARD: [15, 5_000],
  ACH: [50, 20_000],
}
/** Fee of each seller in per mille. */
const sellers: Readonly<Record<string, number>> = { BANXA: 30, TRANSAK: 20, UNREADABLE: 0 }

const refusal = (code: string, message: string) => ({ code, message, requestId: randomUUID(), timestamp: new Date() })

/** Simulates Meld's API: lists, quotes of three sellers (one of which cannot be read), sessions and transactions. */
export async function serveMeld(apiKey: string): Promise<MeldServer> {
  const state = {
    ...{ asked: [] as string[], sessions: new Map<string, MeldSession>(), transactions: [] as MeldTransaction[] },
    ...{ fault: undefined as number | undefined, checkout: 'https://meldcrypto.com' },
  }
  const served = await serveHono(() => {
    const app = new Hono()
    app.use(async (c, next) => {
      state.asked.push(`${c.req.method} ${c.req.path}`)
      if (state.fault !== undefined) return c.json(refusal('FAULT', 'secret detail'), state.fault as 500)
      const isKnown = c.req.header('authorization') === `BASIC ${apiKey}`
      if (!isKnown) return c.json(refusal('UNAUTHORIZED', 'Invalid credentials'), 401)
      return /^\d{4}-\d\d-\d\d$/.test(c.req.header('meld-version') ?? '')
        ? next()
        : c.json(refusal('BAD_REQUEST', 'Meld-Version'), 400)
    })
    app.get('/service-providers/properties/crypto-currencies', (c) => c.json(tokens))
    app.get('/service-providers/limits/fiat-currency-purchases', (c) => {
      const [minimumAmount, maximumAmount] = limits[c.req.query('paymentMethodTypes') ?? ''] ?? []
      const found = ['USD', 'EUR'].map((currencyCode) => ({ currencyCode, minimumAmount, maximumAmount }))
      return c.json(minimumAmount === undefined ? [] : found)
    })
    app.post('/payments/crypto/quote', async (c) => {
      const body = await c.req.json()
      const [min = 0, max = 0] = limits[body.paymentMethodType] ?? []
      const amount = Number(body.sourceAmount)
      if (amount < min || amount > max)
        return c.json(
          refusal('BAD_REQUEST', `The amount has to be from ${min} to ${max} ${body.sourceCurrencyCode}.`),
          400,
        )
      return c.json({
        quotes: Object.entries(sellers).map(([seller, fee]) => offerOf(seller, fee, body)),
        message: null,
      })
    })
    app.post('/crypto/session/widget', async (c) => {
      const body: MeldSession = await c.req.json()
      const { sessionData, externalSessionId } = body
      if (!sessionData) return c.json(refusal('BAD_REQUEST', '[sessionData] must not be null'), 400)
      for (const name of ['serviceProvider', 'walletAddress', 'sourceAmount', 'countryCode'])
        if (!sessionData[name]) return c.json(refusal('BAD_REQUEST', `[${name}] must not be blank`), 400)
      if ([...state.sessions.values()].some((one) => one.externalSessionId === externalSessionId))
        return c.json(refusal('BAD_REQUEST', '[externalSessionId] must be unique'), 400)
      const id = randomUUID()
      state.sessions.set(id, body)
      const url = `${state.checkout}/?session=${id}`
      return c.json({
        id,
        externalSessionId,
        widgetUrl: url,
        serviceProviderWidgetUrl: 'https://seller.example/',
        token: id,
      })
    })
    app.get('/payments/transactions', (c) => {
      const ids = (c.req.query('externalSessionIds') ?? '').split(',')
      const found = state.transactions.filter(({ externalSessionId }) => ids.includes(externalSessionId))
      return c.json({ transactions: found, count: found.length, remaining: 0 })
    })
    return app
  })
  return Object.assign(state, served)
}

function offerOf(serviceProvider: string, perMille: number, body: Readonly<Record<string, string>>) {
  const sourceAmount = Number(body.sourceAmount)
  const totalFee = (sourceAmount * perMille) / 1000
  const { sourceCurrencyCode, destinationCurrencyCode, countryCode, paymentMethodType } = body
  return {
    ...{ transactionType: 'CRYPTO_PURCHASE', serviceProvider, sourceAmount, sourceCurrencyCode, countryCode },
    ...{ sourceAmountWithoutFees: sourceAmount - totalFee, totalFee, networkFee: totalFee / 4, paymentMethodType },
    ...{ transactionFee: (totalFee * 3) / 4, partnerFee: 0, destinationCurrencyCode, customerScore: 20 },
    destinationAmount: serviceProvider === 'UNREADABLE' ? null : (sourceAmount - totalFee) / 2_500,
    exchangeRate: 2_500,
  }
}
