import { WalletModalError } from '@wallet-modal/kernel'
import { type Address, getAddress } from 'viem'

/**
 * Parses an address and returns its EIP-55 form. Accepts letters of one case without a checksum; mixed case requires a valid checksum. The prefix
 * `0x` is optional. Throws `INVALID_ARGUMENT`.
 */
export function parseEvmAddress(text: string): Address {
  const [, digits] = /^(?:0x)?([\da-fA-F]{40})$/.exec(typeof text === 'string' ? text : '') ?? []
  if (digits === undefined)
    throw new WalletModalError('INVALID_ARGUMENT', 'The address must be 40 hex digits, with or without 0x.')
  const address = toChecksum(`0x${digits}`)
  const hasOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (hasOneCase || address === `0x${digits}`) return address
  throw new WalletModalError('INVALID_ARGUMENT', 'The address has a typo: its checksum does not match.')
}

/** EIP-55 form of an address from a wallet or node: `0x` and 40 hex digits in any case. Verifies no checksum. */
export const toChecksum = (address: string): Address => getAddress(`0x${address.slice(2).toLowerCase()}`)
