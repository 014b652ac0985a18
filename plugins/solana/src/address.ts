import { WalletModalError } from '@wallet-modal/kernel'
import { isSolanaAddress } from './sdk.js'

/** Validates an address: 32 bytes in base58. Returns the text unchanged, because an address has only one form. Throws `INVALID_ARGUMENT`. */
export function parseSolanaAddress(text: string): string {
  if (typeof text === 'string' && isSolanaAddress(text)) return text
  throw new WalletModalError('INVALID_ARGUMENT', 'The address must be 32 bytes in base58: 32 to 44 letters and digits.')
}
