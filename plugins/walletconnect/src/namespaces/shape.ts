import type { Context, NamespaceSession } from '@wallet-modal/kernel'

export interface ShapeParts {
  readonly ctx: Context
  readonly link: NamespaceSession
  /** CAIP-2 ids of the site's networks, the one to start with first. */
  readonly chains: readonly string[]
}

/** Makes the ecosystem's own provider of one namespace from a session. */
export type Shape = (parts: ShapeParts) => unknown

/** Tells every listener. They may be the site's: what one throws is the page's to hear of, and nobody else's. */
export function tellAll<Listener>(listeners: Iterable<Listener>, tell: (listener: Listener) => unknown): void {
  for (const listener of [...listeners]) {
    try {
      tell(listener)
    } catch (error) {
      reportError(error)
    }
  }
}

/** Where a namespace starts: on the first of the site's networks that the wallet approved, else on the first that it approved. */
export const firstChain = ({ link, chains }: Pick<ShapeParts, 'link' | 'chains'>): string => {
  const { chains: approved } = link.approved()
  return chains.find((chain) => approved.includes(chain)) ?? approved[0] ?? chains[0] ?? ''
}

/** The network in use, also while another wallet of the family is being asked. */
export const networkInUse = ({ connections }: Context, namespace: string): string | undefined =>
  connections.all.peek().find((one) => one.isInUse && one.namespace === namespace)?.caipNetworkId
