import type { Context, Network } from '@wallet-modal/kernel'
import type { Ask } from './approvals.js'
import type { Memory } from './memory.js'

/** What the wallet of a chain family is made with. */
export interface WalletParts {
  readonly ctx: Context
  /** The local chains of the family. */
  readonly networks: readonly [Network, ...Network[]]
  readonly ask: Ask
  readonly memory: Memory
}

/**
 * Makes the wallet of a chain family in its ecosystem's own shape, as a connector hands it out. A function in its place is the ecosystem's
 * `enable`: it lets the site in and answers with the wallet, or with `null` where a silent request would have to ask.
 */
export type MakeWallet = (parts: WalletParts) => unknown

/** Each family's code is loaded when it is first asked for. The keys are CAIP-2 namespaces. */
export const families: Readonly<Record<string, () => Promise<MakeWallet>>> = {
  eip155: async () => (await import('./eip155/provider.js')).createEip155Wallet,
  bip122: async () => (await import('./bip122/provider.js')).createBip122Wallet,
  solana: async () => (await import('./solana/provider.js')).createSolanaWallet,
  polkadot: async () => (await import('./polkadot/wallet.js')).createPolkadotWallet,
}
