import { WalletModalError } from '@wallet-modal/kernel'
import type { InjectedExtension } from './contract.js'

const has = (value: unknown, name: string): boolean => {
  const found: unknown = value === null || value === undefined ? undefined : Reflect.get(Object(value), name)
  return typeof found === 'function'
}

/** Treats any object with `accounts` and `signer` as an authorized extension. Throws `INVALID_DATA` otherwise. */
export function parseExtension(value: unknown): InjectedExtension {
  const { accounts, signer }: { accounts?: unknown; signer?: unknown } = Object(value)
  if (has(accounts, 'get') && has(accounts, 'subscribe') && typeof signer === 'object' && signer !== null)
    return value as InjectedExtension // the only check that is possible
  throw new WalletModalError('INVALID_DATA', 'The wallet does not implement the interface of Polkadot extensions.')
}

/** Text as hex, the format of signers. */
export const toHex = (text: string): `0x${string}` =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
