/** The clusters that the Wallet Standard has a name for, by CAIP-2 id (the first 32 characters of the genesis hash). */
const clusters: ReadonlyMap<string, string> = new Map([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
])

/** The Wallet Standard's name of a network. What is no public cluster is a local one. */
export const toWalletChain = (caipNetworkId: string): string => clusters.get(caipNetworkId) ?? 'solana:localnet'

/** The CAIP-2 id of a chain that a wallet names; a name without a known cluster stays as it is. */
export const toCaipNetworkId = (chain: string): string => [...clusters].find(([, name]) => name === chain)?.[0] ?? chain

/** A CAIP-2 id, or what the Wallet Standard calls a cluster. */
export const isSolanaChain = (chain: string): boolean => /^solana:[-\w]{1,32}$/.test(chain)

/** Whether an account with these chains may be used on a network. Wallets name chains in their own words or by CAIP-2 id. */
export const isAllowed = (chains: readonly string[], caipNetworkId: string): boolean =>
  chains.includes(caipNetworkId) || chains.includes(toWalletChain(caipNetworkId))
