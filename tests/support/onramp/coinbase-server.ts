import { type KeyObject, randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { jwtVerify } from 'jose'
import { serveHono } from './serve-hono.js'

/** A secret API key in the format of the Coinbase Developer Platform, and its public key. */
export interface CdpKey {
  readonly id: string
  readonly secret: string
  readonly publicKey: KeyObject
}

export interface CoinbaseTransaction {
  readonly status: string
  readonly wallet_address: string
  readonly tx_hash?: string
  readonly purchase_amount?: { readonly value: string; readonly currency: string }
}

/** Request body of a created session. */
export interface CoinbaseSession {
  readonly purchaseCurrency: string
  readonly destinationNetwork: string
  readonly destinationAddress: string
  readonly paymentAmount: string
  readonly paymentCurrency: string
  readonly clientIp: string
  readonly partnerUserRef: string
  readonly country: string
}

export interface CoinbaseServer {
  readonly url: string
  /** Received requests: method and path. */
  readonly asked: string[]
  /** Sessions by the token in their checkout URL. */
  readonly sessions: Map<string, CoinbaseSession>
  /** Transactions by `partnerUserRef`. */
  readonly transactions: Map<string, readonly CoinbaseTransaction[]>
  /** While set, the status of every reply. */
  fault: number | undefined
  /** Origin of the checkout URLs. */
  checkout: string
  close(): Promise<void>
}

export const ETH_ID = 'd85dce9b-5b73-5c3c-8978-522ce1d1c1b4'
const PRICE = 2_500n
/** Wei of one ether. */
const WEI = 10n ** 18n
const LIMITS = [
  { id: 'CARD', min: '10', max: '7500' },
  { id: 'ACH_BANK_ACCOUNT', min: '10', max: '25000' },
  { id: 'CRYPTO_ACCOUNT', min: '2', max: '1000000' },
]
const networks = [
  { name: 'ethereum', display_name: 'Ethereum', chain_id: '1', contract_address: '' },
  { name: 'sandbox', display_name: 'Sandbox', chain_id: '31337', contract_address: '' },
]
const options = {
  payment_currencies: ['USD', 'EUR'].map((id) => ({ id, limits: LIMITS })),
  purchase_currencies: [{ id: ETH_ID, name: 'Ethereum', symbol: 'ETH', icon_url: '', networks }],
}

const cents = (amount: string): bigint => {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(2, '0'))
}
const money = (amount: bigint): string => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** The fees are 1 % and 25 cents; the remainder buys ether at 2500. */
function priceOf(payment: bigint) {
  const [fee, network] = [payment / 100n, 25n]
  const wei = ((payment - fee - network) * 10n ** 16n) / PRICE
  return {
    fee,
    network,
    subtotal: payment - fee - network,
    ether: `${wei / WEI}.${String(wei % WEI).padStart(18, '0')}`,
  }
}

/** Simulates Coinbase Onramp (version 1, and the sessions of version 2). Validates the JWT of each request like the platform. */
export async function serveCoinbase(key: CdpKey): Promise<CoinbaseServer> {
  const state = {
    ...{ asked: [] as string[], sessions: new Map<string, CoinbaseSession>() },
    transactions: new Map<string, readonly CoinbaseTransaction[]>(),
    ...{ fault: undefined as number | undefined, checkout: 'https://pay.coinbase.com' },
  }
  const nonces = new Set<unknown>()
  const served = await serveHono((url) => {
    const app = new Hono()
    app.use(async (c, next) => {
      state.asked.push(`${c.req.method} ${c.req.path}`)
      if (state.fault !== undefined)
        return c.json({ message: 'secret detail', errorMessage: 'secret detail' }, state.fault as 500)
      const token = c.req.header('authorization')?.replace(/^Bearer /, '') ?? ''
      const uri = `${c.req.method} ${new URL(url).host}${c.req.path}`
      const problem = await problemOf(token, uri, key, nonces)
      return problem === undefined ? next() : c.json({ errorType: 'unauthorized', errorMessage: problem }, 401)
    })
    app.get('/onramp/v1/buy/options', (c) =>
      /^[A-Z]{2}$/.test(c.req.query('country') ?? '')
        ? c.json(options)
        : c.json({ code: 3, message: 'country is required' }, 400),
    )
    app.post('/onramp/v1/buy/quote', async (c) => quote(c, await c.req.json()))
    app.get('/onramp/v1/buy/user/:ref/transactions', (c) => {
      const transactions = state.transactions.get(c.req.param('ref')) ?? []
      return c.json({ transactions, next_page_key: '', total_count: String(transactions.length) })
    })
    app.post('/platform/v2/onramp/sessions', async (c) => {
      const body = await c.req.json()
      const refusal = sessionRefusal(body)
      if (refusal !== undefined) return c.json({ errorType: 'invalid_request', errorMessage: refusal }, 400)
      const token = randomUUID()
      state.sessions.set(token, body)
      return c.json({ session: { onrampUrl: `${state.checkout}/buy?sessionToken=${token}` } }, 201)
    })
    return app
  })
  return Object.assign(state, served)
}

/** Reason why a JWT is invalid, or `undefined`: wrong signature or claims, the URI of another request, or a reused nonce. */
async function problemOf(token: string, uri: string, key: CdpKey, nonces: Set<unknown>): Promise<string | undefined> {
  const verified = await jwtVerify(token, key.publicKey, {
    ...{ issuer: 'cdp', subject: key.id, algorithms: ['EdDSA', 'ES256'], maxTokenAge: '2 minutes' },
    requiredClaims: ['exp', 'nbf', 'iat', 'uris'],
  }).catch((error: unknown) => String(error))
  if (typeof verified === 'string') return verified
  const { payload, protectedHeader } = verified
  if (protectedHeader.kid !== key.id) return 'unknown key'
  if (!Array.isArray(payload.uris) || !payload.uris.includes(uri)) return 'the token is for another request'
  const { nonce } = protectedHeader as { readonly nonce?: unknown }
  if (typeof nonce !== 'string' || nonces.has(nonce)) return 'the nonce is missing or was used'
  nonces.add(nonce)
  return undefined
}

function quote(c: Context, body: Record<string, string>): Response {
  const { purchaseCurrency, paymentAmount = '', paymentCurrency = '', paymentMethod, country, subdivision } = body
  if (country === 'US' && !subdivision) return c.json({ code: 3, message: 'subdivision is required for US' }, 400)
  if (purchaseCurrency !== ETH_ID || !/^\d+(\.\d{1,2})?$/.test(paymentAmount))
    return c.json({ code: 3, message: 'invalid purchase' }, 400)
  const limit = LIMITS.find(({ id }) => id === paymentMethod)
  const payment = cents(paymentAmount)
  if (!limit || payment < cents(limit.min)) return c.json({ code: 3, message: 'The minimum is 10 USD.' }, 400)
  if (payment > cents(limit.max)) return c.json({ code: 3, message: `The maximum is ${limit.max} USD.` }, 400)
  const { fee, network, subtotal, ether } = priceOf(payment)
  const currency = paymentCurrency === 'EUR' ? 'EUR' : 'USD' // like the platform for unknown users
  return c.json({
    payment_total: { value: money(payment), currency },
    payment_subtotal: { value: money(subtotal), currency },
    purchase_amount: { value: ether, currency: 'ETH' },
    coinbase_fee: { value: money(fee), currency },
    network_fee: { value: money(network), currency },
    quote_id: randomUUID(),
  })
}

function sessionRefusal(body: Record<string, unknown>): string | undefined {
  const needed = ['purchaseCurrency', 'destinationNetwork', 'destinationAddress']
  if (needed.some((name) => typeof body[name] !== 'string')) return 'Missing required parameters.'
  if (!/^0x[\da-f]{40}$/i.test(String(body.destinationAddress)))
    return 'The destination address is not valid for the specified network.'
  if (body.paymentMethod !== undefined && !['CARD', 'ACH', 'APPLE_PAY'].includes(String(body.paymentMethod)))
    return 'paymentMethod is not supported.'
  return undefined
}
