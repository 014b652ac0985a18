import type { SourceToken } from './source-token.js'

/**
 * System contracts whose balance is the balance of the network's coin, in lower case. Their addresses are reserved, so nobody can deploy another
 * contract there.
 */
const reserved: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000802', // Moonbeam
  '0x0000000000000000000000000000000000001010', // Polygon
  '0x000000000000000000000000000000000000800a', // ZKsync
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000', // OP Stack: Metis, Mantle
])

/** Other contracts whose balance is the balance of the coin, by network: another network may have a different contract at the same address. */
const coinContracts: Readonly<Record<string, string>> = {
  'eip155:42220': '0x471ece3750da237f93b8e339c536989b8978a438', // Celo
}

/** Wrapped-coin contracts that use the symbol of the coin itself. */
const wrapped: ReadonlySet<string> = new Set(['So11111111111111111111111111111111111111112'])

export const isWrappedCoin = ({ address = '' }: Pick<SourceToken, 'address'>): boolean => wrapped.has(address)

/** Whether a token duplicates the network's coin. A duplicate would count twice in the total, and sending all of it would leave no coin for the fee. */
export function isCoinDuplicate({
  caipNetworkId,
  address = '',
}: Pick<SourceToken, 'caipNetworkId' | 'address'>): boolean {
  const text = address.toLowerCase()
  return reserved.has(text) || coinContracts[caipNetworkId] === text
}
