import { badAddress } from './errors.js'

/** Parses an address: an Ed25519 public key in 64 hex digits. Returns the address in lower case. Throws `INVALID_ARGUMENT` for other text. */
export function parseAddress(text: string): string {
  const address = text.trim().toLowerCase()
  if (/^[\da-f]{64}$/.test(address)) return address
  throw badAddress()
}
