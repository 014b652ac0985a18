// the only module that names the SDK: its successor goes in here
import { getBase58Decoder, getBase58Encoder, isAddress } from '@solana/web3.js'
import { WalletModalError } from '@wallet-modal/kernel'

/** An address, which is 32 bytes in base58. There is one writing only, so nothing is normalised. Throws `INVALID_ARGUMENT`. */
export function parseSolanaAddress(text: string): string {
  if (typeof text === 'string' && isAddress(text)) return text
  throw new WalletModalError('INVALID_ARGUMENT', 'An address is 32 bytes in base58: 32 to 44 letters and digits.')
}

/** Base58, as signatures are written on Solana. */
export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)

/** The bytes of a base58 text. */
export const fromBase58 = (text: string): Uint8Array => new Uint8Array(getBase58Encoder().encode(text))
