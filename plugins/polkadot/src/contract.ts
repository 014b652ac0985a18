/** Account as an extension lists it. */
export interface InjectedAccount {
  /** SS58 with any prefix, or `0x` and 40 hex digits if `type` is `ethereum`. */
  readonly address: string
  /** Genesis hash of the only chain that the account can be used on; absent if unrestricted. */
  readonly genesisHash?: string | null
  /** CAIP-2 ids of the chains that the account can be used on. Takes precedence over `genesisHash`. */
  readonly caipNetworkIds?: readonly string[]
  readonly name?: string
  readonly type?: 'ed25519' | 'sr25519' | 'ecdsa' | 'ethereum'
}

export interface InjectedAccounts {
  get(anyType?: boolean): Promise<readonly InjectedAccount[]>
  /** Calls `listener` with the complete list on each change. Most wallets also call it immediately. Returns an unsubscribe function. */
  subscribe(listener: (accounts: readonly InjectedAccount[]) => unknown): () => void
}

export interface SignRawRequest {
  readonly address: string
  /** `0x` and hex digits. */
  readonly data: string
  /** For `bytes`, the wallet signs `<Bytes>` + data + `</Bytes>`, which cannot be a transaction. */
  readonly type: 'bytes' | 'payload'
}

export interface SignResult {
  readonly id: number
  readonly signature: `0x${string}`
}

/** Signer for @polkadot/api and PAPI. */
export interface InjectedSigner {
  /** Signs a transaction given as `SignerPayloadJSON` of @polkadot/api. */
  readonly signPayload?: (payload: object) => Promise<SignResult>
  readonly signRaw?: (request: SignRawRequest) => Promise<SignResult>
}

/** Authorized extension, in the format of extension-dapp. */
export interface InjectedExtension {
  /** Name that the extension reports, or its key in `window.injectedWeb3`. */
  readonly name: string
  readonly version: string
  readonly accounts: InjectedAccounts
  readonly signer: InjectedSigner
  /** The wallet's store of chain metadata, unchanged. */
  readonly metadata?: unknown
  /** The wallet's own RPC provider, unchanged. */
  readonly provider?: unknown
}

/** Call by the names of its pallet and method in the chain's metadata, such as `{ pallet: 'System', method: 'remark', args: ['0x68656c6c6f'] }`. */
export interface PalletCall {
  readonly pallet: string
  readonly method: string
  /** In order, in the formats of @polkadot/api: bigints, hex, SS58 addresses, JSON of structs and enums. */
  readonly args: readonly unknown[]
}

/** Call for `transactions('polkadot')`: by its names, or as SCALE-encoded hex. Several calls are sent as one `Utility.batch_all`. */
export type PolkadotCall = PalletCall | `0x${string}`

/** Argument of decoders of the namespace `polkadot`: a call, decoded from the bytes to sign. `args` are JSON values. */
export interface DecodedCall extends PalletCall {
  /** In SCALE. */
  readonly encoded: `0x${string}`
}

declare module '@wallet-modal/kernel' {
  interface NamespaceTypes {
    readonly polkadot: { readonly provider: InjectedExtension; readonly address: string }
  }
}
