import { type ErrorCode, isWalletModalError, messageOf } from '@wallet-modal/kernel'

/** Why something came to nothing. */
export interface Failure {
  /** What there are words for in the visitor's language. */
  readonly reason: 'offline' | 'wallet' | 'refused'
  /** What chain family, node or wallet said of it, in English mostly. */
  readonly said: string
}

const reasons: ReadonlyMap<ErrorCode, Failure['reason']> = new Map([
  ['NETWORK_ERROR', 'offline'],
  ['TIMEOUT', 'offline'],
  ['HTTP_STATUS', 'offline'],
  ['UNSUPPORTED_METHOD', 'wallet'],
])

export const failureOf = (error: unknown): Failure => ({
  reason: (isWalletModalError(error) && reasons.get(error.code)) || 'refused',
  said: messageOf(error),
})
