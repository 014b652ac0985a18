import type { Address } from 'viem'
import { getBlock, getBlockNumber, getTransactionCount } from 'viem/actions'
import { type EvmNode, read, readIfSupported } from '../node.js'
import type { RpcTransaction } from './request.js'

/** State of the chain immediately before submission. Only later blocks are searched for the transaction. */
export interface ChainPosition {
  /** The sender's next nonce after all pending transactions. An equal pending payment must not be mistaken for the searched one. */
  readonly nonce: bigint
  readonly block: bigint
}

export interface FoundTransaction {
  readonly hash: string
  readonly nonce: bigint
}

export async function readPosition({ client }: EvmNode, from: Address): Promise<ChainPosition> {
  const [nonce, block] = await Promise.all([
    read(getTransactionCount(client, { address: from, blockTag: 'pending' })),
    read(getBlockNumber(client)),
  ])
  return { nonce: BigInt(nonce), block }
}

/** Maximum number of blocks to search, in case the page was suspended for a long time. */
const MAX_BLOCKS = 24n

const lower = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '')

/** Compares a transaction in a block with the submitted request. `undefined` if they differ, or if the data of the block is invalid. */
function matchTransaction(
  listed: unknown,
  request: RpcTransaction,
  { nonce }: ChainPosition,
): FoundTransaction | undefined {
  const one: Readonly<Record<string, unknown>> = Object(listed)
  const isSame =
    typeof one.hash === 'string' &&
    typeof one.nonce === 'number' &&
    BigInt(one.nonce) >= nonce &&
    lower(one.from) === lower(request.from) &&
    lower(one.to) === lower(request.to) &&
    one.value === BigInt(request.value) &&
    lower(one.input) === lower(request.data)
  return isSame ? { hash: String(one.hash), nonce: BigInt(Number(one.nonce)) } : undefined
}

/**
 * Searches for a transaction by nonce and contents. Used if the wallet's reply with the hash was lost. Searches the pending block, then the latest
 * blocks one by one. Throws if the node is behind `position`.
 */
export async function findUnreportedTransaction(
  { client }: EvmNode,
  request: RpcTransaction,
  position: ChainPosition,
): Promise<FoundTransaction | undefined> {
  const latest = await read(getBlockNumber(client))
  const first = latest - position.block >= MAX_BLOCKS ? latest - MAX_BLOCKS + 1n : position.block + 1n
  const blocks: ({ blockTag: 'pending' } | { blockNumber: bigint })[] = [{ blockTag: 'pending' }]
  for (let blockNumber = latest; blockNumber >= first; blockNumber--) blocks.push({ blockNumber })
  for (const block of blocks) {
    const { transactions } = (await readIfSupported(getBlock(client, { ...block, includeTransactions: true }))) ?? {}
    for (const one of Array.isArray(transactions) ? transactions : []) {
      const found = matchTransaction(one, request, position)
      if (found) return found
    }
  }
  if (latest < position.block) throw new Error('The node is behind the other nodes of the network.') // such a node may not have the transaction
  return undefined
}
