/** Solana's clusters as the protocol called them before CAIP-2 took the first 32 characters of the genesis hash. Wallets still use them. */
const aliases: readonly (readonly [alias: string, caipNetworkId: string])[] = [
  ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  ['solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
]

/** The CAIP-2 id of a network that a wallet names. */
export const toCaipNetworkId = (written: string): string => aliases.find(([alias]) => alias === written)?.[1] ?? written

/** All that a network has been called, its CAIP-2 id first. */
export const namesOf = (caipNetworkId: string): readonly string[] => [
  caipNetworkId,
  ...aliases.flatMap(([alias, id]) => (id === caipNetworkId ? [alias] : [])),
]
