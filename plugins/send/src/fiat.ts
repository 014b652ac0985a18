import { displayAmount, parseAmount } from '@wallet-modal/kernel'
import { FIAT_DECIMALS } from '@wallet-modal/kernel/assets'

/** US dollars for an amount, cut, with {@link FIAT_DECIMALS} decimals; `undefined` where no price was read. */
export const worthOf = (amount: bigint, decimals: number, priceUsd: bigint | undefined): bigint | undefined =>
  priceUsd === undefined ? undefined : (amount * priceUsd) / parseAmount('1', decimals)

/** With two decimals, as prices are written. */
export const displayUsd = (value: bigint): string => {
  const text = displayAmount(value, FIAT_DECIMALS, 2)
  if (text.startsWith('<')) return `<$${text.slice(1)}`
  const [whole = '0', cents = ''] = text.split('.')
  return `$${whole}.${cents.padEnd(2, '0')}`
}
