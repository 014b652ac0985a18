import { bytesToHex } from '@noble/hashes/utils.js'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Characters that can hide or reorder adjacent text. */
const misleadingCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Line breaks, tab, zero-width non-joiner and zero-width joiner. */
const allowedCharacters = /[\n\r\t\u200c\u200d]/g

/** Whether a text contains no misleading characters. */
export const isReadable = (text: string): boolean => !misleadingCharacters.test(text.replace(allowedCharacters, ''))

/** Decodes UTF-8 text. Returns hex with `0x` if the bytes are not UTF-8, or if the text contains misleading characters. */
export function readBytes(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes)
    return isReadable(text) ? text : `0x${bytesToHex(bytes)}`
  } catch {
    return `0x${bytesToHex(bytes)}` // not UTF-8
  }
}
