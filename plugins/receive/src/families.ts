import type { ReceivingFamily } from './contract.js'

const SOLANA_MAINNET = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Included chain families. */
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
    // a Solana Pay transfer request contains no cluster, so wallets pay on Mainnet
    toUri: (address, caipNetworkId) => (caipNetworkId === SOLANA_MAINNET ? `solana:${address}` : null),
  },
  // BIP-21; the address itself distinguishes Mainnet from test networks
  { namespace: 'bip122', sharesAddress: false, toUri: (address) => `bitcoin:${address}` },
  { namespace: 'polkadot', sharesAddress: false, toUri: () => null },
]
