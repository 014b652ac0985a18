import { parseAmount } from './amount.js'

/** Value of an amount in US dollars, rounded down, with `FIAT_DECIMALS` decimals; `undefined` without a price. */
export const usdValue = (amount: bigint, decimals: number, priceUsd: bigint | undefined): bigint | undefined =>
  priceUsd === undefined ? undefined : (amount * priceUsd) / parseAmount('1', decimals)
