import { type Slot, slot } from '@wallet-modal/kernel'

/** An unspent output of an address. */
export interface BitcoinCoin {
  /** Transaction id, in hex. */
  readonly txid: string
  readonly index: number
  /** In satoshis. */
  readonly value: bigint
  /** Height of its block. */
  readonly height: number
}

/** Coins that an address can spend now: confirmed, mature, and not spent by a transaction in the mempool. */
export interface BitcoinCoins {
  readonly coins: readonly BitcoinCoin[]
  /** Sum of further coins, in satoshis: those beyond the number that is looked up. */
  readonly rest: bigint
}

/** State of an unspent output. */
export interface BitcoinOutput {
  /** 0 in the mempool. */
  readonly confirmations: number
  readonly isCoinbase: boolean
  /** In satoshis. */
  readonly value: bigint
}

/** Input or output of a transaction, by its address; absent for scripts without one. */
export interface BitcoinMove {
  readonly address: string | undefined
  /** In satoshis. */
  readonly amount: bigint
}

/** A past transaction with all that it spent and paid. */
export interface BitcoinTransaction {
  /** Transaction id, in hex. */
  readonly hash: string
  /** Time of its block in milliseconds since 1970; absent in the mempool. */
  readonly at?: number
  /** `undefined` for a coinbase transaction. */
  readonly inputs: readonly BitcoinMove[] | undefined
  readonly outputs: readonly BitcoinMove[]
}

export interface BitcoinHistoryPage {
  /** The newest first. */
  readonly transactions: readonly BitcoinTransaction[]
  /** Cursor of the next page; absent after the last one. */
  readonly next?: string
}

/** Reads and writes of one Bitcoin network. Every read rejects on failure; reads end with the signal that they were created with. */
export interface BitcoinNode {
  /** Confirmed balance of an address, in satoshis. */
  balance(address: string): Promise<bigint>
  coins(address: string): Promise<BitcoinCoins>
  /** An unspent output; `undefined` for spent and unknown ones. With `mempool`, transactions in the mempool count. */
  output(coin: Pick<BitcoinCoin, 'txid' | 'index'>, mempool: boolean): Promise<BitcoinOutput | undefined>
  /** Fee rate in satoshis per 1,000 virtual bytes for a confirmation within so many blocks; `undefined` without an estimate. */
  estimate(blocks: number): Promise<bigint | undefined>
  /** Lowest fee rate that is relayed now, in satoshis per 1,000 virtual bytes. */
  leastRate(): Promise<bigint>
  /** A transaction of the block at this height, in hex. */
  transaction(txid: string, height: number): Promise<string>
  /** Whether the transaction is in the mempool. */
  isWaiting(txid: string): Promise<boolean>
  /** Height of the latest block. */
  height(): Promise<number>
  blockHas(height: number, txid: string): Promise<boolean>
  /** Transactions of an address; `null` where they cannot be listed. */
  history(address: string, cursor?: string): Promise<BitcoinHistoryPage | null>
  /**
   * Broadcasts a transaction in hex, once, and resolves to its id. A refusal rejects with `RPC_ERROR` and the JSON-RPC code of Bitcoin Core as
   * `status`; any other failure means that the transaction may have been relayed. Does not end with the signal.
   */
  send(transaction: string): Promise<string>
}

/** Answers for Bitcoin networks in place of a Bitcoin Core node, for example an indexer's public API. */
export interface BitcoinSource {
  /** Whether it answers for this network, by CAIP-2 id. */
  serves(caipNetworkId: string): boolean
  node(caipNetworkId: string, signal: AbortSignal): Promise<BitcoinNode>
}

/** Sources of Bitcoin networks. Of several that serve a network the first is asked; without one the network's RPC URL is a Bitcoin Core node. */
export const bitcoinSources: Slot<BitcoinSource> = slot('@wallet-modal/bip122#bitcoinSources')
