import type { Held } from './held.js'

/**
 * Contracts with an address of their own kind that stand for a network's coin: what they call a balance is the coin's. Nobody can put another
 * contract there. In lower case.
 */
const reserved: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000802', // Moonbeam
  '0x0000000000000000000000000000000000001010', // Polygon
  '0x000000000000000000000000000000000000800a', // ZKsync
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000', // OP Stack: Metis, Mantle
])

/** The same with an ordinary address, which is another contract on other networks. */
const ownOf: Readonly<Record<string, string>> = {
  'eip155:42220': '0x471ece3750da237f93b8e339c536989b8978a438', // Celo
}

/** Contracts that hold the coin for whoever wraps it, under the coin's own symbol. */
const wrapped: ReadonlySet<string> = new Set(['So11111111111111111111111111111111111111112'])

export const isWrappedCoin = ({ address = '' }: Pick<Held, 'address'>): boolean => wrapped.has(address)

/** Whether a token is the network's coin a second time: it would count twice, and sent to the last bit it would leave nothing for the fee. */
export function isDouble({ caipNetworkId, address = '' }: Pick<Held, 'caipNetworkId' | 'address'>): boolean {
  const text = address.toLowerCase()
  return reserved.has(text) || ownOf[caipNetworkId] === text
}
