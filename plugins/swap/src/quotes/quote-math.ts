import { formatAmount, usdValue } from '@wallet-modal/kernel/assets'
import type { AccountToken } from '@wallet-modal/kernel/transactions'
import type { Quote } from './quotes.js'

/** Maximum fraction digits of a displayed quote. */
export const MAX_FRACTION_DIGITS = 6
const BASIS_POINTS = 10_000n

/** Rate: received base units for one whole token paid. */
export function rateOf({ request, receiveAmount }: Quote): bigint {
  return (receiveAmount * 10n ** BigInt(request.pay.decimals)) / request.amount
}

/** The provider's fee, in base units of the token paid. */
export const feeOf = ({ request, feeBps }: Quote): bigint => (request.amount * BigInt(feeBps)) / BASIS_POINTS

/** Formats basis points as a percentage: 85 is `0.85`. */
export const toPercent = (bps: number): string => formatAmount(BigInt(bps), 2)

/** Price impact: loss of value at the prices of both tokens, in basis points, never below 0; `undefined` if a price is missing. */
export function impactOf({ request, receiveAmount }: Quote, pay: Priced, receive: Priced): number | undefined {
  const paid = usdValue(request.amount, request.pay.decimals, pay.priceUsd)
  const received = usdValue(receiveAmount, request.receive.decimals, receive.priceUsd)
  if (!paid || received === undefined) return undefined
  return received >= paid ? 0 : Number(((paid - received) * BASIS_POINTS) / paid)
}

type Priced = Pick<AccountToken, 'priceUsd'>

/** Minimum price impact that is highlighted, in basis points. */
export const HIGH_IMPACT_BPS = 300
