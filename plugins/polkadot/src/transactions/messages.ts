import { type Network, WalletModalError } from '@wallet-modal/kernel'
import { formatAmount, groupDigits } from '@wallet-modal/kernel/assets'
import type { Asset } from '../assets/asset.js'

/** `INVALID_ARGUMENT` with a reason for visitors. */
export const invalid = (sentence: string): WalletModalError => new WalletModalError('INVALID_ARGUMENT', sentence)

export const inCoins = (plancks: bigint, { nativeCurrency: { decimals, symbol } }: Network): string =>
  `${groupDigits(formatAmount(plancks, decimals))} ${symbol}`

export const inUnits = (amount: bigint, { decimals, symbol }: Asset): string =>
  `${groupDigits(formatAmount(amount, decimals))} ${symbol}`
