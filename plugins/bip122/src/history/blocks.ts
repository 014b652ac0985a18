import { type Context, isWalletModalError, readWith } from '@wallet-modal/kernel'
import { type Fields, fieldsOf } from '@wallet-modal/kernel/assets'
import type { BitcoinHistoryPage, BitcoinInputOutput, BitcoinTransaction } from '../contract.js'
import { toSatoshis } from '../satoshis.js'
import { scanFor } from '../scan.js'

/** Number of blocks per page. */
export const PAGE_BLOCKS = 10

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/.test(value)
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** Parses the reply of `scanblocks`: hashes of blocks that may contain an address, oldest first. */
export const relevantBlocks = readWith((answer): readonly string[] => {
  const { relevant_blocks: blocks, completed } = fieldsOf(answer)
  if (!Array.isArray(blocks) || !blocks.every(isHash)) throw new Error('has no list of blocks')
  if (completed === false) throw new Error('did not finish')
  return blocks
})

const coinOf = ({ value, scriptPubKey }: Fields): BitcoinInputOutput => {
  const { address } = fieldsOf(scriptPubKey)
  return { address: typeof address === 'string' ? address : undefined, amount: toSatoshis(value) }
}

/** Parses the reply of `getblock` with previous outputs (verbosity 3). */
export const blockTransactions = readWith((answer): readonly BitcoinTransaction[] => {
  const { tx, time } = fieldsOf(answer)
  if (!Array.isArray(tx) || typeof time !== 'number' || !Number.isSafeInteger(time)) throw new Error('is not a block')
  return listOf(tx).map(({ txid, vin, vout }) => {
    if (!isHash(txid)) throw new Error('has a transaction without an id')
    const inputs = listOf(vin)
    const isCoinbase = inputs.some(({ coinbase }) => coinbase !== undefined)
    return {
      hash: txid,
      at: time * 1000,
      inputs: isCoinbase ? undefined : inputs.map(({ prevout }) => coinOf(fieldsOf(prevout))),
      outputs: listOf(vout).map(coinOf),
    }
  })
})

/** Whether the node does not support the method (-32601), or has no block filter index (-1). */
const isUnsupported = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'RPC_ERROR' && (error.status === -32601 || error.status === -1)

interface AddressHistoryRequest {
  readonly caipNetworkId: string
  readonly address: string
  readonly cursor: string | undefined
  readonly signal: AbortSignal
}

/** Result of the latest block scan, by context. Further pages of the same history reuse it. `key`: network and address. */
const scans = new WeakMap<Context, { readonly key: string; readonly blocks: readonly string[] }>()

async function findBlocks(ctx: Context, { caipNetworkId, address, cursor, signal }: AddressHistoryRequest) {
  const key = `${caipNetworkId}:${address}`
  const last = scans.get(ctx)
  if (cursor !== undefined && last?.key === key) return last.blocks
  const blocks = await scanFor(ctx, caipNetworkId, { method: 'scanblocks', address, schema: relevantBlocks, signal })
  scans.set(ctx, { key, blocks })
  return blocks
}

/** Past transactions from a Bitcoin Core node, without its mempool; `null` if the node has no block filter index (BIP-158). */
export async function readHistory(ctx: Context, request: AddressHistoryRequest): Promise<BitcoinHistoryPage | null> {
  const { caipNetworkId, cursor, signal } = request
  let blocks: readonly string[]
  try {
    blocks = await findBlocks(ctx, request)
  } catch (error) {
    if (isUnsupported(error)) return null
    throw error
  }
  // the cursor counts from the oldest block, because new blocks are appended
  const end = cursor === undefined ? blocks.length : Math.min(Number.parseInt(cursor, 10) || 0, blocks.length)
  const start = Math.max(0, end - PAGE_BLOCKS)
  const rpc = ctx.api.rpc(caipNetworkId)
  const transactions: BitcoinTransaction[] = []
  // one by one, because the reply to a batch may be longer than the kernel accepts
  for (const block of blocks.slice(start, end))
    transactions.push(...(await rpc.read('getblock', [block, 3], { schema: blockTransactions, signal })))
  return { transactions: transactions.toReversed(), ...(start > 0 && { next: String(start) }) }
}
