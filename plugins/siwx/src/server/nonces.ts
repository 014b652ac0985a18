import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58, hex } from '@scure/base'

const RANDOM_BYTES = 16
const MARK_BYTES = 16

/**
 * Nonces that the server does not store: each contains an HMAC for one browser and one expiry. The issue time is not bound, because a wallet that
 * signs in while it connects writes its own (CAIP-222).
 */
export interface Nonces {
  give(browser: string, expirationTime: string): string
  /** Whether this server issued the nonce to this browser with this expiry. Does not check whether it was used. */
  isOurs(nonce: string, browser: string, expirationTime: string): boolean
}

/** Comparison in constant time. */
const isSame = (a: string, b: string): boolean => {
  let difference = a.length ^ b.length
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at)
  return difference === 0
}

/** The first secret signs; all are accepted. */
export function createNonces(secrets: readonly string[], origin: string): Nonces {
  // separate keys, so that nothing else signed with a secret is valid as a nonce
  const keys = secrets.map((secret) => hmac(sha256, utf8ToBytes(secret), utf8ToBytes('siwx nonce')))
  const write = (key: Uint8Array, random: Uint8Array, whose: string): string => {
    const mark = hmac(sha256, key, utf8ToBytes(`${origin} ${whose} ${hex.encode(random)}`))
    return base58.encode(concatBytes(random, mark.subarray(0, MARK_BYTES)))
  }
  return {
    give(browser, expirationTime) {
      const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
      return keys[0] ? write(keys[0], random, `${browser} ${expirationTime}`) : ''
    },
    isOurs(nonce, browser, expirationTime) {
      if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(nonce)) return false
      const random = base58.decode(nonce).subarray(0, RANDOM_BYTES)
      return keys.some((key) => isSame(nonce, write(key, random, `${browser} ${expirationTime}`)))
    },
  }
}
