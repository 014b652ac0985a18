import type { Api, Context, Network } from '@wallet-modal/kernel'
import type { Ask } from './approvals.js'
import type { WalletStorage } from './wallet-storage.js'

/** Dependencies of a wallet: JSON-RPC to the chains, and the kernel's events. A plugin's `Context` has both. */
export interface WalletContext {
  readonly api: Pick<Api, 'rpc'>
  readonly on: Context['on']
}

/** Options of a chain family's wallet. Each family adds an option that replaces the development accounts. */
export interface WalletOptions {
  readonly ctx: WalletContext
  /** Host of the requesting page. */
  readonly host: string
  /** Chains of the family. The first is the default. */
  readonly networks: readonly [Network, ...Network[]]
  readonly ask: Ask
  readonly walletStorage: WalletStorage
}

/**
 * Creates the wallet of a chain family, with the interface of this family's wallets (EIP-1193, Wallet Standard, ...). For Polkadot, returns the
 * extension's `enable`: `({ silent }) => Promise`. `enable` resolves to the extension. If the site is not authorized, `enable` asks for approval, or
 * resolves to `null` if `silent` is true.
 */
export type CreateWallet = (options: WalletOptions) => unknown

/** Functions that load the code of each family, by CAIP-2 namespace. */
export const families: Readonly<Record<string, () => Promise<CreateWallet>>> = {
  eip155: async () => (await import('./eip155/provider.js')).createEip155Wallet,
  bip122: async () => (await import('./bip122/provider.js')).createBip122Wallet,
  solana: async () => (await import('./solana/provider.js')).createSolanaWallet,
  polkadot: async () => (await import('./polkadot/wallet.js')).createPolkadotWallet,
}
