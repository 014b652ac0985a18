import { type HistoryPage, type HistoryRequest, isWalletModalError, readWith } from '@wallet-modal/kernel'
import { readAccountAssets } from '../assets/account-assets.js'
import { accountStorageKey } from '../assets/balance.js'
import { assetAccountKey } from '../assets/storage-keys.js'
import type { ChainContext } from '../chain-context.js'
import { addressForm } from '../chains.js'
import { readEntries } from './block-entries.js'
import { findChanges, UNKNOWN } from './changed-blocks.js'

/** Number of blocks searched for the first page. Nodes that are not archive nodes keep the states of about 250 blocks. */
const FIRST_BLOCKS = 250
/** Factor by which the searched range grows per page. */
const GROWTH = 4
/** Maximum number of blocks searched for a page. */
const MAX_BLOCKS = 64_000
/** Maximum number of blocks with changes per page. */
const MAX_CHANGES = 12
/** Maximum number of assets whose balances are compared. */
const MAX_ASSETS = 50

const valuesAsText = readWith((answer): string => {
  const { changes }: { readonly changes?: unknown } = Object(Array.isArray(answer) ? answer[0] : undefined)
  if (!Array.isArray(changes)) throw new Error('has no list of values')
  return JSON.stringify(changes)
})
const blockHash = readWith((answer): string => {
  if (typeof answer === 'string' && /^0x[\da-f]{64}$/i.test(answer)) return answer
  throw new Error('is not a hash')
})

interface SearchPosition {
  /** Number of the latest finalized block when the search started. */
  readonly head: number
  /** Number of the newest block that is not searched yet. */
  readonly high: number
  /** Number of blocks to search for this page. */
  readonly size: number
}

const toCursor = ({ head, high, size }: SearchPosition): string => [head, high, size].join(':')

function fromCursor(cursor: string): SearchPosition | undefined {
  const [head = -1, high = -1, size = -1] = cursor.split(':').map((one) => (/^\d{1,12}$/.test(one) ? Number(one) : -1))
  return head >= high && high >= 0 && size > 0 ? { head, high, size: Math.min(size, MAX_BLOCKS) } : undefined
}

/**
 * Past transactions from a node's blocks. Nodes have no index by account. So this function first finds the blocks that changed the account's state,
 * and reads only these blocks. `null` if the node does not return states, or if the chain uses Ethereum addresses.
 */
export async function readPage(
  { ctx, apis, options }: ChainContext,
  { account: { address }, network, cursor, signal }: HistoryRequest,
): Promise<HistoryPage | null> {
  const prefix = addressForm(network.caipNetworkId, options)
  if (prefix === 'h160') return null
  const rpc = ctx.api.rpc(network.caipNetworkId)
  const accountAssets = await readAccountAssets(ctx, { address, network, signal })
  const keys = [
    accountStorageKey(address),
    ...accountAssets.slice(0, MAX_ASSETS).map((key) => assetAccountKey(key, address)),
  ]
  const stateAt = async (block: number): Promise<string> => {
    try {
      const hash = await rpc.read('chain_getBlockHash', [block], { schema: blockHash, signal })
      return await rpc.read('state_queryStorageAt', [keys, hash], { schema: valuesAsText, signal })
    } catch (error) {
      // the node no longer has the state at the end of this block, or does not have the block
      if (isWalletModalError(error) && error.code === 'RPC_ERROR') return UNKNOWN
      throw error
    }
  }
  const api = await (await apis()).withCurrentRuntime(network)
  const newest = async (): Promise<SearchPosition> => {
    const header = await api.rpc.chain.getHeader(await api.rpc.chain.getFinalizedHead())
    const head = header.number.toNumber()
    return { head, high: head, size: FIRST_BLOCKS }
  }
  const { head, high, size } = (cursor === undefined ? undefined : fromCursor(cursor)) ?? (await newest())
  const low = Math.max(0, high - size)
  const [lowState, highState] = await Promise.all([stateAt(low), stateAt(high)])
  if (highState === UNKNOWN) return cursor === undefined ? null : { entries: [], searchedBlocks: head - high }
  const changes = await findChanges({ low, high, lowState, highState }, stateAt, MAX_CHANGES)
  const { entries, unreadable } = await readEntries({ api, network, own: address, prefix }, changes)
  if (unreadable !== undefined) return { entries, searchedBlocks: head - unreadable }
  const last = changes.at(-1)
  if (last !== undefined && changes.length === MAX_CHANGES)
    return { entries, next: toCursor({ head, high: last - 1, size }), searchedBlocks: head - last + 1 }
  // the node has pruned older states, so the search ends at `last`, the oldest block with a known state (see `findChanges`)
  if (lowState === UNKNOWN)
    return { entries, ...(last !== undefined && last > 1 && { searchedBlocks: head - last + 1 }) }
  if (low === 0) return { entries }
  return {
    entries,
    next: toCursor({ head, high: low, size: Math.min(size * GROWTH, MAX_BLOCKS) }),
    searchedBlocks: head - low,
  }
}
