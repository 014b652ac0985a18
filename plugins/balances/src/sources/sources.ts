import {
  type ActiveConnection,
  type Context,
  type Holdings,
  isWalletModalError,
  lazyOnce,
  type Network,
  type Prices,
  type TokenListRequest,
  type TokenLists,
} from '@wallet-modal/kernel'
import { coinAssetId, tokenSources } from '@wallet-modal/kernel/assets'
import type { Held } from '../flags/held.js'
import { inTime as inShortTime } from './answers.js'
import { identify } from './identify.js'
import { balancesReply, type Entry, supportedReply } from './reply.js'
import { COIN } from './service-coins.js'

/** More would not fit into an address. */
const MAX_FORCED = 20

/**
 * What the service is to look for on the chain anew. It does so on eip155 only, and refuses the whole question elsewhere. It compares addresses
 * letter by letter with its own, which are in lower case: one that it does not recognise it lists twice, with the old amount first.
 */
const forcedOf = ({ namespace, caipNetworkId }: ActiveConnection, addresses: readonly string[]) =>
  namespace === 'eip155'
    ? [COIN, ...addresses.slice(0, MAX_FORCED)].map((address) => `${caipNetworkId}:${address.toLowerCase()}`)
    : undefined

/** What is to be read, for whom. */
export interface Question {
  readonly active: ActiveConnection
  readonly signal: AbortSignal
  /** Told who is asked next. */
  asks(whom: NonNullable<Holdings['unread']>): void
}

/** Prices and token lists that this plugin provides for others, too. */
export interface Shared {
  readonly prices: Prices
  readonly tokenLists: TokenLists
}

/** The networks that the service knows; asked for once, and again where that failed. */
export function createSupported({ api }: Context): () => Promise<ReadonlySet<string>> {
  return lazyOnce(() => api.service('blockchain').get('/v1/supported-chains', { schema: supportedReply }))
}

/** The site has no project id and no service of its own, which is no failure. */
export const isUnconfigured = (error: unknown): boolean => isWalletModalError(error) && error.code === 'NO_PROJECT_ID'

const isRefusal = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'HTTP_STATUS' && [400, 404, 422].includes(error.status ?? 0)

async function readCoin({ active, signal, asks }: Question): Promise<readonly Held[]> {
  if (!active.network) return []
  asks('chain')
  const { caipNetworkId, nativeCurrency, imageUrl } = active.network
  const amount = await active.adapter.balance(signal)
  const assetId = coinAssetId(active.network)
  return [{ assetId, caipNetworkId, ...nativeCurrency, amount, ...(imageUrl !== undefined && { iconUrl: imageUrl }) }]
}

/** Sources that read the chain itself; `indexers` are the others. */
const sourcesOf = (ctx: Context, { namespace }: ActiveConnection, indexers = false) =>
  ctx
    .all(tokenSources)
    .peek()
    .filter((one) => one.namespace === namespace && (one.isIndexer === true) === indexers)

/**
 * What the service knows; `null` where it does not know what accounts of this chain family hold. With `fresh` it looks at the chain anew where it
 * can, for the coin and the tokens that are named. A coin that it leaves out is asked of the chain: that it is not there does not say that it is 0.
 */
export async function readFromService(
  ctx: Context,
  { fresh, ...question }: Question & { readonly fresh: readonly string[] | undefined },
): Promise<readonly Held[] | null> {
  const { active, signal } = question
  const { account, caipNetworkId } = active
  const ask = (forceUpdate: readonly string[] | undefined): Promise<readonly Entry[]> =>
    ctx.api.service('blockchain').get(`/v1/account/${encodeURIComponent(account.address)}/balance`, {
      query: { currency: 'usd', chainId: caipNetworkId, forceUpdate },
      schema: balancesReply,
      signal,
    })
  const told = await ask(fresh && forcedOf(active, fresh)).catch((error: unknown) => {
    if (active.adapter.isIndexed || !isRefusal(error)) throw error
    return null
  })
  if (!told) return null
  // it keeps answers for some seconds by the account alone, but not where it is to look anew
  const isOfOther = told.length > 0 && told.every((one) => one.caipNetworkId !== caipNetworkId)
  const anew = isOfOther && !fresh ? forcedOf(active, []) : undefined
  const entries = anew ? await ask(anew) : told
  const held = await identify(entries, { active, source: sourcesOf(ctx, active)[0] })
  const hasCoin =
    active.network && held.some(({ assetId }) => active.network && assetId === coinAssetId(active.network))
  return hasCoin ? held : [...(await readCoin(question)), ...held]
}

/** How long a family may look for tokens. What the kernel reads for it ends sooner; what other people's code does may never end. */
const SOURCE_MS = 60_000

const inTime = <T>(work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The token source does not answer.')), SOURCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })

const isSound = ({ assetId, caipNetworkId, decimals, amount, address }: Held, active: ActiveConnection): boolean =>
  caipNetworkId === active.caipNetworkId &&
  assetId.startsWith(`${caipNetworkId}/`) &&
  address !== undefined &&
  typeof amount === 'bigint' &&
  amount > 0n &&
  Number.isInteger(decimals) &&
  decimals >= 0 &&
  decimals <= 36

/** Tokens that indexers list, and whether one of them failed. */
interface Indexed {
  readonly tokens: readonly Held[]
  readonly isPartial: boolean
}

async function readIndexers(ctx: Context, { active, signal }: Question, network: Network): Promise<Indexed> {
  let isPartial = false
  const lists = await Promise.all(
    sourcesOf(ctx, active, true).map(async (source): Promise<readonly Held[]> => {
      try {
        return await inShortTime(source.tokens({ account: active.account, network, known: [], signal }))
      } catch (error) {
        signal.throwIfAborted()
        ctx.log.info(`"${source.name ?? source.namespace}" lists no tokens`, error)
        isPartial = true
        return []
      }
    }),
  )
  return { tokens: lists.flat().filter((token) => isSound(token, active)), isPartial }
}

/** Upper bound on tokens of indexers that the chain is asked for, the first ones. */
const MAX_CHECKED = 50

/** What of the indexers' tokens the chain is asked for: not what they call spam themselves. */
const checkedOf = ({ tokens }: Indexed): readonly string[] =>
  tokens
    .filter(({ isReported }) => !isReported)
    .slice(0, MAX_CHECKED)
    .map(({ assetId }) => assetId)

/** What only an indexer knows of a token that the chain has told of. */
const complete = (token: Held, { iconUrl, priceUsd, isReported }: Partial<Held> = {}): Held => ({
  ...(iconUrl !== undefined && { iconUrl }),
  ...(priceUsd !== undefined && { priceUsd }),
  ...(isReported !== undefined && { isReported }),
  ...token,
})

export interface ChainReading {
  readonly held: readonly Held[]
  /** An indexer did not answer, so that tokens may be missing. */
  readonly isPartial: boolean
}

/**
 * What the chain itself tells: the coin, and those tokens that its family can find, by the ids that are known where it needs them. Indexers name
 * further ones; their amounts count only where the chain was not asked.
 */
export async function readFromChain(
  ctx: Context,
  { known, prices, tokenLists, ...question }: Question & Shared & { readonly known: readonly string[] },
): Promise<ChainReading> {
  const { active, signal } = question
  const { account, network, caipNetworkId } = active
  if (!network) return { held: [], isPartial: false }
  const coin = readCoin(question)
  coin.catch(() => null) // thrown below
  const [listed, indexed] = await Promise.all([
    listedOn(ctx, tokenLists, { network, signal }),
    readIndexers(ctx, question, network),
  ])
  const checked = checkedOf(indexed)
  const own = new Set([...known.filter((id) => id.startsWith(`${caipNetworkId}/`)), ...listed, ...checked])
  const sources = sourcesOf(ctx, active)
  const lists = await Promise.all(
    sources.map((source) => inTime(source.tokens({ account, network, known: [...own], signal }))),
  )
  const told = new Map(indexed.tokens.map((token): [string, Held] => [token.assetId, token]))
  const unchecked = indexed.tokens.filter(({ assetId }) => sources.length === 0 || !own.has(assetId))
  const read = lists.flat().filter((token) => isSound(token, active))
  const tokens = [...unchecked, ...read.map((token) => complete(token, told.get(token.assetId)))]
  const byId = new Map(tokens.map((token): [string, Held] => [token.assetId, token]))
  const held = await withPrices(ctx, { ...question, prices }, [...(await coin), ...byId.values()])
  return { held, isPartial: indexed.isPartial }
}

/** Upper bound on listed tokens that a chain is asked for. */
const MAX_LISTED = 200

/** Ids of the tokens that the token lists have of a network. Without a list the site's own are asked for. */
async function listedOn(ctx: Context, tokenLists: TokenLists, request: TokenListRequest): Promise<readonly string[]> {
  try {
    return (await tokenLists.read(request)).slice(0, MAX_LISTED).map(({ assetId }) => assetId)
  } catch (error) {
    ctx.log.info('no token list could be read', error)
    return []
  }
}

/** Adds the prices that are known. What is held counts more than its price, so that a failure is only logged. */
async function withPrices(
  ctx: Context,
  { active, signal, prices }: Question & Pick<Shared, 'prices'>,
  held: readonly Held[],
): Promise<readonly Held[]> {
  const { network } = active
  if (!network) return held
  try {
    const assetIds = held.map(({ assetId }) => assetId)
    const found = await prices.read({ network, assetIds, signal })
    return held.map((one) => {
      const priceUsd = found.get(one.assetId)
      return priceUsd === undefined ? one : { ...one, priceUsd }
    })
  } catch (error) {
    ctx.log.info('no prices could be read', error)
    return held
  }
}
