import type { WalletFacts } from './facts.js'
import { wallets } from './lists/part-0.js'

type Part = () => Promise<{ readonly wallets: readonly WalletFacts[] }>

/** The list in parts, so that opening the modal loads only the first twenty wallets. */
export const listParts: readonly Part[] = [
  async () => ({ wallets }),
  () => import('./lists/part-1.js'),
  () => import('./lists/part-2.js'),
  () => import('./lists/part-3.js'),
  () => import('./lists/part-4.js'),
  () => import('./lists/part-5.js'),
  () => import('./lists/part-6.js'),
  () => import('./lists/part-7.js'),
]

/** Number of wallets for each combination of chain families, used to count parts that are not loaded. */
export const totals: Readonly<Record<string, number>> = {
  eip155: 71,
  'bip122 eip155': 26,
  'bip122 eip155 solana': 19,
  'eip155 solana': 13,
  solana: 4,
  bip122: 3,
  polkadot: 3,
  'eip155 polkadot': 3,
  'bip122 eip155 polkadot': 2,
  'bip122 eip155 polkadot solana': 2,
  'eip155 polkadot solana': 2,
}
