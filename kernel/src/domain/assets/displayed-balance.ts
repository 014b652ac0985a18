import type { TokenBalance } from './assets.js'

/** Balance to display: {@link TokenBalance.scaledAmount} if the token has one, else `amount`; `undefined` if unknown. */
export function displayedBalance({
  amount,
  scaledAmount = amount,
}: {
  readonly amount: bigint | undefined
  readonly scaledAmount?: TokenBalance['scaledAmount']
}): bigint | undefined {
  return scaledAmount === 'unknown' ? undefined : scaledAmount
}
