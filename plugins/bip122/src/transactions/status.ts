import type { Context, Submission, TransactionStatus } from '@wallet-modal/kernel'
import type { BitcoinNode } from '../contract.js'
import { createNode } from '../node.js'
import type { Coin } from './selection.js'
import { fromTrace, type SentInputs } from './sent-inputs.js'

/** Maximum number of blocks, from the latest block back, that are searched for a transaction whose outputs are already spent. */
const MAX_BLOCKS = 12

/** Indexes of the outputs that are looked up: payment and change, in most transactions. */
const OUTPUTS = [0, 1]

/** Status of a transaction, from its unspent outputs and the mempool. `undefined` if the node finds neither an output nor a mempool entry. */
export async function statusByOutputs(node: BitcoinNode, txid: string): Promise<TransactionStatus | undefined> {
  const outputs = await Promise.all(OUTPUTS.map((index) => node.output({ txid, index }, true)))
  const unspent = outputs.find((one) => one !== undefined)
  if (unspent) return unspent.confirmations > 0 ? 'confirmed' : 'pending'
  return (await node.isInMempool(txid)) ? 'pending' : undefined
}

/** Whether a block spends one of the coins. Ignores the mempool, whose transactions may still be dropped. */
const isSpent = async (node: BitcoinNode, coins: readonly Pick<Coin, 'txid' | 'index'>[]): Promise<boolean> =>
  (await Promise.all(coins.map((coin) => node.output(coin, false)))).includes(undefined)

/**
 * Whether a block above the height `since` contains the transaction. `undefined` if the transaction may be in a block outside the searched range, or
 * in a block that the node does not have yet.
 */
async function isInBlock(node: BitcoinNode, txid: string, since: number): Promise<boolean | undefined> {
  const height = await node.height()
  if (height <= since) return undefined
  for (let at = height; at > since; at--) {
    if (at <= height - MAX_BLOCKS) return undefined
    if (await node.blockHas(at, txid)) return true
  }
  return false
}

/**
 * See `TransactionDriver.status`. Looks up the unspent outputs, because a node without a transaction index cannot look up a transaction by its id.
 */
export async function readStatus(
  ctx: Context,
  { hash, caipNetworkId, trace }: Submission,
  sentInputs: SentInputs,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  if (hash === undefined) return 'unknown'
  const node = await createNode(ctx, caipNetworkId, signal)
  const status = await statusByOutputs(node, hash)
  if (status) return status
  const inputs = sentInputs.get(hash) ?? fromTrace(trace)
  if (!inputs) return 'unknown'
  const { coins, height } = inputs
  // the node dropped the transaction or has not received it yet, or another transaction in the mempool spends the coins
  if (!(await isSpent(node, coins))) return 'unknown'
  const isIncluded = await isInBlock(node, hash, height)
  if (isIncluded === undefined) return 'unknown'
  if (isIncluded) return 'confirmed'
  // the transaction may have arrived since the first lookup, or an outdated node replied to one of the lookups
  const now = await statusByOutputs(node, hash)
  if (now) return now
  return (await isSpent(node, coins)) ? 'replaced' : 'unknown'
}
