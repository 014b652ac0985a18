import { WalletModalError } from '@wallet-modal/kernel'
import type { InjectedExtension } from '../contract.js'

const hasMethod = (value: unknown, name: string): boolean => {
  const member: unknown = value === null || value === undefined ? undefined : Reflect.get(Object(value), name)
  return typeof member === 'function'
}

/** Checks that a value has the members of an authorized extension: `accounts.get`, `accounts.subscribe` and `signer`. Throws `INVALID_DATA`. */
export function parseProvider(value: unknown): InjectedExtension {
  const { accounts, signer }: { accounts?: unknown; signer?: unknown } = Object(value)
  if (hasMethod(accounts, 'get') && hasMethod(accounts, 'subscribe') && typeof signer === 'object' && signer !== null)
    return value as InjectedExtension // nothing more can be checked before the methods are called
  throw new WalletModalError('INVALID_DATA', 'The wallet does not implement the interface of Polkadot extensions.')
}
