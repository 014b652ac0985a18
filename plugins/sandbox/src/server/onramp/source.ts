import { invalid, type OnRampSource, type Store } from '@wallet-modal/gateway/server'
import { formatUnits } from 'viem'
import type { Engine } from '../engines/engine.js'
import { iconUrl } from '../sources/icon-url.js'
import {
  CURRENCY_DECIMALS,
  createQuote,
  currencies,
  networkName,
  paymentMethods,
  type TokenForSale,
  tokensForSale,
} from './market.js'
import type { CheckoutSessions } from './sessions.js'
import type { UrlSigner } from './url-signer.js'

interface OnRampDependencies {
  readonly engines: readonly Engine[]
  readonly store: Store
  readonly sessions: CheckoutSessions
  readonly signer: UrlSigner
}

/** Simulated on-ramp providers. As with the real providers, Coinbase's checkout URL contains a session token, and Meld's URL is signed. */
export const onRampSources = (dependencies: OnRampDependencies): readonly OnRampSource[] => [
  createSource(dependencies, 'coinbase', async (origin, secret, query) => {
    query.set('sessionToken', secret)
    return `${origin}/onramp/coinbase/buy/select-asset?${query}`
  }),
  createSource(dependencies, 'meld', async (origin, secret) => {
    const query = new URLSearchParams({ session: secret })
    query.set('signature', await dependencies.signer.sign(secret))
    return `${origin}/onramp/meld/widget?${query}`
  }),
]

type ToUrl = (origin: string, secret: string, query: URLSearchParams) => Promise<string>

const createSource = (
  { engines, store, sessions }: OnRampDependencies,
  provider: string,
  toUrl: ToUrl,
): OnRampSource => ({
  provider,
  async options(origin) {
    const limits = paymentMethods.map(({ id, min, max }) => ({
      ...{ id, min: formatUnits(min, CURRENCY_DECIMALS), max: formatUnits(max, CURRENCY_DECIMALS) },
    }))
    return {
      paymentCurrencies: currencies.map((id) => ({ id, limits })),
      purchaseCurrencies: (await tokensForSale(engines)).map((token) => toCurrency(token, origin)),
    }
  },
  quote: async (request) => (await createQuote(engines, store, request)).quote,
  async session({ address, partnerUserId, origin, ...request }) {
    const quotedPurchase = await createQuote(engines, store, request)
    if (quotedPurchase.token.engine.toAddress(address) === undefined)
      throw invalid('The address is not valid on this network.')
    const secret = sessions.create({ id: partnerUserId, provider, address, quotedPurchase, origin })
    const { network, purchaseCurrency, amount, paymentCurrency } = request
    const query = new URLSearchParams({ defaultNetwork: network, defaultAsset: purchaseCurrency })
    query.set('presetFiatAmount', amount)
    query.set('fiatCurrency', paymentCurrency)
    return toUrl(origin, secret, query)
  },
  purchase: (request) => sessions.purchase(provider, request),
})

function toCurrency({ engine, address, name, symbol }: TokenForSale, origin: string) {
  const { caipNetworkId, reference, name: displayName } = engine.network
  const network = { name: networkName(engine), displayName, chainId: reference }
  return {
    ...{ id: symbol, name, symbol, iconUrl: iconUrl(origin, caipNetworkId, address) },
    networks: [{ ...network, ...(address !== undefined && { contractAddress: address }) }],
  }
}
