const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Control, format and separator characters, which can hide or reorder adjacent text. */
const isMisleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Allowed characters of these categories: line breaks, tabs, and the joiners in Persian words and emoji. */
const allowedControls = /[\n\r\t\u200c\u200d]/g

export const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Bytes as UTF-8 text if they are valid and contain no misleading characters; otherwise hex. */
export function readBytes(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes)
    return isMisleading.test(text.replace(allowedControls, '')) ? toHex(bytes) : text
  } catch {
    return toHex(bytes) // not UTF-8
  }
}
