import type { SourceToken } from './source-token.js'

/**
 * System contracts whose balance is that of the network's coin. Their addresses are reserved, so nobody can deploy another contract there. In lower
 * case.
 */
const reserved: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000802', // Moonbeam
  '0x0000000000000000000000000000000000001010', // Polygon
  '0x000000000000000000000000000000000000800a', // ZKsync
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000', // OP Stack: Metis, Mantle
])

/** Contracts as above but with an ordinary address, by network: other networks may have another contract there. */
const coinContracts: Readonly<Record<string, string>> = {
  'eip155:42220': '0x471ece3750da237f93b8e339c536989b8978a438', // Celo
}

/** Wrapped-coin contracts that use the symbol of the coin itself. */
const wrapped: ReadonlySet<string> = new Set(['So11111111111111111111111111111111111111112'])

export const isWrappedCoin = ({ address = '' }: Pick<SourceToken, 'address'>): boolean => wrapped.has(address)

/** Whether a token duplicates the network's coin. It would be counted twice, and sending all of it would leave nothing for the fee. */
export function isCoinDuplicate({
  caipNetworkId,
  address = '',
}: Pick<SourceToken, 'caipNetworkId' | 'address'>): boolean {
  const text = address.toLowerCase()
  return reserved.has(text) || coinContracts[caipNetworkId] === text
}
