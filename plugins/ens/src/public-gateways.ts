/** Origins of servers for offchain records (ERC-3668): Basenames, and primary names on Arbitrum, Base, Linea, OP Mainnet and Scroll. */
export const PUBLIC_GATEWAYS = [
  'https://api.coinbase.com',
  'https://lb.drpc.org',
  'https://arbitrum.3668.io',
  'https://base.3668.io',
  'https://linea.3668.io',
  'https://optimism.3668.io',
  'https://scroll.3668.io',
] as const
