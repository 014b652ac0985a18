/** An account as an extension lists it. */
export interface InjectedAccount {
  /** SS58 with whatever prefix the wallet prefers, or `0x` and 40 hex digits where `type` is `ethereum`. */
  readonly address: string
  /** Set where the account is for one chain only: that chain's genesis hash. */
  readonly genesisHash?: string | null
  /** Set where it is for some chains only and their hashes are not known in whole: their CAIP-2 ids. */
  readonly caipNetworkIds?: readonly string[]
  readonly name?: string
  readonly type?: 'ed25519' | 'sr25519' | 'ecdsa' | 'ethereum'
}

export interface InjectedAccounts {
  get(anyType?: boolean): Promise<readonly InjectedAccount[]>
  /** Calls back with the whole list on each change, in most wallets also at once. Returns a function that stops it. */
  subscribe(listener: (accounts: readonly InjectedAccount[]) => unknown): () => void
}

export interface SignRawRequest {
  readonly address: string
  /** `0x` and hex digits. */
  readonly data: string
  /** For `bytes` the wallet signs `<Bytes>` + data + `</Bytes>`, which no transaction can look like. */
  readonly type: 'bytes' | 'payload'
}

export interface SignResult {
  readonly id: number
  readonly signature: `0x${string}`
}

/** Takes the requests of @polkadot/api's and PAPI's signers. */
export interface InjectedSigner {
  /** Signs a transaction, as the JSON of @polkadot/api's `SignerPayloadJSON`. */
  readonly signPayload?: (payload: object) => Promise<SignResult>
  readonly signRaw?: (request: SignRawRequest) => Promise<SignResult>
}

/** An extension that let the site in, in the shape that extension-dapp hands out. */
export interface InjectedExtension {
  /** Its key in `window.injectedWeb3`, or what it calls itself. */
  readonly name: string
  readonly version: string
  readonly accounts: InjectedAccounts
  readonly signer: InjectedSigner
  /** The wallet's store of chain metadata, handed through as it is. */
  readonly metadata?: unknown
  /** The wallet's own connection to nodes, handed through as it is. */
  readonly provider?: unknown
}

/** A call by the names in the chain's metadata: `{ pallet: 'System', method: 'remark', args: ['0x68656c6c6f'] }`. */
export interface PalletCall {
  readonly pallet: string
  readonly method: string
  /** In order, as @polkadot/api takes them: bigints, hex, SS58 addresses, JSON of structs and enums. */
  readonly args: readonly unknown[]
}

/** A call of `transactions('polkadot')`: by its names, or encoded in SCALE as hex. Several become one `Utility.batch_all`. */
export type PolkadotCall = PalletCall | `0x${string}`

/** What decoders of `polkadot` get: a call read from the bytes to be signed, arguments as JSON. */
export interface DecodedCall extends PalletCall {
  /** In SCALE. */
  readonly encoded: `0x${string}`
}
