import * as v from 'valibot'
import type { NodeRpc } from '../engines/node-rpc.js'
import { type AccountIndex, createAccountIndex } from './account-index.js'
import { headerSchema, headSchema } from './chain-records.js'
import { type IndexedBlock, ReorganizedError, readBlocks, toHex } from './indexed-blocks.js'

/** Index of a chain's transactions by account. */
export interface EvmIndex extends Omit<AccountIndex, 'add'> {
  /** Indexes new blocks. After a reorganization or a reset of the chain, indexes all blocks again. */
  sync(): Promise<void>
}

const BLOCKS_AT_ONCE = 250

export function createEvmIndex(rpc: NodeRpc): EvmIndex {
  let accounts = createAccountIndex()
  /** Last indexed block. */
  let tip: Pick<IndexedBlock, 'number' | 'hash'> | undefined

  const clear = (): void => {
    accounts = createAccountIndex()
    tip = undefined
  }
  const addBlocks = async (first: number, last: number): Promise<void> => {
    for (const block of await readBlocks(rpc, first, last)) {
      if (tip && block.parentHash !== tip.hash) throw new ReorganizedError()
      for (const transaction of block.transactions) accounts.add(transaction)
      tip = block
    }
  }
  const indexNewBlocks = async (): Promise<void> => {
    const head = v.parse(headSchema, await rpc.call('eth_blockNumber', []))
    if (tip && !(await isOnChain(rpc, tip))) clear()
    for (let first = tip ? tip.number + 1 : 0; first <= head; first += BLOCKS_AT_ONCE)
      await addBlocks(first, Math.min(first + BLOCKS_AT_ONCE - 1, head))
  }
  const sync = shareQueuedRun(async () => {
    try {
      await indexNewBlocks()
    } catch (error) {
      clear()
      if (!(error instanceof ReorganizedError)) throw error
      await indexNewBlocks()
    }
  })
  return {
    sync,
    transactionsOf: (account) => accounts.transactionsOf(account),
    tokensOf: (account) => accounts.tokensOf(account),
  }
}

async function isOnChain({ call }: NodeRpc, { number, hash }: Pick<IndexedBlock, 'number' | 'hash'>): Promise<boolean> {
  const block = v.safeParse(headerSchema, await call('eth_getBlockByNumber', [toHex(number), false]))
  return block.success && block.output.hash === hash
}

/** Serializes calls of `run`. Calls during a run share the next run, because the current run may have missed the latest blocks. */
function shareQueuedRun(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let queued: Promise<void> | undefined
  return () => {
    if (queued) return queued
    queued = last
      .catch(() => undefined)
      .then(() => {
        queued = undefined
        return run()
      })
    last = queued
    return last
  }
}
