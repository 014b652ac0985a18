import type { ApiPromise } from '@polkadot/api'
import type { Submission, TransactionStatus } from '@wallet-modal/kernel'
import type { ChainContext } from '../chain-context.js'
import { bigintOf, readStorage } from './codec.js'
import { eventsByExtrinsic, extrinsicResultOf } from './extrinsic-events.js'
import { fromTrace, type InclusionWindow, type InclusionWindows } from './inclusion-window.js'
import { hashOf, PERIOD } from './payload.js'

/** Number of latest blocks that are searched for an extrinsic whose inclusion window is unknown. */
const MAX_BLOCKS = 20

/** Result of the extrinsic at this index of a block, from the chain's events; `unknown` if the node has none. */
async function resultOf(api: ApiPromise, blockHash: string, at: number): Promise<TransactionStatus> {
  const events = eventsByExtrinsic(await readStorage(api, api.query.system?.events, { at: blockHash }))
  return extrinsicResultOf(events.get(at) ?? [])
}

/** `undefined` if the block does not include the extrinsic; `unknown` if the node does not have the block (@polkadot/api returns an empty one). */
async function statusIn(api: ApiPromise, number: number, hash: string): Promise<TransactionStatus | undefined> {
  const blockHash = await api.rpc.chain.getBlockHash(number)
  const { block } = await api.rpc.chain.getBlock(blockHash)
  if (block.header.number.toNumber() !== number) return 'unknown'
  const at = block.extrinsics.findIndex((one) => hashOf(one.toHex()) === hash)
  return at < 0 ? undefined : resultOf(api, blockHash.toHex(), at)
}

/** Status of an extrinsic that is in none of the searched blocks: `failed` if it has expired, `replaced` if another extrinsic used its nonce. */
async function statusOfMissing(
  api: ApiPromise,
  height: number,
  inclusionWindow: InclusionWindow,
): Promise<TransactionStatus> {
  const { address, nonce, until, isSearchedTwice } = inclusionWindow
  const next = bigintOf(await api.rpc.system.accountNextIndex(address), 'nonce')
  if (height <= until) return 'pending'
  if (next <= nonce) return 'failed'
  if (isSearchedTwice) return 'replaced'
  // searches again, because one of several nodes behind a URL may have returned a block that was reverted
  inclusionWindow.isSearchedTwice = true
  inclusionWindow.searched = until - PERIOD
  return 'pending'
}

/** See `TransactionDriver.status`. Searches finalized blocks. */
export async function readStatus(
  { apis, ctx }: Pick<ChainContext, 'apis' | 'ctx'>,
  sent: Submission,
  inclusionWindows: InclusionWindows,
  signal: AbortSignal,
): Promise<TransactionStatus> {
  const { hash, caipNetworkId } = sent
  const network = ctx.networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
  if (hash === undefined || !network) return 'unknown'
  const api = await (await apis()).of(network)
  const head = await api.rpc.chain.getFinalizedHead()
  const height = (await api.rpc.chain.getHeader(head)).number.toNumber()
  const inclusionWindow = inclusionWindows.get(hash) ?? fromTrace(sent)
  if (inclusionWindow) inclusionWindows.set(hash, inclusionWindow)
  const from = inclusionWindow?.searched ?? height - MAX_BLOCKS
  for (let at = from + 1; at <= height && at <= (inclusionWindow?.until ?? height); at++) {
    signal.throwIfAborted()
    const status = at >= 0 ? await statusIn(api, at, hash) : undefined
    if (status) return status
    if (inclusionWindow) inclusionWindow.searched = at
  }
  return inclusionWindow ? statusOfMissing(api, height, inclusionWindow) : 'unknown'
}
