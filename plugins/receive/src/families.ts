import type { ReceivingFamily } from './contract.js'

const SOLANA_MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** The chain families of this release. */
export const families: readonly ReceivingFamily[] = [
  {
    namespace: 'eip155',
    sharesAddress: true,
    // EIP-681
    toUri: (address, caipNetworkId) => `ethereum:${address}@${caipNetworkId.slice('eip155:'.length)}`,
  },
  {
    namespace: 'solana',
    sharesAddress: true,
    // a Solana Pay transfer request names no cluster, so wallets pay on the main one
    toUri: (address, caipNetworkId) => (caipNetworkId === SOLANA_MAINNET ? `solana:${address}` : null),
  },
  // the address itself tells the network
  { namespace: 'bip122', sharesAddress: false, toUri: (address) => `bitcoin:${address}` }, // BIP-21
  { namespace: 'polkadot', sharesAddress: false, toUri: () => null },
]
