import { badAddress } from './errors.js'

/** Canonical form of an address: an Ed25519 public key, 64 hex digits in lower case. Throws `INVALID_ARGUMENT`. */
export function parseAddress(text: string): string {
  const address = text.trim().toLowerCase()
  if (/^[\da-f]{64}$/.test(address)) return address
  throw badAddress()
}
