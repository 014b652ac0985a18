import {
  type Context,
  isWalletModalError,
  type PriceRequest,
  type PriceSource,
  type Prices,
  priceSources,
  readWith,
} from '@wallet-modal/kernel'
import { coinAssetId, FIAT_DECIMALS, fieldsOf, readDecimal, toBaseUnits } from '@wallet-modal/kernel/assets'
import { awaitReply, createFailures } from './answers.js'
import { COIN, SOLANA_COIN } from './service-coins.js'
import { createSupported } from './sources.js'

export const PRICES_FRESH_MS = 30_000
/** Maximum number of addresses per request. */
const MAX_ADDRESSES = 100

const canonical = (account: string): string => (/:0x[\da-f]+$/i.test(account) ? account.toLowerCase() : account)

/** CAIP-10 id of an asset in the format of the service; `undefined` if the service has no format for it. */
function toAccount(assetId: string, network: PriceRequest['network']): string | undefined {
  const { caipNetworkId, namespace } = network
  if (assetId === coinAssetId(network)) {
    const coin = { eip155: COIN, solana: SOLANA_COIN }[namespace]
    return coin && `${caipNetworkId}:${coin}`
  }
  const [, assetNetworkId, address] = /^([^/]+)\/[-a-z\d]+:([^/]+)$/.exec(assetId) ?? []
  return assetNetworkId === caipNetworkId ? `${caipNetworkId}:${address}` : undefined
}

/** Prices in US dollars with 18 decimals, by CAIP-10 id. Omits unknown prices, for which the service returns 0 or `null`. */
const pricesReply = readWith((reply): ReadonlyMap<string, bigint> => {
  const { fungibles } = fieldsOf(reply)
  if (!Array.isArray(fungibles)) throw new Error('"fungibles" is not a list')
  return new Map(
    fungibles.slice(0, MAX_ADDRESSES).flatMap((one: unknown): readonly (readonly [string, bigint])[] => {
      const { address, price } = fieldsOf(one)
      const priceUsd = toBaseUnits(readDecimal(price), FIAT_DECIMALS, { truncate: true })
      return typeof address === 'string' && priceUsd ? [[canonical(address), priceUsd]] : []
    }),
  )
})

/** The Blockchain API, for the chain families and networks that it supports. */
function createServiceSource(ctx: Context): PriceSource {
  const supported = createSupported(ctx)
  const isSupported = async ({ network }: PriceRequest): Promise<boolean> => {
    const adapter = ctx.connections.adapters.peek().find(({ namespace }) => namespace === network.namespace)
    return adapter?.isIndexed === true && (await supported()).has(network.caipNetworkId)
  }
  return {
    async prices(request) {
      const { network, assetIds, signal } = request
      const byAccount = new Map(
        assetIds.flatMap((assetId): readonly (readonly [string, string])[] => {
          const account = toAccount(assetId, network)
          return account === undefined ? [] : [[canonical(account), assetId]]
        }),
      )
      const accounts = [...byAccount.keys()]
      const prices = new Map<string, bigint>()
      if (accounts.length === 0 || !(await isSupported(request))) return prices
      for (let at = 0; at < accounts.length; at += MAX_ADDRESSES) {
        const addresses = accounts.slice(at, at + MAX_ADDRESSES)
        const body = { currency: 'usd', addresses, projectId: ctx.site.projectId }
        const options = { schema: pricesReply, signal }
        for (const [account, price] of await ctx.api.service('blockchain').post('/v1/fungible/price', body, options)) {
          const assetId = byAccount.get(account)
          if (assetId !== undefined) prices.set(assetId, price)
        }
      }
      return prices
    },
  }
}

/**
 * Reads prices from the contributed sources, then from the Blockchain API, then from fallback sources. Asks each source only for the prices that are
 * still missing. Rejects if a source failed and no price was found.
 */
export function createPrices(ctx: Context): Prices {
  const sources = ctx.all(priceSources)
  const service = createServiceSource(ctx)
  const cachedPrices = new Map<string, { readonly price: bigint; readonly at: number }>()
  const isFresh = (at: number): boolean => Date.now() - at < PRICES_FRESH_MS && Date.now() >= at
  return {
    async read({ network, assetIds, signal }) {
      const requestedIds = new Set(assetIds)
      const priceById = new Map<string, bigint>()
      for (const id of requestedIds) {
        const cached = cachedPrices.get(id)
        if (cached && isFresh(cached.at)) priceById.set(id, cached.price)
      }
      const failures = createFailures(ctx)
      const contributed = sources.peek().filter(({ isFallback }) => !isFallback)
      const fallbacks = sources.peek().filter(({ isFallback }) => isFallback)
      for (const source of [...contributed, service, ...fallbacks]) {
        const missing = [...requestedIds].filter((id) => !priceById.has(id))
        if (missing.length === 0) break
        try {
          for (const [id, price] of await awaitReply(source.prices({ network, assetIds: missing, signal }))) {
            if (!missing.includes(id) || typeof price !== 'bigint' || price <= 0n) continue
            priceById.set(id, price)
            cachedPrices.set(id, { price, at: Date.now() })
          }
        } catch (error) {
          signal.throwIfAborted()
          if (!isWalletModalError(error) || error.code !== 'NO_PROJECT_ID') failures.add(error)
        }
      }
      failures.throwIfEmpty(priceById.size)
      return priceById
    },
  }
}
