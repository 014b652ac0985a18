import { type Capability, capability } from '@wallet-modal/kernel'

/** What the Wallet Standard calls an identifier: `solana:mainnet`, `standard:connect`. */
type Identifier = `${string}:${string}`

/** An account of a Wallet Standard wallet. */
export interface SolanaWalletAccount {
  /** Base58 of the public key. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Where it may be used: `solana:mainnet`, `solana:devnet`, `solana:testnet`, `solana:localnet`. */
  readonly chains: readonly Identifier[]
  readonly features: readonly Identifier[]
}

interface SignTransactionInput {
  readonly account: SolanaWalletAccount
  /** A serialized transaction, of any library. */
  readonly transaction: Uint8Array
  readonly chain?: Identifier
  readonly options?: object
}

/** The features that Solana wallets usually have. Each may be missing, but for `standard:connect`. */
export interface SolanaWalletFeatures {
  readonly 'standard:connect': {
    connect(input?: { readonly silent?: boolean }): Promise<{ readonly accounts: readonly SolanaWalletAccount[] }>
  }
  readonly 'standard:disconnect'?: { disconnect(): Promise<void> }
  readonly 'standard:events'?: { on(event: 'change', listener: (properties: SolanaWalletChange) => void): () => void }
  readonly 'solana:signMessage'?: {
    signMessage(
      ...inputs: readonly { readonly account: SolanaWalletAccount; readonly message: Uint8Array }[]
    ): Promise<readonly { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[]>
  }
  readonly 'solana:signIn'?: {
    signIn(...inputs: readonly object[]): Promise<
      readonly {
        readonly account: SolanaWalletAccount
        readonly signedMessage: Uint8Array
        readonly signature: Uint8Array
      }[]
    >
  }
  readonly 'solana:signTransaction'?: {
    signTransaction(
      ...inputs: readonly SignTransactionInput[]
    ): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
  }
  readonly 'solana:signAndSendTransaction'?: {
    signAndSendTransaction(
      ...inputs: readonly (SignTransactionInput & { readonly chain: Identifier })[]
    ): Promise<readonly { readonly signature: Uint8Array }[]>
  }
  readonly [feature: Identifier]: unknown
}

export interface SolanaWalletChange {
  readonly accounts?: readonly SolanaWalletAccount[]
  readonly chains?: readonly Identifier[]
  readonly features?: object
}

/** A wallet as the Wallet Standard describes it. It takes serialized transactions, so it fits every library that makes them. */
export interface SolanaWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`
  readonly chains: readonly Identifier[]
  readonly features: SolanaWalletFeatures
  readonly accounts: readonly SolanaWalletAccount[]
}

/** An account that an instruction names. */
export interface SolanaInstructionAccount {
  readonly address: string
  /** Only the connected account signs. Default: false. */
  readonly isSigner?: boolean
  /** Whether the instruction may change the account. Default: false. */
  readonly isWritable?: boolean
}

/**
 * One instruction: a call of `transactions<SolanaCall>('solana')`, of which one or more make a transaction. Addresses in base58. A
 * transaction without compute budget instructions gets them.
 */
export interface SolanaInstruction {
  /** Address of the program. */
  readonly program: string
  readonly accounts: readonly SolanaInstructionAccount[]
  readonly data: Uint8Array
}

/**
 * A whole transaction that a service built, which is then the only call of its request. The connected account pays its fee and alone signs it. It
 * is signed as it is: it brings its own compute budget and block. Decoders get a {@link SolanaBuiltCall} for it.
 */
export interface SolanaTransaction {
  /** Serialized, legacy or version 0, without signatures. */
  readonly transaction: Uint8Array
  /** Last block height at which it can be included. */
  readonly lastBlock: bigint
}

/** What `transactions<SolanaCall>('solana')` takes. */
export type SolanaCall = SolanaInstruction | SolanaTransaction

/** A {@link SolanaTransaction} as its bytes have it, with what lookup tables hold on the chain: the call that decoders get. */
export interface SolanaBuiltCall {
  readonly payer: string
  /** All of them, those of the compute budget included. */
  readonly instructions: readonly SolanaInstruction[]
}

/** What an address is, to whoever is about to send to it. */
export type SolanaReceiver =
  /** Somebody's key may hold it, and no program owns it. */
  | { readonly kind: 'wallet' }
  /** It holds tokens of one mint for `owner`, as its address proves. Coins sent to it are out of its owner's sight: send to the owner. */
  | { readonly kind: 'tokenAccount'; readonly owner: string; readonly mint: string }
  /**
   * It belongs to a program, as does a token account whose address does not prove its owner, or no key exists for it (it is off the curve). What
   * is sent may be lost: warn.
   */
  | { readonly kind: 'program' }

export interface SolanaReceivers {
  /** Asks the network what is behind an address. Throws `INVALID_ARGUMENT` for what is no address, and whatever a read throws. */
  inspect(address: string, caipNetworkId: string, signal?: AbortSignal): Promise<SolanaReceiver>
}

/** Tells a wallet's address from one that should not be sent to. `@wallet-modal/solana` provides it. */
export const receivers: Capability<SolanaReceivers> = capability('@wallet-modal/solana#receivers')
