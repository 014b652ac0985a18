import { WalletModalError } from '@wallet-modal/kernel'
import { getAddress, isAddress } from 'viem/utils'

/**
 * The EIP-55 writing of an address. All-lower and all-upper case are accepted and normalised; mixed case has to carry a valid
 * checksum; the `0x` may be missing. Throws `INVALID_ARGUMENT`.
 */
export function parseEvmAddress(text: string): string {
  const [, body = ''] = /^(?:0x)?([\da-fA-F]{40})$/.exec(typeof text === 'string' ? text : '') ?? []
  const oneCase = body === body.toLowerCase() || body === body.toUpperCase()
  const candidate = `0x${oneCase ? body.toLowerCase() : body}`
  if (isAddress(candidate, { strict: !oneCase })) return getAddress(candidate)
  throw new WalletModalError('INVALID_ARGUMENT', body ? 'The address has a typo: its checksum does not match.' : 'An address has 40 hex digits after 0x.')
}

/** Addresses of a wallet, which may write them in any case: what counts is the number. */
export const toChecksum = (address: string): string => getAddress(address.toLowerCase() as `0x${string}`)
