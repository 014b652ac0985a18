import type { BitcoinProvider } from '../contract.js'

/** Whether a value has what every Bitcoin provider of this plugin has. */
export const isProvider = (value: unknown): value is BitcoinProvider =>
  ['connect', 'getAccounts', 'signMessage', 'signPsbt', 'watch'].every(
    (name) => typeof Reflect.get(Object(value), name) === 'function',
  )
