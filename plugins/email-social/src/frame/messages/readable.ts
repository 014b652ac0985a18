import { bytesToHex } from '@noble/hashes/utils.js'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Characters that can hide or reorder adjacent text. */
const misleadingCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Line breaks, tab, zero-width non-joiner and zero-width joiner. */
const allowedCharacters = /[\n\r\t\u200c\u200d]/g

/** Whether a text contains no misleading characters. */
export const isReadable = (text: string): boolean => !misleadingCharacters.test(text.replace(allowedCharacters, ''))

/** UTF-8 text of the bytes; `undefined` if they are not UTF-8, or if the text contains misleading characters. */
export function readableText(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes)
    return isReadable(text) ? text : undefined
  } catch {
    return undefined // not UTF-8
  }
}

/** Readable text of the bytes, or the bytes in hex with `0x`. */
export const readBytes = (bytes: Uint8Array): string => readableText(bytes) ?? `0x${bytesToHex(bytes)}`
