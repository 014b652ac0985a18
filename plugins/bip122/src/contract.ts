import type { Account } from '@wallet-modal/kernel'

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
  /** Payment accounts first. */
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
