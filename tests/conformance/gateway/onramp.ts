import { generateKeyPairSync } from 'node:crypto'
import { coinbaseOnRamp, createGatewayApp, memoryStore, type OnRampSource } from '@wallet-modal/gateway/server'
import { type CdpKey, type CoinbaseServer, ETH_ID } from '../../support/onramp/coinbase-server.js'

export const ID = 'organizations/0b1c/apiKeys/7f3e'
export const MELD_KEY = 'W9kZ:3sYK'
export const BUYER = '0x52908400098527886E0F7030069857D2E4169EE7'
export const OTHER = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
export const IP = '198.51.100.7'
export const HASH = `0x${'ab'.repeat(32)}`
export const site = 'https://shop.example'

export function edwardsKey(): CdpKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  return {
    id: ID,
    secret: Buffer.concat([d, x].map((one) => Buffer.from(one, 'base64url'))).toString('base64'),
    publicKey,
  }
}

export function ellipticKey(type: 'pkcs8' | 'sec1'): CdpKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { id: ID, secret: String(privateKey.export({ type, format: 'pem' })), publicKey }
}

/** Coinbase's published client. The package does not export its API calls, so they are imported by file. */
export async function vendorClient(server: CoinbaseServer, { id, secret }: CdpKey) {
  const from = (file: string) => import(new URL(file, import.meta.resolve('@coinbase/cdp-sdk/auth')).href)
  const { configure } = await from('../openapi-client/cdpApiClient.js')
  configure({ apiKeyId: id, apiKeySecret: secret, basePath: `${server.url}/platform` })
  return from('../openapi-client/generated/onramp/onramp.js')
}

export const coinbaseAt = ({ url }: CoinbaseServer, { id, secret }: Pick<CdpKey, 'id' | 'secret'>, more: object = {}) =>
  coinbaseOnRamp({
    ...{ key: { id, secret }, store: memoryStore(), country: 'US', region: 'NY' },
    ...{ apiUrl: `${url}/onramp`, platformUrl: `${url}/platform`, ...more },
  })

export function gatewayOf(...onRamp: readonly OnRampSource[]) {
  const faults: unknown[] = []
  const visitor = () => ({ ip: IP })
  const app = createGatewayApp({ allowedOrigins: [site], onRamp, visitor, onFault: (error) => faults.push(error) })
  const ask = async (path: string, body?: object) => {
    const reply = await app.request(path, { ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    return { status: reply.status, json: await reply.json() }
  }
  const quote = (provider: string, amount: string, more: object = {}) =>
    ask('/v1/onramp/quote', { ...currencies[provider], paymentCurrency: 'USD', amount, provider, ...more })
  const session = (provider: string, more: object = {}) => {
    const { purchaseCurrency = '', network = '' } = currencies[provider] ?? {}
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
export const currencies: Readonly<Record<string, { readonly purchaseCurrency: string; readonly network: string }>> = {
  coinbase: { purchaseCurrency: ETH_ID, network: 'sandbox' },
  meld: { purchaseCurrency: 'ETH_SANDBOX', network: 'sandbox' },
}
export const firstReason = (json: { readonly reasons?: readonly { readonly description: string }[] }) =>
  json.reasons?.[0]?.description
