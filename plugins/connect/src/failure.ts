import { isWalletModalError, messageOf } from '@wallet-modal/kernel'
import type { ConnectAttempt } from './attempt.js'

/** Failure reasons by error code. A `Map`, because a wallet could send the code `constructor`, which every object literal inherits. */
const reasons: ReadonlyMap<string, NonNullable<ConnectAttempt['reason']>> = new Map([
  ['NO_ACCOUNTS', 'accounts'],
  ['INVALID_DATA', 'wallet'],
  ['UNSUPPORTED_METHOD', 'wallet'],
  ['NETWORK_ERROR', 'offline'],
  ['TIMEOUT', 'offline'],
])

/** Error code of wallets (EIP-1474, "resource unavailable") for a second request while the wallet's prompt is open. */
const ALREADY_PENDING = -32_002
const isAlreadyPending = (error: unknown): boolean => {
  const { code, status }: { readonly code?: unknown; readonly status?: unknown } = Object(error)
  return code === ALREADY_PENDING || status === ALREADY_PENDING
}

/** Failure reason, if the modal has a text for it, and the wallet's message. `error`: an error, or the outcome `notGranted`. */
export function toFailure(error: unknown): Pick<ConnectAttempt, 'reason' | 'message'> {
  if (Object(error).status === 'notGranted') return { reason: 'accounts' }
  const cause = isWalletModalError(error) ? error.cause : error
  if (isWalletModalError(error) && error.code === 'CONNECT_FAILED' && (cause ?? '') === '') return { reason: 'wallet' }
  if (isAlreadyPending(cause)) return { reason: 'pending' }
  const reasonOf = (failure: unknown) => (isWalletModalError(failure) ? reasons.get(failure.code) : undefined)
  return { reason: reasonOf(error) ?? reasonOf(cause), message: messageOf(cause ?? error) }
}
