import {
  type Context,
  isWalletModalError,
  lazyOnce,
  type Network,
  type Prices,
  type TokenListRequest,
  type TokenLists,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { coinAssetId, fieldsOf, inTime, isDecimals, tokenSources } from '@wallet-modal/kernel/assets'
import type { SourceToken } from '../flags/source-token.js'
import { awaitReply } from './answers.js'
import { identify } from './identify.js'
import { balancesReply, type Entry, supportedReply } from './reply.js'
import { COIN } from './service-coins.js'

/** Maximum number of tokens in `forceUpdate`, besides the coin: a URL must not become too long. */
const MAX_FORCED = 20

/**
 * Value of `forceUpdate`: the coin and tokens whose balances the service reads from the chain again. `undefined` for chain families other than
 * eip155, for which the service rejects `forceUpdate`. Addresses are in lower case, as in the service's replies: for an address in another letter
 * case, the reply would contain the token twice, first with the old amount.
 */
const forcedOf = ({ namespace, caipNetworkId }: WalletConnection, addresses: readonly string[]) =>
  namespace === 'eip155'
    ? [COIN, ...addresses.slice(0, MAX_FORCED)].map((address) => `${caipNetworkId}:${address.toLowerCase()}`)
    : undefined

/** Account and network to read. */
export interface BalanceQuery {
  readonly active: WalletConnection
  readonly signal: AbortSignal
  /** Called before the coin's balance is read from the chain. */
  onChainRead(): void
}

/** Prices and token lists, which this plugin also provides to others. */
export interface SharedSources {
  readonly prices: Prices
  readonly tokenLists: TokenLists
}

/** Returns a function that reads the CAIP-2 ids that the service supports. They are requested once, and again after a failure. */
export function createSupported({ api }: Context): () => Promise<ReadonlySet<string>> {
  return lazyOnce(() => api.service('blockchain').get('/v1/supported-chains', { schema: supportedReply }))
}

/** Whether an error means that the site has neither a project id nor its own service. Callers do not treat it as a failure. */
export const isUnconfigured = (error: unknown): boolean => isWalletModalError(error) && error.code === 'NO_PROJECT_ID'

/** Whether the service does not support the request, for example its chain family. */
const isRefusal = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'HTTP_STATUS' && [400, 404, 422].includes(error.status ?? 0)

async function readCoin({ active, signal, onChainRead }: BalanceQuery): Promise<readonly SourceToken[]> {
  if (!active.network) return []
  onChainRead()
  const { caipNetworkId, nativeCurrency, imageUrl } = active.network
  const amount = await active.adapter.balance(signal, active.network)
  const assetId = coinAssetId(active.network)
  return [{ assetId, caipNetworkId, ...nativeCurrency, amount, ...(imageUrl !== undefined && { iconUrl: imageUrl }) }]
}

/** Token sources of the chain family: sources that read the chain or, with `indexers`, the indexers. */
const sourcesOf = (ctx: Context, { namespace }: WalletConnection, indexers = false) =>
  ctx
    .all(tokenSources)
    .peek()
    .filter((one) => one.namespace === namespace && (one.isIndexer === true) === indexers)

/**
 * Balances from the service; `null` if the service refuses the request for a chain family without `isIndexed`. With `tokensToRefresh` (addresses),
 * the service reads the coin and these tokens from the chain again, if it can. If the reply does not contain the coin, the coin is read from the
 * chain.
 */
export async function readFromService(
  ctx: Context,
  { tokensToRefresh, ...query }: BalanceQuery & { readonly tokensToRefresh: readonly string[] | undefined },
): Promise<readonly SourceToken[] | null> {
  const { active, signal } = query
  const { account, caipNetworkId } = active
  const requestBalances = (forceUpdate: readonly string[] | undefined): Promise<readonly Entry[]> =>
    ctx.api.service('blockchain').get(`/v1/account/${encodeURIComponent(account.address)}/balance`, {
      query: { currency: 'usd', chainId: caipNetworkId, forceUpdate },
      schema: balancesReply,
      signal,
    })
  const reply = await requestBalances(tokensToRefresh && forcedOf(active, tokensToRefresh)).catch((error: unknown) => {
    if (active.adapter.isIndexed || !isRefusal(error)) throw error
    return null
  })
  if (!reply) return null
  // the service caches replies by account, so the reply may be for another network; a forced request bypasses this cache
  const isForOtherNetwork = reply.length > 0 && reply.every((one) => one.caipNetworkId !== caipNetworkId)
  const forcedTokens = isForOtherNetwork && !tokensToRefresh ? forcedOf(active, []) : undefined
  const entries = forcedTokens ? await requestBalances(forcedTokens) : reply
  const heldTokens = await identify(entries, { active, source: sourcesOf(ctx, active)[0] })
  const hasCoin =
    active.network && heldTokens.some(({ assetId }) => active.network && assetId === coinAssetId(active.network))
  return hasCoin ? heldTokens : [...(await readCoin(query)), ...heldTokens]
}

/** Time limit for a family's token source. Requests of the kernel have shorter limits, but code of other plugins may never settle. */
const SOURCE_MS = 60_000

const timeoutError = (): Error => new Error('The token source does not answer.')

const isUnsigned = (value: unknown): boolean => typeof value === 'bigint' && value >= 0n

/** Whether a token of a contributed source is valid and belongs to the network. One invalid token could break the whole list. */
function isValid(token: unknown, active: WalletConnection): token is SourceToken {
  const { assetId, caipNetworkId, decimals, amount, scaledAmount, address, name, symbol, priceUsd, iconUrl } =
    fieldsOf(token)
  return (
    caipNetworkId === active.caipNetworkId &&
    [assetId, address, name, symbol, iconUrl ?? ''].every((text) => typeof text === 'string') &&
    (priceUsd === undefined || isUnsigned(priceUsd)) &&
    (scaledAmount === undefined || scaledAmount === 'unknown' || isUnsigned(scaledAmount)) &&
    String(assetId).startsWith(`${active.caipNetworkId}/`) &&
    typeof amount === 'bigint' &&
    amount > 0n &&
    isDecimals(decimals)
  )
}

/** Tokens listed by indexers, and whether an indexer failed. */
interface IndexerTokens {
  readonly tokens: readonly SourceToken[]
  readonly isPartial: boolean
}

async function readIndexers(ctx: Context, { active, signal }: BalanceQuery, network: Network): Promise<IndexerTokens> {
  let isPartial = false
  const lists = await Promise.all(
    sourcesOf(ctx, active, true).map(async (source): Promise<readonly SourceToken[]> => {
      try {
        return await awaitReply(source.tokens({ account: active.account, network, assetIds: [], signal }))
      } catch (error) {
        signal.throwIfAborted()
        ctx.log.info(`the tokens of "${source.name ?? source.namespace}" could not be read`, error)
        isPartial = true
        return []
      }
    }),
  )
  return { tokens: lists.flat().filter((token) => isValid(token, active)), isPartial }
}

/** Upper bound on indexer tokens that are read from the chain. */
const MAX_CHECKED = 50

/** CAIP-19 ids of the first {@link MAX_CHECKED} indexer tokens that the indexer does not mark as spam. Their amounts are read from the chain. */
const idsToCheck = ({ tokens }: IndexerTokens): readonly string[] =>
  tokens
    .filter(({ isReported }) => !isReported)
    .slice(0, MAX_CHECKED)
    .map(({ assetId }) => assetId)

/** Completes a token that was read from the chain with fields that only the indexer reports. */
const complete = (token: SourceToken, { iconUrl, priceUsd, isReported }: Partial<SourceToken> = {}): SourceToken => ({
  ...(iconUrl !== undefined && { iconUrl }),
  ...(priceUsd !== undefined && { priceUsd }),
  ...(isReported !== undefined && { isReported }),
  ...token,
})

export interface ChainReading {
  readonly heldTokens: readonly SourceToken[]
  /** Whether an indexer did not reply, so that tokens may be missing. */
  readonly isPartial: boolean
}

/**
 * Reads the coin and the tokens from the chain. Chain families that cannot list an account's tokens read those with known ids: of the option
 * `tokens`, of token lists and of indexers. The amount of an indexer is used only for a token that is not read from the chain.
 */
export async function readFromChain(
  ctx: Context,
  { assetIds, prices, tokenLists, ...query }: BalanceQuery & SharedSources & { readonly assetIds: readonly string[] },
): Promise<ChainReading> {
  const { active, signal } = query
  const { account, network, caipNetworkId } = active
  if (!network) return { heldTokens: [], isPartial: false }
  const coin = readCoin(query)
  coin.catch(() => null) // avoids an unhandled rejection; `await coin` below throws the error
  const [listedIds, indexed] = await Promise.all([
    listedOn(ctx, tokenLists, { network, signal }),
    readIndexers(ctx, query, network),
  ])
  const ownIds = assetIds.filter((id) => id.startsWith(`${caipNetworkId}/`))
  const idsToRead = new Set([...ownIds, ...listedIds, ...idsToCheck(indexed)])
  const sources = sourcesOf(ctx, active)
  const lists = await Promise.all(
    sources.map((source) =>
      inTime(source.tokens({ account, network, assetIds: [...idsToRead], signal }), SOURCE_MS, timeoutError),
    ),
  )
  const indexedById = new Map(indexed.tokens.map((token): [string, SourceToken] => [token.assetId, token]))
  const unchecked = indexed.tokens.filter(({ assetId }) => sources.length === 0 || !idsToRead.has(assetId))
  const chainTokens = lists.flat().filter((token) => isValid(token, active))
  const tokens = [...unchecked, ...chainTokens.map((token) => complete(token, indexedById.get(token.assetId)))]
  const byId = new Map(tokens.map((token): [string, SourceToken] => [token.assetId, token]))
  const heldTokens = await withPrices(ctx, { ...query, prices }, [...(await coin), ...byId.values()])
  return { heldTokens, isPartial: indexed.isPartial }
}

/** Upper bound on tokens of token lists that are read from the chain. */
const MAX_LISTED = 200

/** CAIP-19 ids of a network's tokens in the token lists; empty if no list can be read. */
async function listedOn(ctx: Context, tokenLists: TokenLists, request: TokenListRequest): Promise<readonly string[]> {
  try {
    return (await tokenLists.read(request)).slice(0, MAX_LISTED).map(({ assetId }) => assetId)
  } catch (error) {
    ctx.log.info('no token list could be read', error)
    return []
  }
}

/** Adds known prices. Balances matter more than prices, so a failure is only logged. */
async function withPrices(
  ctx: Context,
  { active, signal, prices }: BalanceQuery & Pick<SharedSources, 'prices'>,
  heldTokens: readonly SourceToken[],
): Promise<readonly SourceToken[]> {
  const { network } = active
  if (!network) return heldTokens
  try {
    const assetIds = heldTokens.map(({ assetId }) => assetId)
    const priceById = await prices.read({ network, assetIds, signal })
    return heldTokens.map((one) => {
      const priceUsd = priceById.get(one.assetId)
      return priceUsd === undefined ? one : { ...one, priceUsd }
    })
  } catch (error) {
    ctx.log.info('no prices could be read', error)
    return heldTokens
  }
}
