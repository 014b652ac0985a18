import type { Context, SentTransaction, TransactionStatus } from '@wallet-modal/kernel'
import { isTransfer } from '@wallet-modal/kernel/transactions'
import { createNode, type SignatureStatus, type SolanaNode } from '../node.js'
import type { SubmissionRecords } from './submit/submit.js'
import { isTrace } from './submit/trace.js'
import {
  matchesReviewed,
  matchesStoredTrace,
  otherTransactionMessage,
  paysSentAmount,
} from './submit/verify-changed-transaction.js'

/** A transaction counts as expired only this number of blocks after its last valid block, because nodes differ in height. */
const MARGIN_BLOCKS = 150n
/** More than this number of blocks after the last valid block, a missing status proves nothing: some nodes prune within hours. */
const MAX_AGE_BLOCKS = 50_000n

/**
 * `pending` until the block is confirmed, even after a failed execution: the network may drop the block and include the transaction in another one.
 */
function statusOf({ error, level }: SignatureStatus): TransactionStatus {
  if (level !== 'confirmed' && level !== 'finalized') return 'pending'
  return error === null ? 'confirmed' : 'failed'
}

/** Whether a confirmed transaction is the reviewed one; `undefined` if the node does not have its bytes yet. */
async function isSame(
  node: SolanaNode,
  sent: SentTransaction & { readonly hash: string },
  reviewed: Uint8Array | undefined,
): Promise<boolean | undefined> {
  const { hash, trace = '' } = sent
  if (reviewed) return matchesReviewed(node, reviewed, hash)
  if (isTrace(trace)) return matchesStoredTrace(node, trace, hash)
  return isTransfer(sent) ? paysSentAmount(node, sent, hash) : false
}

/**
 * See `TransactionDriver.status`. A transaction has expired if no block up to its last valid block includes it. Before it returns `confirmed` for a
 * transaction that the wallet may have changed, compares the transaction with the reviewed one. Returns `unknown` if they differ.
 */
export async function readStatus(
  ctx: Context,
  sent: SentTransaction,
  { lastBlocks, unverified }: Pick<SubmissionRecords, 'lastBlocks' | 'unverified'>,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const { hash, caipNetworkId, trace = '' } = sent
  const reviewed = hash === undefined ? undefined : unverified.get(hash)
  if (hash === undefined || reviewed === null) return 'unknown'
  const node = createNode(ctx, caipNetworkId, signal)
  const lastBlock = lastBlocks.get(hash) ?? (/^\d{1,20}$/.test(trace) ? BigInt(trace) : undefined)
  // reads the height before the status, so that a missing status means that no block up to this height contains the transaction
  const head = lastBlock === undefined ? undefined : await node.head()
  const { status: signatureStatus, slot } = await node.status(hash)
  if (signatureStatus) {
    const status = statusOf(signatureStatus)
    // a stored last valid block means that the wallet signed the reviewed bytes
    if (status !== 'confirmed' || lastBlock !== undefined || sent.isSentBySite) return status
    const isReviewed = await isSame(node, { ...sent, hash }, reviewed)
    if (isReviewed === undefined) return 'pending'
    if (isReviewed) {
      unverified.delete(hash)
      return status
    }
    unverified.set(hash, null)
    ctx.log.warn(otherTransactionMessage(hash))
    return 'unknown'
  }
  if (lastBlock === undefined || !head || head.height > lastBlock + MAX_AGE_BLOCKS) return 'unknown'
  // a lower `slot` shows that the node that returned the status is behind the node that returned the height
  return head.height > lastBlock + MARGIN_BLOCKS && slot >= head.slot ? 'failed' : 'pending'
}
