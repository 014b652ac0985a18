const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Characters that hide or turn around what stands beside them. */
const isMisleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
/** Control characters that honest text needs: line breaks, tabs, and the joiners of Persian words and of emoji. */
const honest = /[\n\r\t\u200c\u200d]/g

export const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Bytes as a person can read them: UTF-8 text where that is what they are and nothing in it misleads, else hex. */
export function readBytes(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes)
    return isMisleading.test(text.replace(honest, '')) ? toHex(bytes) : text
  } catch {
    return toHex(bytes) // not UTF-8
  }
}
