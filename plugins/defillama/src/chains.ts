/** DefiLlama's name of a network (`chain`), and DefiLlama's key of the native coin (`coin`). */
export interface Chain {
  readonly chain: string
  /** Default: `<chain>:<zero address>`, as on most EVM networks. */
  readonly coin?: string | undefined
}

const ether = 'coingecko:ethereum'

/** Networks by CAIP-2 id. Without test networks, because their coins have no prices. */
export const knownChains: Readonly<Record<string, Chain>> = {
  'eip155:1': { chain: 'ethereum', coin: ether },
  'eip155:10': { chain: 'optimism', coin: ether },
  'eip155:56': { chain: 'bsc', coin: 'coingecko:binancecoin' },
  'eip155:100': { chain: 'xdai', coin: 'coingecko:xdai' },
  'eip155:130': { chain: 'unichain', coin: ether },
  'eip155:137': { chain: 'polygon', coin: 'coingecko:polygon-ecosystem-token' },
  'eip155:250': { chain: 'fantom', coin: 'coingecko:fantom' },
  'eip155:324': { chain: 'era', coin: ether },
  'eip155:8217': { chain: 'klaytn', coin: 'coingecko:kaia' },
  'eip155:8453': { chain: 'base', coin: ether },
  'eip155:42161': { chain: 'arbitrum', coin: ether },
  'eip155:42220': { chain: 'celo', coin: 'coingecko:celo' },
  'eip155:43114': { chain: 'avax', coin: 'coingecko:avalanche-2' },
  'eip155:534352': { chain: 'scroll', coin: ether },
  'eip155:1313161554': { chain: 'aurora', coin: ether },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { chain: 'solana', coin: 'coingecko:solana' },
  'bip122:000000000019d6689c085ae165831e93': { chain: 'bitcoin', coin: 'coingecko:bitcoin' },
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': { chain: 'polkadot', coin: 'coingecko:polkadot' },
  'polkadot:68d56f15f85d3136970ec16946040bc1': { chain: 'polkadot', coin: 'coingecko:polkadot' },
  'polkadot:b0a8d493285c2df73290dfb7e61f870f': { chain: 'kusama', coin: 'coingecko:kusama' },
  'polkadot:48239ef607d7928874027a43a6768920': { chain: 'kusama', coin: 'coingecko:kusama' },
}
