import type { WalletModalError } from '@wallet-modal/kernel'
import { notSent } from '@wallet-modal/kernel/transactions'

const reasons: readonly (readonly [RegExp, string])[] = [
  [/payment|balance too low/i, 'The account does not have enough for the fee.'],
  [/outdated|stale/i, 'Another transaction of this account was submitted first. Try again.'],
  [/future/i, 'An earlier transaction of this account has not arrived yet. Try again later.'],
  [/ancient birth|mortal/i, 'The transaction expired before it was sent. Try again.'],
  [/bad proof|bad signature/i, 'The chain does not accept the wallet’s signature. Update the wallet.'],
  [/priority is too low/i, 'Another pending transaction of this account has the same number (nonce). Try again later.'],
]
/** Error code if the pool already has the transaction. */
export const ALREADY_IN_POOL = 1013
/** Error code of a banned transaction. It may have been accepted: pools ban invalid transactions, but also transactions that were just included. */
const BANNED = 1012
/** Error code with which Chopsticks, the node of the sandbox, rejects a transaction as invalid. Substrate nodes use codes from 1000. */
const CHOPSTICKS_INVALID = 1

/** A node's rejection as an error for visitors; `undefined` if the transaction may have been accepted. */
export function refusalOf(failure: unknown): WalletModalError | undefined {
  const { code, status = 0, message }: { code?: unknown; status?: number; message?: unknown } = Object(failure)
  const isPoolError = (status >= 1000 && status < 1100 && status !== BANNED) || status === CHOPSTICKS_INVALID
  const isCallError = [-32600, -32601, -32602, -32700].includes(status)
  const text = String(message)
  if (code !== 'RPC_ERROR' || !(isPoolError || isCallError || /\binvalid transaction\b|\b1010\b/i.test(text)))
    return undefined
  const cause = Object(failure).cause
  const details = `${text} ${String(Object(cause).data ?? '')}`
  const reason =
    reasons.find(([pattern]) => pattern.test(details))?.[1] ?? `The network rejected the transaction: ${text}`
  return notSent(reason, failure)
}
