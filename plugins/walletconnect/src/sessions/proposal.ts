import type { Network } from '@wallet-modal/kernel'
import { idsOf } from '../namespaces/chain-aliases.js'
import type { SessionRules } from '../namespaces/families.js'

export interface ProposedNamespace {
  readonly chains: string[]
  readonly methods: string[]
  readonly events: string[]
}

/** The optional namespaces of a proposal (CAIP-25): all networks of the site, so that one session serves every namespace. */
export function toProposal(
  networks: readonly Network[],
  families: readonly SessionRules[],
): Record<string, ProposedNamespace> {
  return Object.fromEntries(
    families.flatMap(({ namespace, methods, events, aliases }) => {
      const chains = networks
        .filter((network) => network.namespace === namespace)
        .flatMap(({ caipNetworkId }) => idsOf(caipNetworkId, aliases))
      return chains.length === 0 ? [] : [[namespace, { chains, methods: [...methods], events: [...events] }]]
    }),
  )
}
