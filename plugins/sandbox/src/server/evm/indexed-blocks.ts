import * as v from 'valibot'
import type { NodeRpc } from '../engines/node-rpc.js'
import {
  blockSchema,
  type NodeReceipt,
  type NodeTraces,
  type NodeTransaction,
  receiptsSchema,
  tracesSchema,
} from './chain-records.js'
import type { EvmAddress } from './evm-address.js'
import { approverOf, innerTransfers, type Transfer, transfersOf } from './transfers.js'

/** Mined transaction with its effects. */
export interface IndexedTransaction extends NodeTransaction {
  readonly block: number
  readonly index: number
  /** Milliseconds since 1970. */
  readonly minedAt: number
  readonly hasFailed: boolean
  /** Address of the contract that the transaction created. */
  readonly created: EvmAddress | null
  readonly transfers: readonly Transfer[]
  /** Owners of tokens who approved a spender or operator in this transaction. */
  readonly approvers: readonly EvmAddress[]
}

export interface IndexedBlock {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly transactions: readonly IndexedTransaction[]
}

/** Thrown if the chain is reorganized while its blocks are read. */
export class ReorganizedError extends Error {}

const PLAIN_TRANSFER_GAS = 21_000n

type Block = v.InferOutput<typeof blockSchema>

/**
 * Reads the blocks `first` to `last` with the effects of their transactions. Rejects with `ReorganizedError` if a block is replaced during the reads.
 */
export async function readBlocks({ callAll }: NodeRpc, first: number, last: number): Promise<readonly IndexedBlock[]> {
  const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const answers = await callAll(numbers.map((number) => ['eth_getBlockByNumber', [toHex(number), true]]))
  const blocks = v.parse(v.array(blockSchema), answers)
  const receipts = await readReceipts(callAll, blocks)
  // only traces contain internal transfers; a transaction that used only 21 000 gas made none
  const blocksToTrace = blocks.filter(({ hash }) =>
    receipts.get(hash)?.some(({ gasUsed }) => gasUsed > PLAIN_TRANSFER_GAS),
  )
  const traces = await readTraces(callAll, blocksToTrace)
  return blocks.map((block) => {
    const transactionTraces = groupByTransaction(traces.get(block.hash) ?? [])
    const receiptOf = new Map(receipts.get(block.hash)?.map((one) => [one.transactionHash, one]))
    const transactions = block.transactions.map((transaction, index) => {
      const receipt = receiptOf.get(transaction.hash)
      if (!receipt) throw new ReorganizedError()
      const coins = innerTransfers(transactionTraces.get(transaction.hash) ?? [])
      return toIndexed({ block, index, transaction, receipt, coins })
    })
    return { number: block.number, hash: block.hash, parentHash: block.parentHash, transactions }
  })
}

/** Receipts of the blocks that have transactions, by block hash. */
async function readReceipts(
  callAll: NodeRpc['callAll'],
  blocks: readonly Block[],
): Promise<ReadonlyMap<string, readonly NodeReceipt[]>> {
  const filled = blocks.filter(({ transactions }) => transactions.length > 0)
  const answers = await callAll(filled.map(({ number }) => ['eth_getBlockReceipts', [toHex(number)]]))
  return new Map(filled.map(({ hash }, at) => [hash, v.parse(receiptsSchema, answers[at])]))
}

/** Call traces by block hash. */
async function readTraces(
  callAll: NodeRpc['callAll'],
  blocks: readonly Block[],
): Promise<ReadonlyMap<string, NodeTraces>> {
  const answers = await callAll(blocks.map(({ number }) => ['trace_block', [toHex(number)]]))
  return new Map(blocks.map(({ hash }, at) => [hash, v.parse(tracesSchema, answers[at])]))
}

function groupByTransaction(traces: NodeTraces): ReadonlyMap<string, NodeTraces> {
  const groups = new Map<string, NodeTraces>()
  for (const trace of traces) groups.set(trace.transactionHash, [...(groups.get(trace.transactionHash) ?? []), trace])
  return groups
}

export const toHex = (number: number): string => `0x${number.toString(16)}`

interface MinedTransaction {
  readonly block: Block
  readonly index: number
  readonly transaction: NodeTransaction
  readonly receipt: NodeReceipt
  /** Internal transfers of coins. */
  readonly coins: readonly Transfer[]
}

function toIndexed({ block, index, transaction, receipt, coins }: MinedTransaction): IndexedTransaction {
  const { from, to, value, input } = transaction
  const hasFailed = receipt.status === 0n
  const receiver = to ?? receipt.contractAddress
  const directTransfer =
    receiver && (value > 0n || (input === '0x' && to)) ? [{ from, to: receiver, amount: value }] : []
  return {
    ...transaction,
    input: input.slice(0, 10 + 3 * 64), // selector and three words: the longest calldata that `intentOf` decodes
    block: block.number,
    index,
    minedAt: block.timestamp * 1000,
    hasFailed,
    created: to === null ? receipt.contractAddress : null,
    transfers: hasFailed ? [] : [...directTransfer, ...coins, ...receipt.logs.flatMap(transfersOf)],
    approvers: hasFailed ? [] : receipt.logs.flatMap((log) => approverOf(log) ?? []),
  }
}
