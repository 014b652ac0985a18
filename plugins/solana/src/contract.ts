/** Identifier in the Wallet Standard: `solana:mainnet`, `standard:connect`. */
type Identifier = `${string}:${string}`

/** Account of a Wallet Standard wallet. */
export interface SolanaWalletAccount {
  /** Base58 of the public key. */
  readonly address: string
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Supported chains: `solana:mainnet`, `solana:devnet`, `solana:testnet`, `solana:localnet`. */
  readonly chains: readonly Identifier[]
  readonly features: readonly Identifier[]
}

interface SignTransactionInput {
  readonly account: SolanaWalletAccount
  /** Serialized transaction. */
  readonly transaction: Uint8Array
  readonly chain?: Identifier
  readonly options?: object
}

/** Common features of Solana wallets. All but `standard:connect` are optional. */
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

/** Wallet of the Wallet Standard. Accepts serialized transactions, so every library can be used. */
export interface SolanaWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`
  readonly chains: readonly Identifier[]
  readonly features: SolanaWalletFeatures
  readonly accounts: readonly SolanaWalletAccount[]
}

/** Account of an instruction. */
export interface SolanaInstructionAccount {
  readonly address: string
  /** Whether the account signs. Only the connected account can sign. Default: false. */
  readonly isSigner?: boolean
  /** Whether the instruction may change the account. Default: false. */
  readonly isWritable?: boolean
}

/**
 * Instruction: a call of `transactions<SolanaCall>('solana')`. One or more calls form a transaction. Addresses are base58. Compute budget
 * instructions are added if there are none.
 */
export interface SolanaInstruction {
  /** Address of the program. */
  readonly program: string
  readonly accounts: readonly SolanaInstructionAccount[]
  readonly data: Uint8Array
}

/**
 * Complete transaction, built by a service. It must be the only call of its request, and the connected account must be its fee payer and only signer.
 * The transaction is signed unchanged, with its own compute budget and blockhash. Decoders receive it as a {@link SolanaBuiltCall}.
 */
export interface SolanaTransaction {
  /** Serialized, legacy or version 0, without signatures. */
  readonly transaction: Uint8Array
  /** Last block height at which the transaction can be included. */
  readonly lastBlock: bigint
}

/** Call of `transactions<SolanaCall>('solana')`. */
export type SolanaCall = SolanaInstruction | SolanaTransaction

/** Decoded {@link SolanaTransaction}, with addresses from lookup tables resolved: the call that decoders receive. */
export interface SolanaBuiltCall {
  readonly payer: string
  /** All instructions, including those of the compute budget. */
  readonly instructions: readonly SolanaInstruction[]
}

declare module '@wallet-modal/kernel' {
  interface NamespaceTypes {
    readonly solana: { readonly provider: SolanaWallet; readonly address: string }
  }
}
