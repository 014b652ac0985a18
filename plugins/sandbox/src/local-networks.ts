/** Local development chain. Field names are those of the kernel's `Network`. */
export interface LocalNetwork {
  /** CAIP-2 id, such as `eip155:31337`. */
  readonly caipNetworkId: string
  readonly namespace: string
  readonly reference: string
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
}

type Description = Pick<LocalNetwork, 'name' | 'nativeCurrency'>

const localNetwork = (namespace: string, reference: string, description: Description): LocalNetwork => ({
  ...{ caipNetworkId: `${namespace}:${reference}`, namespace, reference, ...description },
})

const nativeCurrency = { name: 'Sandbox Ether', symbol: 'ETH', decimals: 18 }

/** Local EVM chains. 31337 is also the default chain id of Anvil and Hardhat. */
export const localEvmNetworks: readonly LocalNetwork[] = [
  localNetwork('eip155', '31337', { name: 'Sandbox', nativeCurrency }),
  localNetwork('eip155', '31338', { name: 'Sandbox Two', nativeCurrency }),
]

/** Genesis hash of the local Solana chain: base58 of the SHA-256 of "wallet-modal sandbox solana". No public cluster has this hash. */
export const solanaGenesisHash = '9K84JNerix11wXCcuTZp7wGYpnUsU5LJbutgn4zwuaiQ'

/** Local Solana chain, identified by its genesis hash (CAIP-2). */
export const localSolanaNetwork: LocalNetwork = localNetwork('solana', solanaGenesisHash.slice(0, 32), {
  name: 'Sandbox Solana',
  nativeCurrency: { name: 'Sandbox SOL', symbol: 'SOL', decimals: 9 },
})

/** Genesis hash of each chain that Chopsticks creates from a genesis state. No public chain has this hash. */
export const polkadotGenesisHash = `0x${'45'.repeat(32)}` as const

/** Local Polkadot chain, identified by its genesis hash (CAIP-2 profile of the namespace). */
export const localPolkadotNetwork: LocalNetwork = localNetwork('polkadot', polkadotGenesisHash.slice(2, 34), {
  name: 'Sandbox Polkadot',
  nativeCurrency: { name: 'Sandbox ROC', symbol: 'ROC', decimals: 12 },
})

/** Local Bitcoin chain: regtest, identified by the first 32 digits of its genesis block's hash (CAIP-2). */
export const localBitcoinNetwork: LocalNetwork = localNetwork('bip122', '0f9188f13cb7b2c71f2a335e3a4fc328', {
  name: 'Sandbox Bitcoin',
  nativeCurrency: { name: 'Sandbox Bitcoin', symbol: 'BTC', decimals: 8 },
})
