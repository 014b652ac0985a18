import type { LocalNetwork } from './engine.js'

const sandboxEther = { name: 'Sandbox Ether', symbol: 'ETH', decimals: 18 }

/** The local EVM chains. No public network uses these ids, so nothing signed here is valid anywhere else. */
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
