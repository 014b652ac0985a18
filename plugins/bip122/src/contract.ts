import { type Account, type Capability, capability, type Slot, slot } from '@wallet-modal/kernel'

/** Message to sign with one of the connected addresses. */
export interface SignMessageRequest {
  readonly address: string
  readonly message: string
  /**
   * Signature type. Absent: the wallet chooses it by the type of the address, BIP-322 for taproot and ECDSA for all other types. For P2PKH addresses,
   * a BIP-322 signature may have the legacy format, which is an ECDSA signature.
   */
  readonly protocol?: 'ECDSA' | 'BIP322'
}

/** Transaction to sign (BIP-174). */
export interface SignPsbtRequest {
  /** The PSBT, in base64. */
  readonly psbt: string
  /** Indexes of the inputs that each address signs. Absent: all inputs that spend from a connected address. */
  readonly signInputs?: Readonly<Record<string, readonly number[]>>
  /**
   * Whether to broadcast the finalized transaction too. Default: false. If the wallet cannot broadcast, `signPsbt` rejects with `UNSUPPORTED_METHOD`
   * before the wallet is asked to sign: this concerns Wallet Standard wallets, and wallets with the interface of UniSat that have no `pushTx`.
   */
  readonly broadcast?: boolean
}

export interface SignedPsbt {
  /** In base64. Verified: same inputs and outputs as requested, valid new signatures. */
  readonly psbt: string
  /** Set if the transaction was broadcast. */
  readonly txid?: string
}

/** Wallet's reply to a connection request. */
export interface BitcoinSession {
  /** Payment accounts first. An address for both payments and ordinals is listed twice. */
  readonly accounts: readonly Account[]
  /** CAIP-2: `bip122:` and the first 32 hex digits of the genesis block's hash. */
  readonly caipNetworkId: string
}

/** Receives the changes that a wallet reports. */
export interface BitcoinListener {
  accounts(accounts: readonly Account[]): void
  network(caipNetworkId: string): void
  disconnected(): void
}

/** Bitcoin wallet as provided by connectors of `bip122`, with the same interface for every kind of wallet. */
export interface BitcoinProvider {
  /** With `silent`, the wallet never prompts, and the result is `null` if the site has no permission yet. */
  connect(request: { readonly silent: boolean }): Promise<BitcoinSession | null>
  /** Authorized accounts with types and public keys; empty before connecting. Never prompts. */
  getAccounts(): Promise<readonly Account[]>
  /** In base64: compact ECDSA signature with recovery byte, or BIP-322 witness. */
  signMessage(request: SignMessageRequest): Promise<string>
  /** Throws if the wallet changed the transaction or signed something else. */
  signPsbt(request: SignPsbtRequest): Promise<SignedPsbt>
  switchNetwork?(caipNetworkId: string): Promise<void>
  /** Revokes the site's permission. */
  disconnect?(): Promise<void>
  /** Subscribes to changes. Returns an unsubscribe function. */
  watch(listener: BitcoinListener): () => void
}

/** PSBT to sign, in base64, and the indexes of the inputs that each address signs. */
export interface SignTask {
  readonly psbt: string
  readonly signInputs: Readonly<Record<string, readonly number[]>>
}

/** Common interface of every kind of wallet. Its replies are unverified; providers from {@link BitcoinProviders} verify them. */
export interface BitcoinWallet {
  connect(silent: boolean): Promise<BitcoinSession | null>
  /** In base64. */
  signMessage(request: SignMessageRequest): Promise<string>
  /** In base64; neither finalized nor broadcast. */
  signPsbt(task: SignTask): Promise<string>
  /** Signs and broadcasts in one call, for wallets that do both at once. */
  signAndSend?(task: SignTask): Promise<{ readonly psbt: string; readonly txid: string }>
  /** Broadcasts a finalized transaction, in hex, and returns its id. */
  send?(transaction: string): Promise<string>
  switchNetwork?(caipNetworkId: string): Promise<void>
  disconnect?(): Promise<void>
  watch(listener: BitcoinListener): () => void
}

export interface BitcoinProviders {
  /**
   * Creates a provider for a wallet that has its own transport. The provider checks transactions before signing, and compares replies with the
   * request.
   */
  create(wallet: BitcoinWallet): Promise<BitcoinProvider>
  /**
   * Canonical form of an address of a network, given by its CAIP-2 id. Rejects with `INVALID_ARGUMENT` if the address is invalid or belongs to
   * another network. For an unknown network, accepts addresses of every Bitcoin network.
   */
  parseAddress(text: string, caipNetworkId: string): Promise<string>
}

/** Output of a transaction of `transactions('bip122')`: a payment, or public data on the chain (`OP_RETURN`). */
export type BitcoinCall =
  | {
      readonly address: string
      /** In satoshis. `max` is the entire spendable balance minus the fee and the other outputs. At most one output can have the amount `max`. */
      readonly amount: bigint | 'max'
    }
  /** Data of 1 to 80 bytes. A transaction has at most one such output. */
  | { readonly data: Uint8Array }

/**
 * Creates a `BitcoinProvider` from a `BitcoinWallet`, for plugins that connect Bitcoin wallets in another way. The `BitcoinProvider` checks each PSBT
 * before and after signing. `@wallet-modal/bip122/contract` exports both types.
 */
export const bitcoinProviders: Capability<BitcoinProviders> = capability('@wallet-modal/bip122#bitcoinProviders')

/** An unspent output of an address. */
export interface BitcoinCoin {
  /** Transaction id, in hex. */
  readonly txid: string
  readonly index: number
  /** In satoshis. */
  readonly value: bigint
  /** Height of the block that contains the output. */
  readonly height: number
}

/** Spendable outputs of an address: confirmed, mature, and not spent in the mempool. */
export interface BitcoinCoins {
  readonly coins: readonly BitcoinCoin[]
  /** Sum, in satoshis, of the outputs that `coins` omits because there are too many. */
  readonly unlistedAmount: bigint
}

/** State of an unspent output. */
export interface BitcoinOutput {
  /** 0 for a transaction in the mempool. */
  readonly confirmations: number
  readonly isCoinbase: boolean
  /** In satoshis. */
  readonly value: bigint
}

/** Input or output of a transaction. */
export interface BitcoinInputOutput {
  /** `undefined` for scripts without an address. */
  readonly address: string | undefined
  /** In satoshis. */
  readonly amount: bigint
}

/** Past transaction with its inputs and outputs. */
export interface BitcoinTransaction {
  /** Transaction id, in hex. */
  readonly hash: string
  /** Block time in milliseconds since 1970; absent in the mempool. */
  readonly at?: number
  /** `undefined` for a coinbase transaction. */
  readonly inputs: readonly BitcoinInputOutput[] | undefined
  readonly outputs: readonly BitcoinInputOutput[]
}

export interface BitcoinHistoryPage {
  /** Newest first. */
  readonly transactions: readonly BitcoinTransaction[]
  /** Cursor of the next page; absent on the last page. */
  readonly next?: string
}

/** Client of one Bitcoin network. Reads reject on failure; the signal given to {@link BitcoinSource.node} aborts them. */
export interface BitcoinNode {
  /** Confirmed balance of an address, in satoshis. */
  balance(address: string): Promise<bigint>
  coins(address: string): Promise<BitcoinCoins>
  /** Looks up an output; `undefined` if it is spent or unknown. `mempool`: whether to include outputs and spends of mempool transactions. */
  output(coin: Pick<BitcoinCoin, 'txid' | 'index'>, mempool: boolean): Promise<BitcoinOutput | undefined>
  /** Fee rate in satoshis per 1,000 virtual bytes for a confirmation within `blocks`; `undefined` without an estimate. */
  estimate(blocks: number): Promise<bigint | undefined>
  /** Minimum relay fee rate, in satoshis per 1,000 virtual bytes. */
  minFeeRate(): Promise<bigint>
  /** Transaction in the block at this height, in hex. */
  transaction(txid: string, height: number): Promise<string>
  isInMempool(txid: string): Promise<boolean>
  /** Height of the latest block. */
  height(): Promise<number>
  blockHas(height: number, txid: string): Promise<boolean>
  /** Transactions of an address; `null` if they cannot be listed. */
  history(address: string, cursor?: string): Promise<BitcoinHistoryPage | null>
  /**
   * Broadcasts a transaction in hex, once, and resolves to its id. If the node refuses the transaction, the promise rejects with `RPC_ERROR`, and
   * `status` is Bitcoin Core's JSON-RPC code. After any other failure, the transaction may have been broadcast. The signal does not abort the
   * broadcast.
   */
  send(transaction: string): Promise<string>
}

/** Data source for Bitcoin networks instead of a Bitcoin Core node, such as an indexer's public API. */
export interface BitcoinSource {
  supports(caipNetworkId: string): boolean
  node(caipNetworkId: string, signal: AbortSignal): Promise<BitcoinNode>
}

/** Sources of Bitcoin networks. The first source that supports a network is used; else the network's RPC URL must be that of a Bitcoin Core node. */
export const bitcoinSources: Slot<BitcoinSource> = slot('@wallet-modal/bip122#bitcoinSources')

declare module '@wallet-modal/kernel' {
  interface NamespaceTypes {
    readonly bip122: { readonly provider: BitcoinProvider; readonly address: string }
  }
}
