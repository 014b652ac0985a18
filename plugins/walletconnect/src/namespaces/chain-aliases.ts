import type { SessionRules } from './families.js'

type Aliases = SessionRules['aliases']

/** Maps a former CAIP-2 id that a wallet may still use to the current one. */
export const toCaipNetworkId = (written: string, aliases: Aliases = {}): string =>
  Object.hasOwn(aliases, written) ? (aliases[written] ?? written) : written

/** CAIP-2 id of a network, followed by its former ids. */
export const idsOf = (caipNetworkId: string, aliases: Aliases = {}): readonly string[] => [
  caipNetworkId,
  ...Object.entries(aliases).flatMap(([alias, id]) => (id === caipNetworkId ? [alias] : [])),
]
