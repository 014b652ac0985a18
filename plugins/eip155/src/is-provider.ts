import type { Eip1193Provider } from './contract.js'

/** Whether something has the `request` function of EIP-1193. */
export const isProvider = (value: unknown): value is Eip1193Provider =>
  (typeof value === 'object' || typeof value === 'function') &&
  value !== null &&
  'request' in value &&
  typeof value.request === 'function'
