import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/** Signs URLs with a random secret of this run (HMAC-SHA256), so that only the server can create them. */
export interface UrlSigner {
  /** Returns 64 lower-case hexadecimal digits. */
  sign(text: string): Promise<string>
  verify(text: string, signature: string): Promise<boolean>
}

const algorithm = { name: 'HMAC', hash: 'SHA-256' } as const

export function createUrlSigner(): UrlSigner {
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const key = crypto.subtle.importKey('raw', secret, algorithm, false, ['sign', 'verify'])
  const encode = (text: string) => new TextEncoder().encode(text)
  return {
    async sign(text) {
      const bytes = new Uint8Array(await crypto.subtle.sign(algorithm.name, await key, encode(text)))
      return bytesToHex(bytes)
    },
    async verify(text, signature) {
      if (!/^[0-9a-f]{64}$/.test(signature)) return false
      return crypto.subtle.verify(algorithm.name, await key, hexToBytes(signature), encode(text))
    },
  }
}
