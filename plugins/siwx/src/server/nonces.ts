import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58, hex } from '@scure/base'

const RANDOM_BYTES = 16
const HMAC_BYTES = 16

/**
 * Nonces that the server does not store: each consists of random bytes and an HMAC of these bytes, the origin, a browser id and an expiry. The HMAC
 * does not include the issue time, because a wallet that signs in while it connects sets its own issue time (CAIP-222).
 */
export interface Nonces {
  /** Creates a nonce. `expirationTime`: the text that the message contains, RFC 3339. */
  issue(browserId: string, expirationTime: string): string
  /** Whether this server issued the nonce to this browser with this expiry. Does not check whether the nonce was used. */
  isIssued(nonce: string, browserId: string, expirationTime: string): boolean
}

/** Compares in constant time. */
const isSame = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at)
  return difference === 0
}

/** New nonces use the first secret; nonces of all secrets are accepted. */
export function createNonces(secrets: readonly string[], origin: string): Nonces {
  // derived keys, so that no other value signed with a secret is valid as a nonce
  const keys = secrets.map((secret) => hmac(sha256, utf8ToBytes(secret), utf8ToBytes('siwx nonce')))
  const write = (key: Uint8Array, random: Uint8Array, content: string): string => {
    const hmacBytes = hmac(sha256, key, utf8ToBytes(`${origin} ${content} ${hex.encode(random)}`))
    return base58.encode(concatBytes(random, hmacBytes.subarray(0, HMAC_BYTES)))
  }
  return {
    issue(browserId, expirationTime) {
      const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
      return keys[0] ? write(keys[0], random, `${browserId} ${expirationTime}`) : ''
    },
    isIssued(nonce, browserId, expirationTime) {
      if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(nonce)) return false
      const random = base58.decode(nonce).subarray(0, RANDOM_BYTES)
      return keys.some((key) => isSame(nonce, write(key, random, `${browserId} ${expirationTime}`)))
    },
  }
}
