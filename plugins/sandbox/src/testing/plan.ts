import type { Network } from '@wallet-modal/kernel'

/** Chain families of scripted wallets. A scripted wallet announces itself to the page in the same way as real wallets of the family. */
export type WalletNamespace =
  /** EIP-6963 */
  | 'eip155'
  /** Wallet Standard */
  | 'solana'
  /** Wallet Standard, with the `bitcoin:` features */
  | 'bip122'
  /** `injectedWeb3`, as `@polkadot/extension-dapp` reads it */
  | 'polkadot'

/** Scripted wallet to install. */
export interface WalletPlan {
  readonly namespace: WalletNamespace
  /**
   * Display name. Default: the wallet's key in the argument of `installWallets`, capitalized. For Polkadot, the name is also the key in
   * `injectedWeb3`.
   */
  readonly name?: string
  /** rdns, for EIP-6963 only. Default: `test.` and the wallet's key in the argument of `installWallets`. */
  readonly rdns?: string
  /** Icon as a data URI. Default: one translucent blue pixel. */
  readonly icon?: string
  /**
   * Private keys in hex, 32 bytes each, one for each account. `eip155`: secp256k1 keys. `solana`: Ed25519 seeds. `polkadot`: sr25519 seeds.
   * `bip122`: exactly two secp256k1 keys, for payments and for ordinals. Default: published development keys, whose accounts the sandbox funds.
   */
  readonly keys?: readonly string[]
  /** Supported networks, the active one first. CAIP-2 ids are not enough: the wallet needs `rpcUrls`. Default: the sandbox's chains. */
  readonly networks?: readonly Network[]
  /** Whether all sites are already authorized. Default: false. */
  readonly isTrusting?: boolean
  /** Delay of the announcement after page start, in milliseconds, to simulate a slow extension. Default: 0. */
  readonly announceAfterMs?: number
  /** EIP-155 only: assigns the provider to `window.ethereum` and announces nothing. Default: false. */
  readonly isLegacy?: boolean
  /** EIP-155 only: connects and signs in with one approval (ERC-7846). Default: false, as with most wallets. */
  readonly signsInOnConnect?: boolean
}

/** Public data of a wallet. Pages receive this data without a connection to the wallet. */
export interface Announcement {
  readonly id: string
  readonly namespace: WalletNamespace
  readonly name: string
  readonly rdns: string
  readonly icon: string
  readonly announceAfterMs?: number
  readonly isLegacy?: boolean
  /** Wallet Standard identifiers of the supported chains. Empty for wallets that do not use the Wallet Standard. */
  readonly chains: readonly string[]
}
