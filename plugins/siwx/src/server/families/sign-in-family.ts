import type { SignInMessage } from '../../contract.js'

/** Network on which visitors may sign in. */
export interface SignInNetwork {
  readonly caipNetworkId: string
  /** RPC endpoints for signatures of contracts (ERC-1271, ERC-6492); eip155 only. Without them, contract accounts cannot sign in on this network. */
  readonly rpcUrls?: readonly string[]
  /** SS58 prefix of the network's addresses; polkadot only. Default: the built-in prefix of the chain, or 42 for a chain that is not built in. */
  readonly ss58Prefix?: number
}

/** Message, its text and signature, and the network on which it is verified. */
export interface Signed {
  readonly message: SignInMessage
  readonly text: string
  readonly signature: string
  readonly network: SignInNetwork
}

/** Resolves with `true` if the account of the message signed the text. */
export type Verifier = (signed: Signed) => Promise<boolean>

/** Chain family with which visitors can sign in. */
export interface SignInFamily {
  /** CAIP-2 namespace. */
  readonly namespace: string
  /**
   * Name in the first line of the message, one word such as `Stellar`. Must equal the `title` of the family's adapter in the page. A family
   * that replaces an included family must have its name, such as `Ethereum`.
   */
  readonly name: string
  /** Whether a text has the format of an address; `verify` checks the rest. */
  isAddress(text: string): boolean
  /** Whether a text has the format of the family's CAIP-2 references. Default: any CAIP-2 reference. */
  isReference?(text: string): boolean
  /**
   * Set if wallets of the family write the message themselves, in the layout of the Wallet Standard. In this layout, a message without a statement
   * has one blank line fewer than in EIP-4361, and "Chain ID" may be a name such as `mainnet`. Maps these names to CAIP-2 references.
   */
  readonly walletStandardChains?: Readonly<Record<string, string>>
  /** Whether the account of the message signed the text. If it throws, the sign-in fails. */
  verify(signed: Signed): Promise<boolean>
}
