import { fail } from '../errors/errors.js'

/** `payment` and `ordinal` on bip122, `smartAccount` on eip155, `eoa` for all other accounts. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

export interface Account<Address extends string = string> {
  /** In the chain's canonical form: with EIP-55 checksum on eip155. */
  readonly address: Address
  readonly type: AccountType
  /** Hexadecimal text in lower case: 32 or 33 bytes without prefix on bip122; 32 bytes with the prefix `0x` on polkadot. */
  readonly publicKey?: string
  /**
   * Set for a `smartAccount` whose address is an EOA that has delegated to smart account code (EIP-7702). Unlike other smart accounts, such an
   * account exists on every chain and pays its own fees.
   */
  readonly isDelegated?: boolean
}

const checkAddress = (address: string): string =>
  typeof address === 'string' ? address : fail('INVALID_ARGUMENT', 'An address must be a string.')

/** Splits an address into groups of four characters, for visual comparison: `['0x', '12ab', '34cd', …]`. */
export function groupAddress(address: string): readonly string[] {
  const [, prefix = '', body = ''] = /^(0x)?(.*)$/s.exec(checkAddress(address)) ?? []
  const groups = body.match(/.{1,4}/gs) ?? []
  return prefix ? [prefix, ...groups] : groups
}

/** Shortened address for narrow spaces. Never use it for confirmation: look-alike addresses have the same first and last characters. */
export function shortenAddress(address: string, start = 6, end = 4): string {
  const { length } = checkAddress(address)
  return length <= start + end + 1 ? address : `${address.slice(0, start)}…${address.slice(length - end)}`
}
