import { toHex } from '../hex.js'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Characters that can hide or reorder adjacent text. */
const misleadingCharacters = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Line breaks, tab, zero-width non-joiner and zero-width joiner. */
const allowedCharacters = /[\n\r\t\u200c\u200d]/g

export const isReadable = (text: string): boolean => !misleadingCharacters.test(text.replace(allowedCharacters, ''))

/** Bytes as UTF-8 text if they are valid and contain no misleading characters; otherwise hex. */
export function readBytes(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes)
    return isReadable(text) ? text : `0x${toHex(bytes)}`
  } catch {
    return `0x${toHex(bytes)}` // not UTF-8
  }
}
