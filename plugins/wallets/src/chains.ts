/** For wallets to which any EVM network can be added: the namespace alone instead of a CAIP-2 id. */
export const anyEvm = 'eip155'
export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
export const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

/**
 * Default networks of wallets that support any EVM network: Ethereum, OP Mainnet, BNB Smart Chain, Polygon, Base, Arbitrum One, Avalanche C-Chain.
 */
export const commonEvm: readonly string[] = ['1', '10', '56', '137', '8453', '42161', '43114'].map(
  (reference) => `eip155:${reference}`,
)
