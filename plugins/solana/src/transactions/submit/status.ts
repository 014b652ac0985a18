import type { Context, SentTransaction, TransactionStatus } from '@wallet-modal/kernel'
import { isTransfer } from '@wallet-modal/kernel/transactions'
import { createNode, type SignatureStatus, type SolanaNode } from '../node.js'
import { isAsSent, isAsShown, isAsTraced, sentAnother } from './read-back.js'
import type { SubmissionRecords } from './submit.js'
import { isTrace } from './trace.js'

/** Blocks after the last valid block until a transaction counts as expired: nodes differ in height. */
const MARGIN = 150n
/** Blocks after the last valid block from which nodes may have pruned a transaction: some do within hours. */
const MAX_AGE = 50_000n

/** Pending until the block is confirmed, even after a failed execution: the block may be dropped and the transaction be included in another one. */
function statusOf({ error, level }: SignatureStatus): TransactionStatus {
  if (level !== 'confirmed' && level !== 'finalized') return 'pending'
  return error === null ? 'confirmed' : 'failed'
}

/** Whether a confirmed transaction is the reviewed one; `undefined` if the node does not have its bytes yet. */
async function isSame(
  node: SolanaNode,
  sent: SentTransaction & { readonly hash: string },
  shown: Uint8Array | undefined,
): Promise<boolean | undefined> {
  const { hash, trace = '' } = sent
  if (shown) return isAsShown(node, shown, hash)
  if (isTrace(trace)) return isAsTraced(node, trace, hash)
  return isTransfer(sent) ? isAsSent(node, sent, hash) : false
}

/**
 * See `TransactionDriver.status`. A transaction not included by its last valid block never will be. One that may differ from the reviewed one is
 * verified before it is `confirmed`, and stays `unknown` if it differs.
 */
export async function findStatus(
  ctx: Context,
  sent: SentTransaction,
  { lastBlocks, unverified }: Pick<SubmissionRecords, 'lastBlocks' | 'unverified'>,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const { hash, caipNetworkId, trace = '' } = sent
  const shown = hash === undefined ? undefined : unverified.get(hash)
  if (hash === undefined || shown === null) return 'unknown'
  const node = createNode(ctx, caipNetworkId, signal)
  const lastBlock = lastBlocks.get(hash) ?? (/^\d{1,20}$/.test(trace) ? BigInt(trace) : undefined)
  // height first: a transaction missing afterwards was not included in time
  const head = lastBlock === undefined ? undefined : await node.head()
  const { status: known, slot } = await node.status(hash)
  if (known) {
    const status = statusOf(known)
    if (status !== 'confirmed' || lastBlock !== undefined) return status // the last valid block is known for the reviewed bytes only
    const isShown = await isSame(node, { ...sent, hash }, shown)
    if (isShown === undefined) return 'pending'
    if (isShown) {
      unverified.delete(hash)
      return status
    }
    unverified.set(hash, null)
    ctx.log.warn(sentAnother(hash))
    return 'unknown'
  }
  if (lastBlock === undefined || !head || head.height > lastBlock + MAX_AGE) return 'unknown'
  // another node may have answered, which is behind the one that returned the height
  return head.height > lastBlock + MARGIN && slot >= head.slot ? 'failed' : 'pending'
}
