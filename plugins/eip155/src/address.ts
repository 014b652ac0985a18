import { keccak_256 } from '@noble/hashes/sha3'
import { utf8ToBytes } from '@noble/hashes/utils'
import { WalletModalError } from '@wallet-modal/kernel'

/** EIP-55: a letter is a capital where the digit of the lower-case address's keccak-256 at its place is 8 or more. */
function withChecksum(digits: string): string {
  const lower = digits.toLowerCase()
  const hash = keccak_256(utf8ToBytes(lower))
  const isHigh = (at: number): boolean => (((hash[at >> 1] ?? 0) >> (at % 2 ? 0 : 4)) & 8) !== 0
  return `0x${[...lower].map((digit, at) => (isHigh(at) ? digit.toUpperCase() : digit)).join('')}`
}

/**
 * The EIP-55 writing of an address. All-lower and all-upper case are accepted and normalised; mixed case has to carry a valid
 * checksum; the `0x` may be missing. Throws `INVALID_ARGUMENT`.
 */
export function parseEvmAddress(text: string): string {
  const [, digits] = /^(?:0x)?([\da-fA-F]{40})$/.exec(typeof text === 'string' ? text : '') ?? []
  if (digits === undefined) throw new WalletModalError('INVALID_ARGUMENT', 'An address has 40 hex digits after 0x.')
  const address = withChecksum(digits)
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (hasOneCase || address === `0x${digits}`) return address
  throw new WalletModalError('INVALID_ARGUMENT', 'The address has a typo: its checksum does not match.')
}

/** Addresses of a wallet, which may write them in any case: what counts is the number. Takes `0x` and 40 hex digits. */
export const toChecksum = (address: string): string => withChecksum(address.slice(2))
