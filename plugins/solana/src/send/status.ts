import type { Context, SentTransaction, TransactionStatus } from '@wallet-modal/kernel'
import { createNode, type SignatureStatus } from './node.js'
import { isAsSent, isAsShown, sentAnother } from './read-back.js'
import type { SentNotes } from './submit.js'

/** How many blocks later than its last one a transaction is given up: nodes are not all at the same block. */
const MARGIN = 150n
/** How many blocks later no node is believed any more that it never was there: they forget old transactions, some within hours. */
const KEPT = 50_000n

/** Before it is confirmed, a block may be dropped with what went wrong in it, and the transaction come into another one. */
function statusOf({ error, level }: SignatureStatus): TransactionStatus {
  if (level !== 'confirmed' && level !== 'finalized') return 'pending'
  return error === null ? 'confirmed' : 'failed'
}

/**
 * See `SendHandler.status`. What did not get through before its block height never will. What may be another transaction than the one that was
 * shown is read back before it is `confirmed`, and stays `unknown` where it is another. After a reload, and in another tab, that may be any.
 */
export async function findStatus(
  ctx: Context,
  sent: SentTransaction,
  { expiries, doubts }: SentNotes,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const { hash, caipNetworkId, trace = '' } = sent
  const shown = hash === undefined ? undefined : doubts.get(hash)
  if (hash === undefined || shown === null) return 'unknown'
  const node = createNode(ctx, caipNetworkId, signal)
  const expiry = expiries.get(hash) ?? (/^\d{1,20}$/.test(trace) ? BigInt(trace) : undefined)
  // the height first: what is not there afterwards was not in time
  const head = expiry === undefined ? undefined : await node.head()
  const { status: known, slot } = await node.status(hash)
  if (known) {
    const status = statusOf(known)
    if (status !== 'confirmed' || expiry !== undefined) return status // only the very bytes that were shown have an expiry
    const isSame = await (shown ? isAsShown(node, shown, hash) : isAsSent(node, sent, hash))
    if (isSame === undefined) return 'pending'
    if (isSame) {
      doubts.delete(hash)
      return status
    }
    doubts.set(hash, null)
    ctx.log.warn(sentAnother(hash))
    return 'unknown'
  }
  if (expiry === undefined || !head || head.height > expiry + KEPT) return 'unknown'
  // another node may have answered, which is behind the one that told the height
  return head.height > expiry + MARGIN && slot >= head.slot ? 'failed' : 'pending'
}
