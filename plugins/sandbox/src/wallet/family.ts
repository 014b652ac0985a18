import type { Api, Context, Network } from '@wallet-modal/kernel'
import type { Ask } from './approvals.js'
import type { Memory } from './memory.js'

/** What a wallet needs of its surroundings: chains, and word of a connection that ended. A plugin's context has both. */
export interface WalletContext {
  readonly api: Pick<Api, 'rpc'>
  readonly on: Context['on']
}

/** What the wallet of a chain family is made with. Each family takes other accounts than the published ones too. */
export interface WalletParts {
  readonly ctx: WalletContext
  /** The host of the page that asks. */
  readonly host: string
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
