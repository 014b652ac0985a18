import type { SessionRules } from './families.js'

type Aliases = SessionRules['aliases']

/** The CAIP-2 id of a network that a wallet names by a former one. */
export const toCaipNetworkId = (written: string, aliases: Aliases = {}): string =>
  Object.hasOwn(aliases, written) ? (aliases[written] ?? written) : written

/** The current and former names of a network, its CAIP-2 id first. */
export const namesOf = (caipNetworkId: string, aliases: Aliases = {}): readonly string[] => [
  caipNetworkId,
  ...Object.entries(aliases).flatMap(([alias, id]) => (id === caipNetworkId ? [alias] : [])),
]
