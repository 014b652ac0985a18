// this and transactions/sdk.ts are the only modules that import the SDK, so that it can be replaced
import {
  getBase16Decoder,
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  isAddress,
} from '@solana/web3.js'

/** Whether a text is 32 bytes in base58. */
export const isSolanaAddress = (text: string): boolean => isAddress(text)

/** Encodes bytes in base58, the format of Solana's signatures. */
export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)

export const fromBase58 = (text: string): Uint8Array => new Uint8Array(getBase58Encoder().encode(text))

/** Encodes bytes in base64 with padding (RFC 4648), the format of transactions and account data. */
export const toBase64 = (bytes: Uint8Array): string => getBase64Decoder().decode(bytes)

/** Decodes base64. Throws if the text is not base64. */
export const fromBase64 = (text: string): Uint8Array => new Uint8Array(getBase64Encoder().encode(text))

/** Encodes bytes in hex, without `0x`. */
export const toHex = (bytes: Uint8Array): string => getBase16Decoder().decode(bytes)
