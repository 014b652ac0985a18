import { isWalletModalError, messageOf } from '@wallet-modal/kernel'
import type { ConnectAttempt } from './attempt.js'

/** A map, because a wallet's code may be the name of something that every object has, such as `constructor`. */
const reasons: ReadonlyMap<string, NonNullable<ConnectAttempt['reason']>> = new Map([
  ['NO_ACCOUNTS', 'accounts'],
  ['INVALID_DATA', 'wallet'],
  ['UNSUPPORTED_METHOD', 'wallet'],
  ['NETWORK_ERROR', 'offline'],
  ['TIMEOUT', 'offline'],
])

/** Error code for a second request while the wallet's prompt is open. */
const ALREADY_PENDING = -32_002
const isAlreadyPending = (error: unknown): boolean => {
  const { code, status }: { readonly code?: unknown; readonly status?: unknown } = Object(error)
  return code === ALREADY_PENDING || status === ALREADY_PENDING
}

/** Failure reason: one with a translated text, else the wallet's message. */
export function toFailure(error: unknown): Pick<ConnectAttempt, 'reason' | 'message'> {
  const cause = isWalletModalError(error) ? error.cause : error
  if (isWalletModalError(error) && error.code === 'CONNECT_FAILED' && (cause ?? '') === '') return { reason: 'wallet' }
  if (isAlreadyPending(cause)) return { reason: 'pending' }
  const known = [error, cause].map((one) => (isWalletModalError(one) ? reasons.get(one.code) : undefined))
  return { reason: known[0] ?? known[1], message: messageOf(cause ?? error) }
}
