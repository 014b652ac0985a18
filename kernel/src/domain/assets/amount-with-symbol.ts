import { formatAmount } from './amount.js'
import { groupDigits } from './group-digits.js'

/** Formats an amount in base units, with all its decimals, for messages: `1,234.5 SOL`. */
export const amountWithSymbol = (
  amountBase: bigint,
  { decimals, symbol }: { readonly decimals: number; readonly symbol: string },
): string => `${groupDigits(formatAmount(amountBase, decimals))} ${symbol}`
