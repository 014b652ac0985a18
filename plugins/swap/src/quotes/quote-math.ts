import { formatAmount, usdValue } from '@wallet-modal/kernel/assets'
import type { AccountToken } from '@wallet-modal/kernel/transactions'
import type { Quote } from './quotes.js'

/** Most fraction digits of a quoted amount on the screen. */
const PLACES = 6
const BASIS_POINTS = 10_000n

/** Cuts a decimal to six fraction digits, for the screen only. */
export const toDisplay = (exact: string): string => {
  const [whole = '0', fraction = ''] = exact.split('.')
  const cut = fraction.slice(0, PLACES).replace(/0+$/, '')
  return cut === '' ? whole : `${whole}.${cut}`
}

/** Base units of what is received for one whole token that is paid. */
export function rateOf({ request, receiveAmount }: Quote): bigint {
  return (receiveAmount * 10n ** BigInt(request.pay.decimals)) / request.amount
}

/** Part of the amount paid that the provider keeps, in base units. */
export const feeOf = ({ request, feeBps }: Quote): bigint => (request.amount * BigInt(feeBps)) / BASIS_POINTS

/** Hundredths of a percent as a percentage: 85 is `0.85`. */
export const toPercent = (bps: number): string => formatAmount(BigInt(bps), 2)

/** Loss of value by the prices of both tokens, in hundredths of a percent, never below 0; `undefined` where a price is missing. */
export function impactOf({ request, receiveAmount }: Quote, pay: Priced, receive: Priced): number | undefined {
  const paid = usdValue(request.amount, request.pay.decimals, pay.priceUsd)
  const received = usdValue(receiveAmount, request.receive.decimals, receive.priceUsd)
  if (!paid || received === undefined) return undefined
  return received >= paid ? 0 : Number(((paid - received) * BASIS_POINTS) / paid)
}

type Priced = Pick<AccountToken, 'priceUsd'>

/** From here on the loss is pointed out. */
export const HIGH_IMPACT_BPS = 300
