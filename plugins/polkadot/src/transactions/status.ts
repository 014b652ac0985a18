import type { ApiPromise } from '@polkadot/api'
import type { Submission, TransactionStatus } from '@wallet-modal/kernel'
import type { ChainContext } from '../chain-context.js'
import { bigintOf, readStorage } from './codec.js'
import { eventsByExtrinsic, extrinsicResultOf } from './extrinsic-events.js'
import { fromTrace, type InclusionWindow, type InclusionWindows } from './inclusion-window.js'
import { hashOf, PERIOD } from './payload.js'

/** Number of latest blocks that are searched for an extrinsic whose inclusion window is unknown. */
const MAX_BLOCKS = 20

/** Result of the extrinsic at this index of a block, from the chain's events; `unknown` if the node has no events of the block. */
async function resultOf(api: ApiPromise, blockHash: string, extrinsicIndex: number): Promise<TransactionStatus> {
  const events = eventsByExtrinsic(await readStorage(api, api.query.system?.events, { at: blockHash }))
  return extrinsicResultOf(events.get(extrinsicIndex) ?? [])
}

/**
 * Status of the extrinsic in this block. `undefined` if the block does not include it; `unknown` if the node does not have the block (@polkadot/api
 * returns an empty one).
 */
async function statusIn(api: ApiPromise, blockNumber: number, hash: string): Promise<TransactionStatus | undefined> {
  const blockHash = await api.rpc.chain.getBlockHash(blockNumber)
  const { block } = await api.rpc.chain.getBlock(blockHash)
  if (block.header.number.toNumber() !== blockNumber) return 'unknown'
  const extrinsicIndex = block.extrinsics.findIndex((one) => hashOf(one.toHex()) === hash)
  return extrinsicIndex < 0 ? undefined : resultOf(api, blockHash.toHex(), extrinsicIndex)
}

/**
 * Status of an extrinsic that is in none of the searched blocks. `pending` until the last block of the inclusion window is finalized. Then `failed`
 * if the nonce is unused. If the nonce is used: `pending` while the window is searched a second time, then `replaced`.
 */
async function statusOfMissing(
  api: ApiPromise,
  height: number,
  inclusionWindow: InclusionWindow,
): Promise<TransactionStatus> {
  const { address, nonce, until, isSearchedTwice } = inclusionWindow
  if (height <= until) return 'pending'
  const next = bigintOf(await api.rpc.system.accountNextIndex(address), 'nonce')
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
  const last = Math.min(height, inclusionWindow?.until ?? height)
  for (let blockNumber = from + 1; blockNumber <= last; blockNumber++) {
    signal.throwIfAborted()
    const status = blockNumber >= 0 ? await statusIn(api, blockNumber, hash) : undefined
    if (status) return status
    if (inclusionWindow) inclusionWindow.searched = blockNumber
  }
  return inclusionWindow ? statusOfMissing(api, height, inclusionWindow) : 'unknown'
}
