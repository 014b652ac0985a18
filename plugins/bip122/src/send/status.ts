import type { Context, SentTransaction, TransactionStatus } from '@wallet-modal/kernel'
import { type BitcoinNode, createNode } from './node.js'
import type { Coin } from './selection.js'
import type { Spendings } from './submit.js'

/** How many blocks back a transaction is looked for whose outputs are spent already. */
const MAX_BLOCKS = 12

/** What a node says of a payment: its first output, the second is the change. `undefined` where it does not know it. */
export async function byOutputs(node: BitcoinNode, txid: string): Promise<TransactionStatus | undefined> {
  const outputs = await Promise.all([0, 1].map((index) => node.output({ txid, index }, true)))
  const found = outputs.find((one) => one !== undefined)
  if (found) return found.confirmations > 0 ? 'confirmed' : 'pending'
  return (await node.isWaiting(txid)) ? 'pending' : undefined
}

/** Whether a block spends one of the coins, as far as the node knows them. A transaction that waits may still come to nothing. */
const isSpent = async (node: BitcoinNode, coins: readonly Pick<Coin, 'txid' | 'index'>[]): Promise<boolean> =>
  (await Promise.all(coins.map((coin) => node.output(coin, false)))).includes(undefined)

/** `undefined` where there are blocks that it may be in and that were not looked at, or that the node does not have yet. */
async function isInBlock(node: BitcoinNode, txid: string, since: number): Promise<boolean | undefined> {
  const height = await node.height()
  if (height <= since) return undefined
  for (let at = height; at > since; at--) {
    if (at <= height - MAX_BLOCKS) return undefined
    if (await node.blockHas(at, txid)) return true
  }
  return false
}

/** What a transaction spends that another page has sent; see `traceOf`. */
function spendingOf({ trace = '' }: SentTransaction): ReturnType<Spendings['get']> {
  const [height = '', ...coins] = /^\d{1,9}( [\da-f]{64}:\d{1,9})+$/.test(trace) ? trace.split(' ') : []
  if (height === '') return undefined
  return {
    height: Number(height),
    coins: coins.map((coin) => ({ txid: coin.slice(0, 64), index: Number(coin.slice(65)) })),
  }
}

/** See `SendHandler.status`. Nodes know transactions by what nobody has spent yet, so it is that which is asked for. */
export async function findStatus(
  ctx: Context,
  sent: SentTransaction,
  spendings: Spendings,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const { hash, caipNetworkId } = sent
  if (hash === undefined) return 'unknown'
  const node = createNode(ctx, caipNetworkId, signal)
  const found = await byOutputs(node, hash)
  if (found) return found
  const spending = spendings.get(hash) ?? spendingOf(sent)
  if (!spending) return 'unknown'
  const { coins, height } = spending
  if (!(await isSpent(node, coins))) return 'unknown' // forgotten, not heard of yet, or another one waits in its place
  const isThere = await isInBlock(node, hash, height)
  if (isThere === undefined) return 'unknown'
  if (isThere) return 'confirmed'
  // it may have come in between the first question and this one, or a node that is behind have answered one of them
  const now = await byOutputs(node, hash)
  if (now) return now
  return (await isSpent(node, coins)) ? 'replaced' : 'unknown'
}
