import { displayAmount, parseAmount } from '@wallet-modal/kernel'
import { FIAT_DECIMALS } from '@wallet-modal/kernel/assets'

/** US dollars for an amount, cut, with {@link FIAT_DECIMALS} decimals; `undefined` where no price was read. */
export const worthOf = (amount: bigint, decimals: number, priceUsd: bigint | undefined): bigint | undefined =>
  priceUsd === undefined ? undefined : (amount * priceUsd) / parseAmount('1', decimals)

export const displayUsd = (value: bigint): string => {
  const text = displayAmount(value, FIAT_DECIMALS, 2)
  return text.startsWith('<') ? `<$${text.slice(1)}` : `$${text}`
}
