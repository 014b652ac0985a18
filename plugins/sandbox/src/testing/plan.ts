import type { Network } from '@wallet-modal/kernel'

/** The chain families that a scripted wallet can speak, each in the way that its wallets announce themselves. */
export type WalletNamespace =
  /** EIP-6963 */
  | 'eip155'
  /** Wallet Standard */
  | 'solana'
  /** Wallet Standard, with the `bitcoin:` features */
  | 'bip122'
  /** `injectedWeb3`, as extension-dapp reads it */
  | 'polkadot'

/** A wallet that a visitor of the tested site has. */
export interface WalletPlan {
  readonly namespace: WalletNamespace
  /** What the site shows. Default: the key it is installed under, with a capital. For Polkadot also the key in `injectedWeb3`. */
  readonly name?: string
  /** EIP-6963 only. Default: `test.` and the key it is installed under. */
  readonly rdns?: string
  /** A data URI. Default: one grey pixel. */
  readonly icon?: string
  /**
   * Private keys in hex, 32 bytes each, one for each account: secp256k1 for `eip155`, Ed25519 seeds for `solana`, sr25519 seeds for
   * `polkadot`, and for `bip122` two, the one for payments first. Default: published development keys, whose accounts the sandbox funds.
   */
  readonly keys?: readonly string[]
  /** Where the wallet is at home, the network in use first: the objects of the site's own configuration. Default: the sandbox's chains. */
  readonly networks?: readonly Network[]
  /** Has let the site in before. */
  readonly isTrusting?: boolean
  /** Milliseconds after the page starts, as a slow extension needs. Default: at once. */
  readonly announceAfterMs?: number
  /** EIP-155 only: sits in `window.ethereum` and does not announce itself. */
  readonly isLegacy?: boolean
}

/** What a page is told of a wallet before it asks. */
export interface Announcement {
  readonly id: string
  readonly namespace: WalletNamespace
  readonly name: string
  readonly rdns: string
  readonly icon: string
  readonly announceAfterMs?: number
  readonly isLegacy?: boolean
  /** Wallet Standard: the chains by its names. */
  readonly chains: readonly string[]
}
