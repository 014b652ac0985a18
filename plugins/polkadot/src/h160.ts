import { keccak_256 } from '@noble/hashes/sha3'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { badAddress } from './errors.js'

/** EIP-55: a letter is upper case if the hex digit at the same position in the keccak-256 hash of the lower-case address is 8 or more. */
function withChecksum(digits: string): string {
  const lower = digits.toLowerCase()
  const hash = keccak_256(utf8ToBytes(lower))
  const isHigh = (at: number): boolean => (((hash[at >> 1] ?? 0) >> (at % 2 ? 0 : 4)) & 8) !== 0
  return `0x${[...lower].map((digit, at) => (isHigh(at) ? digit.toUpperCase() : digit)).join('')}`
}

export const isH160 = (text: string): boolean => /^0x[\da-f]{40}$/i.test(text)

/** The 20 bytes of an account on a chain with Ethereum addresses. Expects `0x` and 40 hex digits. */
export const h160Bytes = (address: string): Uint8Array => hexToBytes(address.slice(2))

/** EIP-55 form of an address in any letter case. Expects `0x` and 40 hex digits. */
export const toChecksum = (address: string): string => withChecksum(address.slice(2))

/** EIP-55 form of an entered address: mixed case requires a valid checksum. Throws `INVALID_ARGUMENT`. */
export function parseH160(text: string): string {
  if (!isH160(text))
    throw badAddress('The address must have 40 hex digits after 0x, because this chain uses Ethereum addresses.')
  const digits = text.slice(2)
  const address = withChecksum(digits)
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (hasOneCase || address === `0x${digits}`) return address
  throw badAddress('The address has a typo: its checksum does not match.')
}
