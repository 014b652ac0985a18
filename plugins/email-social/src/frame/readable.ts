import { toHex } from './hex.js'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Characters that hide or turn around what stands beside them; line breaks, tabs and joiners are honest. */
const misleading = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u
const honest = /[\n\r\t\u200c\u200d]/g

export const isReadable = (text: string): boolean => !misleading.test(text.replace(honest, ''))

/** Bytes as text where they are UTF-8 without misleading characters, else as hex. */
export function readBytes(bytes: Uint8Array): string {
  try {
    const text = decoder.decode(bytes)
    return isReadable(text) ? text : `0x${toHex(bytes)}`
  } catch {
    return `0x${toHex(bytes)}` // not UTF-8
  }
}
