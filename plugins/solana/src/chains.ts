/** Clusters with a Wallet Standard name, by CAIP-2 id (the first 32 characters of the genesis hash). */
export const clusters: ReadonlyMap<string, string> = new Map([
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
])

/** Wallet Standard name of a network; `solana:localnet` for networks that are not public clusters. */
export const toWalletChain = (caipNetworkId: string): string => clusters.get(caipNetworkId) ?? 'solana:localnet'

/** Converts the Wallet Standard name of a cluster to its CAIP-2 id. Returns any other text unchanged. */
export const toCaipNetworkId = (chain: string): string => [...clusters].find(([, name]) => name === chain)?.[0] ?? chain

/** Whether a text is the CAIP-2 id of a Solana network, or the Wallet Standard name of a cluster. */
export const isSolanaChain = (chain: string): boolean => /^solana:[-\w]{1,32}$/.test(chain)

/** Whether an account with these chains can be used on a network. Each chain is a Wallet Standard name or a CAIP-2 id. */
export const isAllowed = (chains: readonly string[], caipNetworkId: string): boolean =>
  chains.includes(caipNetworkId) || chains.includes(toWalletChain(caipNetworkId))
