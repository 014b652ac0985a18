import { type AssetToken, coinAssetId, type TokenBalance } from '../../domain/assets/assets.js'
import { usdValue } from '../../domain/assets/usd-value.js'
import type { Network } from '../../domain/network.js'
import type { AssetAmount } from '../../transactions/actions.js'
import type { TransactionReview } from '../../transactions/transactions.js'

/** Fields of a token that a review displays. */
type ReviewToken = AssetToken & Pick<TokenBalance, 'priceUsd' | 'spamFlags'>

export interface ReviewProps {
  readonly review: TransactionReview
  /** Network of the review. */
  readonly network: Network
  /**
   * Tokens of the review, with their prices if known. The native coin may be omitted. For other missing tokens, CAIP-19 id and base units are
   * displayed.
   */
  readonly tokens: readonly ReviewToken[]
  /** Names by address, as the visitor entered them: `{ '0x7099…': 'zoe.eth' }`. */
  readonly names?: Readonly<Record<string, string>> | undefined
  /** Networks whose names a review displays, such as the destination network of a swap. For other networks, the CAIP-2 id is displayed. */
  readonly networks?: readonly Network[] | undefined
}

/** Token of a CAIP-19 id, or `undefined` if it is neither in `tokens` nor the native coin. */
export function findToken(
  { network, tokens }: Pick<ReviewProps, 'network' | 'tokens'>,
  assetId: string,
): ReviewToken | undefined {
  const token = tokens.find((one) => one.assetId === assetId)
  if (token || assetId !== coinAssetId(network)) return token
  return { assetId, caipNetworkId: network.caipNetworkId, ...network.nativeCurrency }
}

/** Contract and token id of an NFT, from its CAIP-19 id; `undefined` for other assets. */
export function nftOf(assetId: string): { readonly contract: string; readonly tokenId: string } | undefined {
  const [, asset = '', tokenId] = assetId.split('/')
  return tokenId === undefined ? undefined : { contract: asset.slice(asset.indexOf(':') + 1), tokenId }
}

function amountsSpent({ actions }: TransactionReview): readonly AssetAmount[] {
  return actions.flatMap((action) =>
    action.type === 'transfer' ? [action] : action.type === 'swap' ? [action.pay] : [],
  )
}

/** Whether the fee exceeds the sum that is transferred or swapped. Compares in the native coin, or in US dollars; `false` if a price is unknown. */
export function feeExceedsAmount(props: ReviewProps): boolean {
  const { review, network } = props
  const { fee } = review
  const spent = amountsSpent(review)
  if (fee === 'setByWallet' || spent.length === 0) return false
  const coinId = coinAssetId(network)
  if (spent.every(({ assetId }) => assetId === coinId)) return fee > spent.reduce((sum, { amount }) => sum + amount, 0n)
  const dollarsOf = ({ assetId, amount }: AssetAmount): bigint | undefined => {
    const token = findToken(props, assetId)
    return token && usdValue(amount, token.decimals, token.priceUsd)
  }
  const feeValue = dollarsOf({ assetId: coinId, amount: fee })
  const values = spent.map(dollarsOf)
  if (feeValue === undefined || values.some((one) => one === undefined)) return false
  return feeValue > values.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n)
}
