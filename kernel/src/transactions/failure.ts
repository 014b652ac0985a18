import { type ErrorCode, isWalletModalError, messageOf } from '../errors/errors.js'

/** Failure of a read or a transaction, for views. */
export interface Failure {
  /**
   * `offline`: a service could not be reached, or replied with an HTTP error. `wallet`: the wallet does not support the method. `refused`: any other
   * error. Views have a text for each reason.
   */
  readonly reason: 'offline' | 'wallet' | 'refused'
  /** Message of the chain family, node or wallet, mostly in English. */
  readonly message: string
}

const reasons: ReadonlyMap<ErrorCode, Failure['reason']> = new Map([
  ['NETWORK_ERROR', 'offline'],
  ['TIMEOUT', 'offline'],
  ['HTTP_STATUS', 'offline'],
  ['UNSUPPORTED_METHOD', 'wallet'],
])

/** Classifies an error for views. */
export const failureOf = (error: unknown): Failure => ({
  reason: (isWalletModalError(error) && reasons.get(error.code)) || 'refused',
  message: messageOf(error),
})
