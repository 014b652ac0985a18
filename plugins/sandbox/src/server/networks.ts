import type { LocalNetwork } from './engines/engine.js'

const sandboxEther = { name: 'Sandbox Ether', symbol: 'ETH', decimals: 18 }

/** Local EVM chains. 31337 is also the default chain id of Anvil and Hardhat. */
export const localEvmNetworks: readonly LocalNetwork[] = [
  {
    caipNetworkId: 'eip155:31337',
    namespace: 'eip155',
    reference: '31337',
    name: 'Sandbox',
    nativeCurrency: sandboxEther,
  },
  {
    caipNetworkId: 'eip155:31338',
    namespace: 'eip155',
    reference: '31338',
    name: 'Sandbox Two',
    nativeCurrency: sandboxEther,
  },
]

/** Genesis hash of the local Solana chain: base58 of the SHA-256 of "wallet-modal sandbox solana". No public cluster has this hash. */
export const solanaGenesisHash = '9K84JNerix11wXCcuTZp7wGYpnUsU5LJbutgn4zwuaiQ'

const solanaReference = solanaGenesisHash.slice(0, 32)

/** Local Solana chain, identified by its genesis hash (CAIP-2). */
export const localSolanaNetwork: LocalNetwork = {
  caipNetworkId: `solana:${solanaReference}`,
  namespace: 'solana',
  reference: solanaReference,
  name: 'Sandbox Solana',
  nativeCurrency: { name: 'Sandbox SOL', symbol: 'SOL', decimals: 9 },
}

/** Genesis hash of a chain that chopsticks starts from genesis. No public chain has this hash. */
export const polkadotGenesisHash = `0x${'45'.repeat(32)}`

const polkadotReference = polkadotGenesisHash.slice(2, 34)

/** Local Polkadot chain, identified by its genesis hash (CAIP-2 profile of the namespace). */
export const localPolkadotNetwork: LocalNetwork = {
  caipNetworkId: `polkadot:${polkadotReference}`,
  namespace: 'polkadot',
  reference: polkadotReference,
  name: 'Sandbox Polkadot',
  nativeCurrency: { name: 'Sandbox ROC', symbol: 'ROC', decimals: 12 },
}

/** Local Bitcoin chain: regtest, identified by the first 32 digits of its genesis block's hash (CAIP-2). */
export const localBitcoinNetwork: LocalNetwork = {
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  namespace: 'bip122',
  reference: '0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Sandbox Bitcoin',
  nativeCurrency: { name: 'Sandbox Bitcoin', symbol: 'BTC', decimals: 8 },
}
