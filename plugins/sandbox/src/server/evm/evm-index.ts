import * as v from 'valibot'
import type { NodeRpc } from '../engines/node-rpc.js'
import {
  blockSchema,
  headerSchema,
  headSchema,
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
  readonly created: EvmAddress | null
  readonly transfers: readonly Transfer[]
  readonly approvers: readonly EvmAddress[]
}

/** Index of all transactions of a chain by involved account. Reads each block once. */
export interface EvmIndex {
  /** Indexes new blocks. After a reorganization or reset, indexes from the start. */
  sync(): Promise<void>
  /** Oldest first. */
  transactionsOf(account: string): readonly IndexedTransaction[]
  /** Contracts whose fungible tokens the account has ever received. */
  tokensOf(account: string): readonly EvmAddress[]
}

const BLOCKS_AT_ONCE = 250
const PLAIN_TRANSFER_GAS = 21_000n

type Block = v.InferOutput<typeof blockSchema>

export function createEvmIndex({ call, callAll }: NodeRpc): EvmIndex {
  let byAccount = new Map<string, IndexedTransaction[]>()
  let tokens = new Map<string, Set<EvmAddress>>()
  let tip: { readonly number: number; readonly hash: string } | undefined
  let last: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined

  const clear = (): void => {
    byAccount = new Map()
    tokens = new Map()
    tip = undefined
  }
  const add = (transaction: IndexedTransaction): void => {
    const { from, to, created, transfers, approvers, hasFailed } = transaction
    // a failed transaction concerns only its sender
    const parties = hasFailed
      ? [from]
      : [from, to, created, ...transfers.flatMap((one) => [one.from, one.to]), ...approvers]
    for (const party of new Set(parties)) {
      if (party === null) continue
      const list = byAccount.get(party) ?? []
      list.push(transaction)
      byAccount.set(party, list)
    }
    for (const { to: receiver, contract, id } of transfers) {
      if (contract === undefined || id !== undefined) continue
      tokens.set(receiver, (tokens.get(receiver) ?? new Set()).add(contract))
    }
  }
  const readBlocks = async (first: number, last: number): Promise<void> => {
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const answers = await callAll(numbers.map((number) => ['eth_getBlockByNumber', [toHex(number), true]]))
    const blocks = v.parse(v.array(blockSchema), answers)
    const filled = blocks.filter(({ transactions }) => transactions.length > 0)
    const receipts = await callAll(filled.map(({ number }) => ['eth_getBlockReceipts', [toHex(number)]]))
    const details = new Map(filled.map(({ hash }, at) => [hash, v.parse(receiptsSchema, receipts[at])]))
    const busy = filled.filter(({ hash }) => details.get(hash)?.some(({ gasUsed }) => gasUsed > PLAIN_TRANSFER_GAS))
    const traced = await callAll(busy.map(({ number }) => ['trace_block', [toHex(number)]]))
    const traces = new Map(busy.map(({ hash }, at) => [hash, v.parse(tracesSchema, traced[at])]))
    for (const block of blocks) {
      if (tip && block.parentHash !== tip.hash) throw new TakenBack()
      const inner = byTransaction(traces.get(block.hash) ?? [])
      const receiptOf = new Map(details.get(block.hash)?.map((one) => [one.transactionHash, one]))
      for (const [index, transaction] of block.transactions.entries()) {
        const receipt = receiptOf.get(transaction.hash)
        if (!receipt) throw new TakenBack()
        const coins = innerTransfers(inner.get(transaction.hash) ?? [])
        add(toIndexed({ block, index, transaction, receipt, coins }))
      }
      tip = block
    }
  }
  const readAll = async (): Promise<void> => {
    const head = v.parse(headSchema, await call('eth_blockNumber', []))
    if (tip && !(await isOnChain(tip))) clear()
    for (let first = tip ? tip.number + 1 : 0; first <= head; first += BLOCKS_AT_ONCE)
      await readBlocks(first, Math.min(first + BLOCKS_AT_ONCE - 1, head))
  }
  const isOnChain = async ({ number, hash }: { readonly number: number; readonly hash: string }): Promise<boolean> => {
    const block = v.safeParse(headerSchema, await call('eth_getBlockByNumber', [toHex(number), false]))
    return block.success && block.output.hash === hash
  }
  const run = async (): Promise<void> => {
    try {
      await readAll()
    } catch (error) {
      clear()
      if (!(error instanceof TakenBack)) throw error
      await readAll()
    }
  }
  return {
    // sequential; a call during a run waits for the run after it, so that the caller's own latest transaction is included
    sync() {
      if (queued) return queued
      const mine = last
        .catch(() => undefined)
        .then(() => {
          queued = undefined
          return run()
        })
      queued = mine
      last = mine
      return mine
    },
    transactionsOf: (account) => byAccount.get(account) ?? [],
    tokensOf: (account) => [...(tokens.get(account) ?? [])],
  }
}

/** The chain was reorganized while it was indexed. */
class TakenBack extends Error {}

function byTransaction(traces: NodeTraces): ReadonlyMap<string, NodeTraces> {
  const groups = new Map<string, NodeTraces>()
  for (const trace of traces) groups.set(trace.transactionHash, [...(groups.get(trace.transactionHash) ?? []), trace])
  return groups
}

const toHex = (number: number): string => `0x${number.toString(16)}`

interface Parts {
  readonly block: Block
  readonly index: number
  readonly transaction: NodeTransaction
  readonly receipt: NodeReceipt
  readonly coins: readonly Transfer[]
}

function toIndexed({ block, index, transaction, receipt, coins }: Parts): IndexedTransaction {
  const { from, to, value, input } = transaction
  const hasFailed = receipt.status === 0n
  const receiver = to ?? receipt.contractAddress
  const paid = receiver && (value > 0n || (input === '0x' && to)) ? [{ from, to: receiver, amount: value }] : []
  return {
    ...transaction,
    input: input.slice(0, 10 + 3 * 64), // longest supported name or symbol
    block: block.number,
    index,
    minedAt: block.timestamp * 1000,
    hasFailed,
    created: to === null ? receipt.contractAddress : null,
    transfers: hasFailed ? [] : [...paid, ...coins, ...receipt.logs.flatMap(transfersOf)],
    approvers: hasFailed ? [] : receipt.logs.flatMap((log) => approverOf(log) ?? []),
  }
}
