import { type BytesCoder, base58, base64 } from '@scure/base'

/** Returns a function that decodes text from a wallet or page; `null` for other values and invalid text. */
const reader =
  (coder: BytesCoder) =>
  (text: unknown): Uint8Array | null => {
    try {
      return typeof text === 'string' ? coder.decode(text) : null
    } catch {
      return null // invalid characters or length
    }
  }

/** Base58 without a checksum, for keys and signatures of Bitcoin and Solana. Takes quadratic time in the length. */
export const fromBase58 = reader(base58)
export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/** With padding (RFC 4648). */
export const fromBase64 = reader(base64)
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes)
