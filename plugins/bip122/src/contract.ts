import { type Account, type Capability, capability, type Slot, slot } from '@wallet-modal/kernel'

/** A message for one of the connected addresses. */
export interface SignMessageRequest {
  readonly address: string
  readonly message: string
  /** Absent: what the wallet uses for this kind of address, BIP-322 for taproot and ECDSA for the others. */
  readonly protocol?: 'ECDSA' | 'BIP322'
}

/** A transaction to be signed (BIP-174). */
export interface SignPsbtRequest {
  /** The PSBT, in base64. */
  readonly psbt: string
  /** The inputs that each address signs, by index. Absent: all inputs that spend from a connected address. */
  readonly signInputs?: Readonly<Record<string, readonly number[]>>
  /** Sends the finished transaction. Default: false. Not every wallet can. */
  readonly broadcast?: boolean
}

export interface SignedPsbt {
  /** In base64. Its inputs and outputs are those that were asked for, and its new signatures are valid. */
  readonly psbt: string
  /** Set where the transaction was sent. */
  readonly txid?: string
}

/** What a wallet tells when it lets the site in. */
export interface BitcoinSession {
  /** Payment accounts first. An address for both purposes stands there once for each. */
  readonly accounts: readonly Account[]
  /** CAIP-2: `bip122:` and the first 32 hex digits of the genesis block's hash. */
  readonly caipNetworkId: string
}

/** What a wallet tells later. */
export interface BitcoinListener {
  accounts(accounts: readonly Account[]): void
  network(caipNetworkId: string): void
  disconnected(): void
}

/** A Bitcoin wallet as this plugin hands it out, whichever way it was found. A connector of `bip122` provides one. */
export interface BitcoinProvider {
  /** A silent request never prompts and answers `null` where there is no permission yet. */
  connect(request: { readonly silent: boolean }): Promise<BitcoinSession | null>
  /** The accounts that the site was let in to, with their types and public keys; empty before. Never prompts. */
  getAccounts(): Promise<readonly Account[]>
  /** In base64: a compact ECDSA signature with recovery byte, or a BIP-322 witness. */
  signMessage(request: SignMessageRequest): Promise<string>
  /** Throws where the wallet changed the transaction or signed something else. */
  signPsbt(request: SignPsbtRequest): Promise<SignedPsbt>
  switchNetwork?(caipNetworkId: string): Promise<void>
  /** Takes the site's permission back. */
  disconnect?(): Promise<void>
  /** Reports changes until the returned function is called. */
  watch(listener: BitcoinListener): () => void
}

/** A PSBT in base64, and for each address the inputs that it signs. */
export interface SignTask {
  readonly psbt: string
  readonly signInputs: Readonly<Record<string, readonly number[]>>
}

/** What every family of wallets is brought to. Nothing here is checked against what was asked: {@link BitcoinProviders} does that. */
export interface BitcoinWallet {
  connect(silent: boolean): Promise<BitcoinSession | null>
  /** In base64. */
  signMessage(request: SignMessageRequest): Promise<string>
  /** In base64; neither finished nor sent. */
  signPsbt(task: SignTask): Promise<string>
  /** Signs and sends in one go, where that is how the wallet sends. */
  signAndSend?(task: SignTask): Promise<{ readonly psbt: string; readonly txid: string }>
  /** Sends a finished transaction, in hex, and answers with its id. */
  send?(transaction: string): Promise<string>
  switchNetwork?(caipNetworkId: string): Promise<void>
  disconnect?(): Promise<void>
  watch(listener: BitcoinListener): () => void
}

export interface BitcoinProviders {
  /**
   * Makes a provider of a wallet that is reached in a way of its own. A transaction is checked before it goes to the wallet, and what comes
   * back is held against it.
   */
  create(wallet: BitcoinWallet): Promise<BitcoinProvider>
}

/** One output of a transaction of `transactions('bip122')`: a payment, or bytes that anybody can read on the chain (`OP_RETURN`). */
export type BitcoinCall =
  | {
      readonly address: string
      /** In satoshis. `max`, in one output at most: everything that can be spent, after the fee and the other outputs. */
      readonly amount: bigint | 'max'
    }
  /** 1 to 80 bytes, in one output at most. */
  | { readonly data: Uint8Array }

/** For connectors of `bip122`. `@wallet-modal/bip122` provides it. */
export const bitcoinProviders: Capability<BitcoinProviders> = capability('@wallet-modal/bip122#bitcoinProviders')

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
