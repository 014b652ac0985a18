import { badAddress } from './errors.js'

/** Address in lower case: an Ed25519 public key in 64 hex digits. `undefined` for other text. */
export function readAddress(text: string): string | undefined {
  const address = text.trim().toLowerCase()
  return /^[\da-f]{64}$/.test(address) ? address : undefined
}

/** Parses an address that a visitor entered. Throws `INVALID_ARGUMENT` for other text. */
export function parseAddress(text: string): string {
  const address = readAddress(text)
  if (address !== undefined) return address
  throw badAddress()
}
