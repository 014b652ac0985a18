const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Characters that hide or turn around what stands beside them. */
const isMisleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

export const toHex = (bytes: Uint8Array): string =>
  `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Bytes as a person can read them: UTF-8 text where that is what they are and nothing in it misleads, else hex. */
export function readBytes(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes)
    return isMisleading.test(text.replace(/[\n\r\t]/g, '')) ? toHex(bytes) : text
  } catch {
    return toHex(bytes) // not UTF-8
  }
}
