import type { BitcoinProvider } from '../contract.js'

/** Whether a value has the interface of this plugin's providers. */
export const isProvider = (value: unknown): value is BitcoinProvider =>
  ['connect', 'getAccounts', 'signMessage', 'signPsbt', 'watch'].every(
    (name) => typeof Reflect.get(Object(value), name) === 'function',
  )
