/** Network and address of a token. */
interface TokenContract {
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly address?: string
}

/**
 * Addresses (in lower case) of system contracts that report the balance of the network's coin. The addresses are reserved: nobody can deploy
 * another contract there.
 */
const reservedAddresses: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000802', // Moonbeam
  '0x0000000000000000000000000000000000001010', // Polygon
  '0x000000000000000000000000000000000000800a', // ZKsync
  '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000', // OP Stack: Metis, Mantle
])

/** Other contracts that report the balance of the coin, by CAIP-2 network id. */
const coinContracts: Readonly<Record<string, string>> = {
  'eip155:42220': '0x471ece3750da237f93b8e339c536989b8978a438', // Celo
}

/** Wrapped-coin contracts that use the symbol of the coin itself. */
const wrappedCoins: ReadonlySet<string> = new Set(['So11111111111111111111111111111111111111112'])

/** Whether a token is a wrapped coin that legitimately uses the symbol of the coin. */
export const isWrappedCoin = ({ address = '' }: Pick<TokenContract, 'address'>): boolean => wrappedCoins.has(address)

/** Whether a token contract represents the network's coin itself. If both were listed, the total would include the balance twice. */
export function isCoinDuplicate({ caipNetworkId, address = '' }: TokenContract): boolean {
  const text = address.toLowerCase()
  return reservedAddresses.has(text) || coinContracts[caipNetworkId] === text
}
