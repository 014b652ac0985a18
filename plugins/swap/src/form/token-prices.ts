import { type Context, type Network, type PricesUsd, prices, signal } from '@wallet-modal/kernel'
import { type AccountToken, createLatest } from '@wallet-modal/kernel/transactions'

export interface TokenPrices {
  /** The token with its price in US dollars, if known. */
  withPrice(token: AccountToken | null): AccountToken | null
  /** Reads the prices of tokens without `priceUsd`. */
  read(tokens: readonly (AccountToken | null)[], networks: readonly Network[]): void
}

/** Prices of the chosen tokens, for the price impact. Unknown without a plugin that provides prices. */
export function createTokenPrices(ctx: Context): TokenPrices {
  const source = ctx.maybe(prices)
  const knownPrices = signal<PricesUsd>(new Map())
  const latest = createLatest(ctx.abortSignal)
  return {
    withPrice(token) {
      const priceUsd = token ? knownPrices.value.get(token.assetId) : undefined
      return token && token.priceUsd === undefined && priceUsd !== undefined ? { ...token, priceUsd } : token
    },
    read(tokens, networks) {
      const unpriced = tokens.flatMap((token) => (token && token.priceUsd === undefined ? [token] : []))
      if (!source || unpriced.length === 0) return
      latest.run(async (abortSignal, isLatest) => {
        const replies = await Promise.allSettled(
          unpriced.map(async ({ assetId, caipNetworkId }): Promise<PricesUsd> => {
            const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
            return network ? source.read({ network, assetIds: [assetId], signal: abortSignal }) : new Map()
          }),
        )
        if (!isLatest()) return
        const next = new Map(knownPrices.peek())
        for (const [at, reply] of replies.entries()) {
          if (reply.status === 'rejected') continue // the previous price, if there is one, stays
          next.delete(unpriced[at]?.assetId ?? '')
          for (const [assetId, price] of reply.value) next.set(assetId, price)
        }
        knownPrices.value = next
      })
    },
  }
}
