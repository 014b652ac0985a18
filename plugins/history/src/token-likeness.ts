import type { HistoryTransfer, Network, TokenBalance } from '@wallet-modal/kernel'
import { isCoinDuplicate, isCoinOf, isSameAsset, isWrappedCoin, likeness, plainName } from '@wallet-modal/kernel/assets'

/** Token in the account's balances, for comparison with the tokens of entries. */
export type HeldToken = Pick<
  TokenBalance,
  'name' | 'symbol' | 'assetId' | 'address' | 'priceUsd' | 'spamFlags' | 'iconUrl'
>

/**
 * Result of comparing a transferred token with known tokens. `false`: no look-alike. `true`: looks like a token that the account knows.
 * `perhaps`: the account holds a token and its look-alike, and the entry does not tell which one was transferred.
 */
export type Likeness = boolean | 'perhaps'

interface AccountTokens {
  readonly transfers: readonly HistoryTransfer[]
  readonly heldTokens: readonly HeldToken[]
  readonly network: Network
}

type TokenNames = Pick<HeldToken, 'name' | 'symbol'>

const textsOf = ({ name, symbol }: TokenNames): readonly string[] => [name, symbol].filter((text) => text !== '')
/** Texts that look alike have the same skeleton. */
const skeletonOf = (text: string): string => likeness(plainName(text) ?? '')
const skeletonsOf = (tokens: readonly TokenNames[]): ReadonlySet<string> =>
  new Set(
    tokens
      .flatMap(textsOf)
      .map(skeletonOf)
      .filter((skeleton) => skeleton !== ''),
  )
const isSameText = (one: TokenNames, other: TokenNames): boolean =>
  one.name === other.name && one.symbol === other.symbol
const isPriced = ({ priceUsd }: Pick<HeldToken, 'priceUsd'>): boolean => priceUsd !== undefined

/**
 * Returns a function that compares a transfer by its asset id. A token that the account does not hold is a look-alike if its name or symbol looks
 * like that of the coin. The result is `undefined` if the asset id is missing or unknown: the caller then compares names, symbols and pictures.
 */
function createIdComparison({
  heldTokens,
  network: { caipNetworkId, nativeCurrency },
}: Pick<AccountTokens, 'heldTokens' | 'network'>): (transfer: HistoryTransfer) => boolean | undefined {
  const coinSkeletons = skeletonsOf([nativeCurrency])
  return (one) => {
    const { assetId } = one
    if (assetId === undefined) return undefined
    if (isCoinOf(caipNetworkId, assetId)) return false
    const held = heldTokens.find((token) => isSameAsset(token.assetId, assetId))
    if (held) return held.spamFlags?.includes('lookAlike') ?? false
    const contract = { caipNetworkId, address: assetId.slice(assetId.lastIndexOf(':') + 1) }
    if (isWrappedCoin(contract) || isCoinDuplicate(contract)) return false
    return textsOf(one).some((text) => coinSkeletons.has(skeletonOf(text))) || undefined
  }
}

/**
 * Returns a function that compares a transferred token with known tokens. Compares asset ids if the source reports them, otherwise names, symbols and
 * pictures. The coin and tokens with a price are trusted. A token without a price is a look-alike if its name or symbol looks like a trusted one but
 * is spelled differently. An exact copy of the name or symbol of a token with a price is a look-alike only if at least one transfer of the activity
 * has a price.
 */
export function createTokenLikeness({
  transfers,
  heldTokens,
  network,
}: AccountTokens): (transfer: HistoryTransfer) => Likeness {
  const genuineTokens = heldTokens.filter(({ spamFlags }) => !spamFlags)
  const flaggedTokens = heldTokens.filter(({ spamFlags }) => spamFlags)
  const pricedTransfers = transfers.filter((one) => one.kind === 'token' && isPriced(one))
  const pricedTokens: readonly TokenNames[] = [...pricedTransfers, ...genuineTokens.filter(isPriced)]
  const trustedTokens = [network.nativeCurrency, ...pricedTokens]
  const trustedTexts = new Set(trustedTokens.flatMap(textsOf))
  const skeletons = skeletonsOf(trustedTokens)
  const pricedSkeletons = pricedTransfers.length > 0 ? skeletonsOf(pricedTokens) : new Set<string>()
  const compareTexts = (one: HistoryTransfer): Likeness => {
    const twins = flaggedTokens.filter((token) => isSameText(token, one))
    if (twins.length > 0) {
      const originals = genuineTokens.filter((token) => isSameText(token, one))
      const isPictured = ({ iconUrl }: HeldToken): boolean => iconUrl !== undefined && iconUrl === one.imageUrl
      if (originals.length === 0 || twins.some(isPictured)) return true
      return originals.some(isPictured) ? false : 'perhaps'
    }
    return textsOf(one).some((text) => (trustedTexts.has(text) ? pricedSkeletons : skeletons).has(skeletonOf(text)))
  }
  const compareIds = createIdComparison({ heldTokens, network })
  const cache = new Map<string, Likeness>()
  return (one) => {
    if (one.kind !== 'token' || one.priceUsd !== undefined) return false
    const key = JSON.stringify([one.assetId, one.name, one.symbol, one.imageUrl])
    const result = cache.get(key) ?? compareIds(one) ?? compareTexts(one)
    cache.set(key, result)
    return result
  }
}
