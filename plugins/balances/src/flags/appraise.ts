import type { Holdings, Network, TokenBalance } from '@wallet-modal/kernel'
import { coinAssetId, isCoinDuplicate } from '@wallet-modal/kernel/assets'
import type { SourceToken } from './source-token.js'
import { spamFlagsOf } from './spam-flags.js'

export type AppraisedTokens = Pick<Holdings, 'tokens' | 'totalUsd'>

/** Value of an amount in US dollars with 18 decimals, rounded down. */
const worthOf = ({ amount, decimals, priceUsd }: SourceToken): bigint | undefined =>
  priceUsd === undefined ? undefined : (amount * priceUsd) / BigInt(`1${'0'.repeat(decimals)}`)

const withoutPrice = <T extends Pick<TokenBalance, 'priceUsd'>>({ priceUsd: _, ...token }: T): Omit<T, 'priceUsd'> =>
  token

const byWorth = (one: TokenBalance, other: TokenBalance): number => {
  const [a, b] = [one.valueUsd ?? -1n, other.valueUsd ?? -1n]
  if (a !== b) return a > b ? -1 : 1
  return Number(one.spamFlags !== undefined) - Number(other.spamFlags !== undefined) || compare(one.name, other.name)
}
/** Compares without a locale: the order does not depend on the language, and thousands of names are sorted fast. */
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/**
 * Computes values and total, and sorts the tokens by value, the coin first. Omits duplicates of the coin; a coin without a price gets the price of a
 * duplicate. A token with spam flags gets no price and no value, and is not part of the total. A token with a scaled amount gets no price and no
 * value. `totalUsd` is absent if any token without spam flags has no price, or if there is no such token.
 */
export function appraise(sourceTokens: readonly SourceToken[], network: Network): AppraisedTokens {
  const coinId = coinAssetId(network)
  const coinPrice = sourceTokens.find(
    (one) => isCoinDuplicate(one) && !one.isReported && one.priceUsd !== undefined,
  )?.priceUsd
  const pricedTokens = sourceTokens
    .filter((one) => !isCoinDuplicate(one))
    .map((one) => (coinPrice === undefined || one.assetId !== coinId ? one : { priceUsd: coinPrice, ...one }))
  const spamFlags = spamFlagsOf(pricedTokens, { coinId, coin: network.nativeCurrency })
  const tokens = pricedTokens.map(({ isReported: _, ...token }): TokenBalance => {
    const flags = spamFlags.get(token.assetId) ?? []
    if (flags.length > 0) return { ...withoutPrice(token), spamFlags: flags }
    if (token.scaledAmount !== undefined) return withoutPrice(token)
    const valueUsd = worthOf(token)
    return valueUsd === undefined ? token : { ...token, valueUsd }
  })
  const values = tokens.filter((token) => !token.spamFlags).map((token) => token.valueUsd)
  const totalUsd = values.reduce(
    (sum: bigint | undefined, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0n,
  )
  return {
    tokens: [
      ...tokens.filter(({ assetId }) => assetId === coinId),
      ...tokens.filter(({ assetId }) => assetId !== coinId).sort(byWorth),
    ],
    ...(totalUsd !== undefined && values.length > 0 && { totalUsd }),
  }
}
