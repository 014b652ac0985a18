import {
  type AssetToken,
  type Context,
  isWalletModalError,
  readWith,
  type TokenListRequest,
  type TokenListSource,
  type TokenLists,
  tokenListSources,
} from '@wallet-modal/kernel'
import { fieldsOf, isDecimals, textOf, tokenSources } from '@wallet-modal/kernel/assets'
import { awaitReply, createFailures } from './answers.js'
import { iconOf } from './reply.js'
import { COIN, SOLANA_COIN } from './service-coins.js'
import { createSupported } from './sources.js'

export const LISTS_FRESH_MS = 300_000
const MAX_TOKENS = 10_000

/** Token in a reply of the Blockchain API. `address` is a CAIP-10 id. */
type ServiceToken = Omit<AssetToken, 'assetId' | 'caipNetworkId'> & { readonly address: string }

const listReply = readWith((reply): readonly ServiceToken[] => {
  const { tokens } = fieldsOf(reply)
  if (!Array.isArray(tokens)) throw new Error('"tokens" is not a list')
  return tokens.slice(0, MAX_TOKENS).flatMap((one: unknown): readonly ServiceToken[] => {
    const { address, name, symbol, decimals, logoUri } = fieldsOf(one)
    if (typeof address !== 'string' || !isDecimals(decimals)) return []
    const iconUrl = iconOf(logoUri)
    return [
      { address, name: textOf(name), symbol: textOf(symbol), decimals, ...(iconUrl !== undefined && { iconUrl }) },
    ]
  })
})

/** The Blockchain API, for the chain families and networks that it supports. */
function createServiceSource(ctx: Context): TokenListSource {
  const supported = createSupported(ctx)
  return {
    async tokens({ network: { caipNetworkId, namespace }, signal }) {
      const adapter = ctx.connections.adapters.peek().find((one) => one.namespace === namespace)
      const source = ctx
        .all(tokenSources)
        .peek()
        .find((one) => one.namespace === namespace && !one.isIndexer)
      if (!adapter?.isIndexed || !source || !(await supported()).has(caipNetworkId)) return []
      const options = { query: { chainId: caipNetworkId }, schema: listReply, staleMs: LISTS_FRESH_MS, signal }
      const listed = await ctx.api.service('blockchain').get('/v1/convert/tokens', options)
      const listedTokens: AssetToken[] = []
      for (const token of listed) {
        const text = token.address.startsWith(`${caipNetworkId}:`) ? token.address.slice(caipNetworkId.length + 1) : ''
        if (!text || [COIN, SOLANA_COIN].includes(text)) continue
        const address = await Promise.resolve(text)
          .then((one) => (source.parseTokenAddress ? source.parseTokenAddress(one) : adapter.parseAddress(one)))
          .catch(() => undefined) // not an address of this chain
        if (address === undefined) continue
        listedTokens.push({
          ...token,
          address,
          caipNetworkId,
          assetId: `${caipNetworkId}/${source.assetNamespace}:${address}`,
        })
      }
      return listedTokens
    },
  }
}

const isValid = (token: AssetToken, { network }: TokenListRequest): boolean =>
  typeof token.assetId === 'string' &&
  token.assetId.startsWith(`${network.caipNetworkId}/`) &&
  token.caipNetworkId === network.caipNetworkId &&
  typeof token.address === 'string' &&
  isDecimals(token.decimals)

/** Reads the tokens of all lists, without duplicates. Rejects if a list could not be read and all other lists are empty. */
export function createTokenLists(ctx: Context): TokenLists {
  const sources = ctx.all(tokenListSources)
  const service = createServiceSource(ctx)
  return {
    async read(request) {
      const failures = createFailures(ctx)
      const lists = await Promise.all(
        [...sources.peek(), service].map(async (source) => {
          try {
            return (await awaitReply(source.tokens(request))).filter((token) => isValid(token, request))
          } catch (error) {
            request.signal.throwIfAborted()
            if (!isWalletModalError(error) || error.code !== 'NO_PROJECT_ID') failures.add(error)
            return []
          }
        }),
      )
      const byId = new Map<string, AssetToken>()
      for (const token of lists.flat()) if (!byId.has(token.assetId)) byId.set(token.assetId, token)
      failures.throwIfEmpty(byId.size)
      return [...byId.values()]
    },
  }
}
