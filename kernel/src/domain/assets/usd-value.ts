import { parseAmount } from './amount.js'

/** US dollars for an amount, cut, with the decimals of `FIAT_DECIMALS`; `undefined` where no price was read. */
export const usdValue = (amount: bigint, decimals: number, priceUsd: bigint | undefined): bigint | undefined =>
  priceUsd === undefined ? undefined : (amount * priceUsd) / parseAmount('1', decimals)
