import type { Context, SentTransaction, TransactionStatus } from '@wallet-modal/kernel'
import { createNode, type SignatureStatus } from './node.js'
import type { Expiries } from './submit.js'

/** How many blocks later than its last one a transaction is given up: nodes are not all at the same block. */
const MARGIN = 150n

function statusOf({ error, level }: SignatureStatus): TransactionStatus {
  if (error !== null) return 'failed'
  return level === 'confirmed' || level === 'finalized' ? 'confirmed' : 'pending'
}

/** See `SendHandler.status`. What did not get through before its block height never will. */
export async function findStatus(
  ctx: Context,
  { hash, caipNetworkId }: SentTransaction,
  expiries: Expiries,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  if (hash === undefined) return 'unknown'
  const node = createNode(ctx, caipNetworkId, signal)
  const expiry = expiries.get(hash)
  // the height first: what is not there afterwards was not in time
  const height = expiry === undefined ? undefined : await node.blockHeight()
  const known = await node.status(hash)
  if (known) return statusOf(known)
  if (expiry === undefined || height === undefined) return 'unknown'
  return height > expiry + MARGIN ? 'failed' : 'pending'
}
