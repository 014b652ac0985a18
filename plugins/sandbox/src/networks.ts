import type { Network } from '@wallet-modal/kernel'

const localEvm = (url: string, reference: string, name: string): Network => ({
  caipNetworkId: `eip155:${reference}`,
  namespace: 'eip155',
  reference,
  name,
  nativeCurrency: { name: 'Sandbox Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [`${url}/v1/?chainId=eip155:${reference}&projectId=sandbox`],
  testnet: true,
  imageUrl: `${url}/public/getAssetImage/eip155:${reference}`,
})

/** Router of the pools on each of the sandbox's EVM chains. Its address follows from the order in which contracts are made. */
const SWAP_ROUTER = '0x515c9a121a1802ebea8aea860e31d096145f467a'
/** Program of the pools on the sandbox's Solana chain, which has the place of Jupiter's. */
const SWAP_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** What swaps call, by the namespace of the network. */
export const swapTargets: Readonly<Record<string, string>> = { eip155: SWAP_ROUTER, solana: SWAP_PROGRAM }

/** The EVM chains of the sandbox server. Their ids exist nowhere else, so nothing signed here is worth anything elsewhere. */
const sandboxEvmNetworks = (url: string): readonly Network[] => [
  localEvm(url, '31337', 'Sandbox'),
  localEvm(url, '31338', 'Sandbox Two'),
]

/** The first 32 characters of the local Solana chain's genesis hash, which is the sandbox's own. */
const solanaReference = '9K84JNerix11wXCcuTZp7wGYpnUsU5LJ'

/** The Solana chain of the sandbox server. */
const sandboxSolanaNetwork = (url: string): Network => ({
  caipNetworkId: `solana:${solanaReference}`,
  namespace: 'solana',
  reference: solanaReference,
  name: 'Sandbox Solana',
  nativeCurrency: { name: 'Sandbox SOL', symbol: 'SOL', decimals: 9 },
  rpcUrls: [`${url}/v1/?chainId=solana:${solanaReference}&projectId=sandbox`],
  testnet: true,
  imageUrl: `${url}/public/getAssetImage/solana:${solanaReference}`,
})

/** The first 32 digits of the genesis hash that the local Polkadot chain has, which no public chain shares. */
const polkadotReference = '45'.repeat(16)

/** The Polkadot chain of the sandbox server. */
const sandboxPolkadotNetwork = (url: string): Network => ({
  caipNetworkId: `polkadot:${polkadotReference}`,
  namespace: 'polkadot',
  reference: polkadotReference,
  name: 'Sandbox Polkadot',
  nativeCurrency: { name: 'Sandbox ROC', symbol: 'ROC', decimals: 12 },
  rpcUrls: [`${url}/v1/?chainId=polkadot:${polkadotReference}&projectId=sandbox`],
  testnet: true,
  imageUrl: `${url}/public/getAssetImage/polkadot:${polkadotReference}`,
})

const bitcoinReference = '0f9188f13cb7b2c71f2a335e3a4fc328'

/** The Bitcoin chain of the sandbox server: regtest, by its genesis block. */
const sandboxBitcoinNetwork = (url: string): Network => ({
  caipNetworkId: `bip122:${bitcoinReference}`,
  namespace: 'bip122',
  reference: bitcoinReference,
  name: 'Sandbox Bitcoin',
  nativeCurrency: { name: 'Sandbox Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [`${url}/v1/?chainId=bip122:${bitcoinReference}&projectId=sandbox`],
  testnet: true,
  imageUrl: `${url}/public/getAssetImage/bip122:${bitcoinReference}`,
})

/** Every chain of the sandbox server, the first of each family first. */
export const sandboxNetworks = (url: string): readonly Network[] => [
  ...sandboxEvmNetworks(url),
  sandboxSolanaNetwork(url),
  sandboxPolkadotNetwork(url),
  sandboxBitcoinNetwork(url),
]
