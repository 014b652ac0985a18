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

/** Router contract of the liquidity pools on each of the sandbox's EVM chains. Its address depends on the deployment order. */
const SWAP_ROUTER = '0x515c9a121a1802ebea8aea860e31d096145f467a'
/** Program of the liquidity pools on the sandbox's Solana chain. It has the address of Jupiter's program. */
const SWAP_PROGRAM = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

/** Address of the contract (EVM) or program (Solana) that swap transactions call, by namespace. */
export const swapTargets: Readonly<Record<string, string>> = { eip155: SWAP_ROUTER, solana: SWAP_PROGRAM }

/** EVM chains of the sandbox server. 31337 is also the default chain id of Anvil and Hardhat. */
const sandboxEvmNetworks = (url: string): readonly Network[] => [
  localEvm(url, '31337', 'Sandbox'),
  localEvm(url, '31338', 'Sandbox Two'),
]

/** First 32 characters of the local Solana chain's genesis hash. No public cluster has this hash. */
const solanaReference = '9K84JNerix11wXCcuTZp7wGYpnUsU5LJ'

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

/** First 32 digits of the local Polkadot chain's genesis hash. No public chain has this hash. */
const polkadotReference = '45'.repeat(16)

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

/** Bitcoin chain of the sandbox server: regtest, identified by its genesis block. */
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

/** All chains of the sandbox server; the default chain of each family comes first. */
export const sandboxNetworks = (url: string): readonly Network[] => [
  ...sandboxEvmNetworks(url),
  sandboxSolanaNetwork(url),
  sandboxPolkadotNetwork(url),
  sandboxBitcoinNetwork(url),
]
