import { type BytesCoder, base58, base64 } from '@scure/base'

/** The bytes of what a wallet or a page wrote; `null` for what is not written so. */
const reader =
  (coder: BytesCoder) =>
  (text: unknown): Uint8Array | null => {
    try {
      return typeof text === 'string' ? coder.decode(text) : null
    } catch {
      return null // other letters, or another length
    }
  }

/** As Bitcoin and Solana write keys and signatures, without a checksum. Takes time by the square of the length. */
export const fromBase58 = reader(base58)
export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes)

/** With padding (RFC 4648). */
export const fromBase64 = reader(base64)
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes)
