/** What is publicly known of a wallet, short: store links are built from the app's ids. Unsure means absent. */
export interface WalletFacts {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly homepage: string
  readonly chains: readonly string[]
  readonly addsNetworks?: readonly string[]
  readonly rdns?: string
  readonly mobile?: string
  readonly desktop?: string
  readonly webapp?: string
  /** Number in Apple's App Store. */
  readonly ios?: string
  /** Package name in Google Play. */
  readonly android?: string
  /** Id in the Chrome Web Store. */
  readonly chrome?: string
}

/** Public networks most EVM wallets have: Ethereum, OP Mainnet, BNB Smart Chain, Polygon, Base, Arbitrum One, Avalanche C-Chain. */
export const evm = ['1', '10', '56', '137', '8453', '42161', '43114'].map((reference) => `eip155:${reference}`)
export const ethereum = 'eip155:1'
export const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
export const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
/** The owner can add any EVM network. */
export const anyEvm = ['eip155']
