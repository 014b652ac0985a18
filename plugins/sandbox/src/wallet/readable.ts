import { bytesToHex } from 'viem'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Control, format and separator characters, which can hide or reorder adjacent text. */
const misleadingCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Exceptions: line breaks, tabs, and the zero-width characters in Persian words and emoji. */
const allowedControls = /[\n\r\t\u200c\u200d]/g

/** Bytes as UTF-8 text if they are valid and contain no misleading characters; otherwise hex. */
export function readBytes(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes)
    return misleadingCharacter.test(text.replace(allowedControls, '')) ? bytesToHex(bytes) : text
  } catch {
    return bytesToHex(bytes) // not UTF-8
  }
}
