import { invalidArgument } from '@wallet-modal/kernel/transactions'
import { type Address, type Hex, isHex } from 'viem'
import { parseEvmAddress } from '../address.js'
import type { EvmCall } from '../contract.js'

/** Validated {@link EvmCall}. */
export interface Call {
  readonly to: Address
  readonly value: bigint
  readonly data: Hex
}

/** Call whose value may still be `max`. */
export type UnpricedCall = Omit<Call, 'value'> & { readonly value: bigint | 'max' }

const MAX_UINT256 = 2n ** 256n - 1n

/** Validates a call, and normalizes address and data. Throws `INVALID_ARGUMENT` for an invalid address, value or data. */
export function parseCall({ to, value = 0n, data = '0x' }: EvmCall): UnpricedCall {
  if (value !== 'max' && (value < 0n || value > MAX_UINT256))
    throw invalidArgument('The value of a call must be a uint256.')
  if (!isHex(data, { strict: true }) || data.length % 2 !== 0)
    throw invalidArgument('The data of a call must be hex: 0x and two digits for each byte.')
  if (value === 'max' && data !== '0x')
    throw invalidArgument('Only a plain transfer of coins can have the value "max".')
  return { to: parseEvmAddress(to), value, data: data === '0x' ? data : (data.toLowerCase() as Hex) }
}
