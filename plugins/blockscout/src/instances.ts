/**
 * Public instances by EIP-155 chain id, for wallet-modal's built-in networks and some other large networks. Source: github.com/blockscout/chainscout,
 * data/chains.json of 2026-07-21. Without an API key, each instance allows about ten requests a second per IP address.
 */
export const publicInstances: Readonly<Record<string, string>> = {
  1: 'https://eth.blockscout.com',
  10: 'https://explorer.optimism.io',
  100: 'https://gnosis.blockscout.com',
  130: 'https://unichain.blockscout.com',
  137: 'https://polygon.blockscout.com',
  324: 'https://zksync.blockscout.com',
  8453: 'https://base.blockscout.com',
  42161: 'https://arbitrum.blockscout.com',
  42220: 'https://celo.blockscout.com',
  84532: 'https://base-sepolia.blockscout.com',
  534352: 'https://scroll.blockscout.com',
  11155111: 'https://eth-sepolia.blockscout.com',
  1313161554: 'https://explorer.mainnet.aurora.dev',
}
