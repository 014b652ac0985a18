import type { Context, Submission, TransactionStatus } from '@wallet-modal/kernel'
import { createHorizon } from '../horizon.js'

/** See `TransactionDriver.status`. The trace is the expiry time of the transaction, in seconds. */
export async function readStatus(
  ctx: Context,
  { hash, caipNetworkId, trace }: Submission,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  if (hash === undefined) return 'unknown'
  const horizon = createHorizon(ctx, caipNetworkId, signal)
  // The ledger's close time is read before the transaction: if it is later than the expiry time and the transaction is not found, the transaction has
  // expired.
  const closedAt = await horizon.latestClose()
  const isSuccessful = await horizon.isSuccessful(hash)
  if (isSuccessful !== undefined) return isSuccessful ? 'confirmed' : 'failed'
  const until = Number(trace)
  if (!(until > 0)) return 'unknown'
  return closedAt > until ? 'failed' : 'pending'
}
