import type { SessionRules } from './families.js'

type Aliases = SessionRules['aliases']

/** Current CAIP-2 id of a network. Wallets may still use a former id. */
export const toCaipNetworkId = (id: string, aliases: Aliases = {}): string =>
  Object.hasOwn(aliases, id) ? (aliases[id] ?? id) : id

/** CAIP-2 id of a network, followed by its former ids. */
export const idsOf = (caipNetworkId: string, aliases: Aliases = {}): readonly string[] => [
  caipNetworkId,
  ...Object.entries(aliases).flatMap(([alias, id]) => (id === caipNetworkId ? [alias] : [])),
]
