import { WalletModalError } from '@wallet-modal/kernel'
import type { Eip1193Provider } from '../contract.js'

/** Treats any object with a `request` function as an EIP-1193 provider. Throws `INVALID_DATA` otherwise. */
export function parseProvider(value: unknown): Eip1193Provider {
  // does not use isProvider of announcement.ts: discovery and connecting are separate chunks without shared modules
  const request: unknown = value === null || value === undefined ? undefined : Reflect.get(Object(value), 'request')
  if (typeof request === 'function') return value as Eip1193Provider // the only check that is possible
  throw new WalletModalError('INVALID_DATA', 'The wallet has no EIP-1193 provider.')
}
