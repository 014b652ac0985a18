import {
  type Context,
  type HistoryEntry,
  type HistoryTransfer,
  isWalletModalError,
  type Network,
  readWith,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { BitcoinHistoryPage, BitcoinInputOutput, BitcoinTransaction } from '../contract.js'
import { toSatoshis } from './satoshis.js'
import { scanFor } from './scan.js'

/** Number of blocks per page. */
export const PAGE_BLOCKS = 10
const MAX_TRANSFERS = 50

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => Object(value)
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

const sum = (coins: readonly BitcoinInputOutput[]): bigint => coins.reduce((all, { amount }) => all + amount, 0n)
/** Common address of these inputs or outputs; `undefined` if their addresses differ, or if they have none. */
function commonAddress(coins: readonly BitcoinInputOutput[]): string | undefined {
  const [first, ...others] = new Set(coins.map(({ address }) => address))
  return others.length === 0 ? first : undefined
}

/** History entry of a transaction for the address `own`; empty if the address is not involved. */
export function toEntry(
  { hash, at, inputs, outputs }: BitcoinTransaction,
  own: string,
  network: Network,
): readonly HistoryEntry[] {
  const { caipNetworkId } = network
  const { name, symbol, decimals } = network.nativeCurrency
  const assetId = coinAssetId(network)
  const isOwn = ({ address }: BitcoinInputOutput): boolean => address === own
  const [spent, received] = [(inputs ?? []).filter(isOwn), outputs.filter(isOwn)]
  if (spent.length === 0 && received.length === 0) return []
  const others = outputs.filter((one) => !isOwn(one) && one.amount > 0n)
  const toTransfer = (direction: HistoryTransfer['direction'], amount: bigint): HistoryTransfer => ({
    ...{ direction, kind: 'token', name, symbol, amount, decimals },
    assetId,
  })
  const entry = (type: string, fields: Partial<HistoryEntry>): readonly HistoryEntry[] => [
    {
      ...{ id: hash, caipNetworkId, hash, type },
      ...(at === undefined ? { status: 'pending' } : { status: 'confirmed', at }),
      ...{ transfers: [], ...fields },
    },
  ]
  if (inputs === undefined) return entry('mint', { to: own, transfers: [toTransfer('in', sum(received))] })
  const from = commonAddress(inputs)
  if (spent.length === 0)
    return entry('receive', {
      to: own,
      transfers: [toTransfer('in', sum(received))],
      ...(from !== undefined && { from }),
    })
  if (spent.length < inputs.length) {
    // other addresses pay too, so only the net amount of this address is known
    const netAmount = sum(received) - sum(spent)
    return entry('execute', {
      transfers: [netAmount < 0n ? toTransfer('out', -netAmount) : toTransfer('in', netAmount)],
    })
  }
  const to = others.length === 0 ? own : commonAddress(others)
  return entry('send', {
    from: own,
    fee: sum(inputs) - sum(outputs),
    ...(to !== undefined && { to }),
    transfers:
      others.length === 0
        ? [toTransfer('self', sum(received))]
        : others.length > MAX_TRANSFERS
          ? [toTransfer('out', sum(others))]
          : others.map(({ amount }) => toTransfer('out', amount)),
  })
}

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
