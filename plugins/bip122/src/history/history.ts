import {
  type Context,
  type HistoryEntry,
  type HistoryTransfer,
  isWalletModalError,
  type Network,
  readWith,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import type { BitcoinHistoryPage, BitcoinMove, BitcoinTransaction } from '../contract.js'
import { toSatoshis } from './satoshis.js'
import { scanFor } from './scan.js'

/** Blocks read per page. */
export const PAGE_BLOCKS = 10
const MAX_TRANSFERS = 50

type Fields = Readonly<Record<string, unknown>>
const fieldsOf = (value: unknown): Fields => Object(value)
const isHash = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/.test(value)
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** Reply of `scanblocks`: blocks that may contain an address, oldest first. */
export const foundBlocks = readWith((answer): readonly string[] => {
  const { relevant_blocks: blocks, completed } = fieldsOf(answer)
  if (!Array.isArray(blocks) || !blocks.every(isHash)) throw new Error('has no list of blocks')
  if (completed === false) throw new Error('did not finish')
  return blocks
})

const coinOf = ({ value, scriptPubKey }: Fields): BitcoinMove => {
  const { address } = fieldsOf(scriptPubKey)
  return { address: typeof address === 'string' ? address : undefined, amount: toSatoshis(value) }
}

/** Reply of `getblock` with previous outputs (verbosity 3). */
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

const sum = (coins: readonly BitcoinMove[]): bigint => coins.reduce((all, { amount }) => all + amount, 0n)
/** Common address of these outputs, if there is exactly one. */
function onlyOf(coins: readonly BitcoinMove[]): string | undefined {
  const [first, ...others] = new Set(coins.map(({ address }) => address))
  return others.length === 0 ? first : undefined
}

/** Effect of a transaction on an address; empty if it is not involved. */
export function toEntry(
  { hash, at, inputs, outputs }: BitcoinTransaction,
  own: string,
  network: Network,
): readonly HistoryEntry[] {
  const { caipNetworkId } = network
  const { name, symbol, decimals } = network.nativeCurrency
  const assetId = coinAssetId(network)
  const isOwn = ({ address }: BitcoinMove): boolean => address === own
  const [spent, got] = [(inputs ?? []).filter(isOwn), outputs.filter(isOwn)]
  if (spent.length === 0 && got.length === 0) return []
  const others = outputs.filter((one) => !isOwn(one) && one.amount > 0n)
  const move = (direction: HistoryTransfer['direction'], amount: bigint): HistoryTransfer => ({
    ...{ direction, kind: 'token', name, symbol, amount, decimals },
    assetId,
  })
  const entry = (type: string, more: Partial<HistoryEntry>): readonly HistoryEntry[] => [
    {
      ...{ id: hash, caipNetworkId, hash, type },
      ...(at === undefined ? { status: 'pending' } : { status: 'confirmed', at }),
      ...{ transfers: [], ...more },
    },
  ]
  if (inputs === undefined) return entry('mint', { to: own, transfers: [move('in', sum(got))] })
  const from = onlyOf(inputs)
  if (spent.length === 0)
    return entry('receive', { to: own, transfers: [move('in', sum(got))], ...(from !== undefined && { from }) })
  if (spent.length < inputs.length) {
    // several senders, so only the net amount is known
    const net = sum(got) - sum(spent)
    return entry('execute', { transfers: [net < 0n ? move('out', -net) : move('in', net)] })
  }
  const to = others.length === 0 ? own : onlyOf(others)
  return entry('send', {
    from: own,
    fee: sum(inputs) - sum(outputs),
    ...(to !== undefined && { to }),
    transfers:
      others.length === 0
        ? [move('self', sum(got))]
        : others.length > MAX_TRANSFERS
          ? [move('out', sum(others))]
          : others.map(({ amount }) => move('out', amount)),
  })
}

/** The node does not support the method, or has no block filter index. */
const isUnlisted = (error: unknown): boolean =>
  isWalletModalError(error) && error.code === 'RPC_ERROR' && (error.status === -32601 || error.status === -1)

interface AddressHistoryRequest {
  readonly caipNetworkId: string
  readonly address: string
  readonly cursor: string | undefined
  readonly signal: AbortSignal
}

/** Blocks of the latest scan, by network and address. */
const scans = new WeakMap<Context, { readonly key: string; readonly blocks: readonly string[] }>()

async function findBlocks(ctx: Context, { caipNetworkId, address, cursor, signal }: AddressHistoryRequest) {
  const key = `${caipNetworkId}:${address}`
  const last = scans.get(ctx)
  if (cursor !== undefined && last?.key === key) return last.blocks
  const blocks = await scanFor(ctx, caipNetworkId, { method: 'scanblocks', address, schema: foundBlocks, signal })
  scans.set(ctx, { key, blocks })
  return blocks
}

/** Past transactions from a Bitcoin Core node with a block filter index (BIP-158), without its mempool. */
export async function readHistory(ctx: Context, question: AddressHistoryRequest): Promise<BitcoinHistoryPage | null> {
  const { caipNetworkId, cursor, signal } = question
  let blocks: readonly string[]
  try {
    blocks = await findBlocks(ctx, question)
  } catch (error) {
    if (isUnlisted(error)) return null
    throw error
  }
  // new blocks are appended, so positions count from the oldest
  const end = cursor === undefined ? blocks.length : Math.min(Number.parseInt(cursor, 10) || 0, blocks.length)
  const start = Math.max(0, end - PAGE_BLOCKS)
  const rpc = ctx.api.rpc(caipNetworkId)
  const read = await Promise.all(
    blocks.slice(start, end).map((block) => rpc.read('getblock', [block, 3], { schema: blockTransactions, signal })),
  )
  return { transactions: read.flat().toReversed(), ...(start > 0 && { next: String(start) }) }
}
