import type { ApiPromise } from '@polkadot/api'
import type { SentTransaction, TransactionStatus } from '@wallet-modal/kernel'
import { bigintOf, readStorage } from './codec.js'
import type { Passage, Sending } from './handler.js'
import { hashOf, PERIOD } from './payload.js'

/** How far back a transaction is looked for that this page does not remember. */
const MAX_BLOCKS = 20

/** What the chain wrote down of the transaction at this place in a block; `unknown` where the node tells nothing of it. */
async function resultOf(api: ApiPromise, blockHash: string, at: number): Promise<TransactionStatus> {
  const events = await readStorage(api, api.query.system?.events, { at: blockHash })
  const results = Array.from(events as Iterable<unknown>).flatMap((record): readonly TransactionStatus[] => {
    const { phase, event }: Readonly<Record<string, unknown>> = Object(record)
    const { isApplyExtrinsic, value }: Readonly<Record<string, unknown>> = Object(phase)
    const { section, method }: Readonly<Record<string, unknown>> = Object(event)
    if (isApplyExtrinsic !== true || String(value) !== String(at) || section !== 'system') return []
    if (method === 'ExtrinsicSuccess') return ['confirmed']
    return method === 'ExtrinsicFailed' ? ['failed'] : []
  })
  return results[0] ?? 'unknown'
}

/** `undefined` where the block does not have it, `unknown` where the node does not have the block: @polkadot/api takes that for an empty one. */
async function statusIn(api: ApiPromise, number: number, hash: string): Promise<TransactionStatus | undefined> {
  const blockHash = await api.rpc.chain.getBlockHash(number)
  const { block } = await api.rpc.chain.getBlock(blockHash)
  if (block.header.number.toNumber() !== number) return 'unknown'
  const at = block.extrinsics.findIndex((one) => hashOf(one.toHex()) === hash)
  return at < 0 ? undefined : resultOf(api, blockHash.toHex(), at)
}

/** Not in any block: what that means while it may still come, and afterwards. */
async function missing(api: ApiPromise, height: number, passage: Passage): Promise<TransactionStatus> {
  const { address, nonce, until, isLookedForTwice } = passage
  const now = bigintOf(await api.rpc.system.accountNextIndex(address), 'nonce')
  if (height <= until) return 'pending'
  if (now <= nonce) return 'failed'
  if (isLookedForTwice) return 'replaced'
  // it may be this one that used the number: of several nodes behind an address, one may have told a block that did not stay
  passage.isLookedForTwice = true
  passage.searched = until - PERIOD
  return 'pending'
}

/** Where a transaction can turn up that this page did not send itself: it is looked for from where it could be first. */
function passageOf({ trace = '', address }: SentTransaction): Passage | undefined {
  const [, nonce, until] = /^(\d{1,20}) (\d{1,10})$/.exec(trace) ?? []
  if (nonce === undefined || until === undefined) return undefined
  return { address, nonce: BigInt(nonce), searched: Number(until) - PERIOD, until: Number(until) }
}

/** See `SendHandler.status`. Blocks that are final are looked through, each once. */
export async function findStatus(
  { apis, ctx, passages }: Sending,
  sent: SentTransaction,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const { hash, caipNetworkId } = sent
  const network = ctx.networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
  if (hash === undefined || !network) return 'unknown'
  const api = await (await apis()).of(network)
  const head = await api.rpc.chain.getFinalizedHead()
  const height = (await api.rpc.chain.getHeader(head)).number.toNumber()
  const passage = passages.get(hash) ?? passageOf(sent)
  if (passage) passages.set(hash, passage)
  const from = passage?.searched ?? height - MAX_BLOCKS
  for (let at = from + 1; at <= height && at <= (passage?.until ?? height); at++) {
    signal.throwIfAborted()
    const found = at >= 0 ? await statusIn(api, at, hash) : undefined
    if (found) return found
    if (passage) passage.searched = at
  }
  return passage ? missing(api, height, passage) : 'unknown'
}
