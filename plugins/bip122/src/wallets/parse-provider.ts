import { WalletModalError } from '@wallet-modal/kernel'
import type { BitcoinProvider } from '../contract.js'

/** Whether a value has the interface of this plugin's providers. */
export const isProvider = (value: unknown): value is BitcoinProvider =>
  ['connect', 'getAccounts', 'signMessage', 'signPsbt', 'watch'].every(
    (name) => typeof Reflect.get(Object(value), name) === 'function',
  )

/** Throws `INVALID_DATA` if a connector's provider lacks a method of {@link BitcoinProvider}. */
export function parseProvider(value: unknown): BitcoinProvider {
  if (isProvider(value)) return value
  throw new WalletModalError('INVALID_DATA', 'The wallet has no Bitcoin provider.')
}
