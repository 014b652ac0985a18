import type { Context, Signal } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'
import type { Providers } from '../namespaces/providers.js'
import { toReachable } from '../namespaces/reachable.js'
import type { NamespaceLink } from './namespace-links.js'
import { createStillConnected } from './still-connected.js'

/** Links of the namespaces that are connected through a session, also if another wallet of the chain family is active. */
export interface ConnectedLinks {
  has(namespace: string): boolean
  isEmpty(): boolean
  /** Whether a connection uses this link. */
  isUsed(link: NamespaceLink): boolean
  /** Updates the approved networks. */
  refresh(): void
}

/** Tracks the links of connected namespaces, and leaves the link of each namespace that disconnects. `approved`: see `Connector.approved`. */
export function createConnectedLinks(
  ctx: Context,
  providers: Providers,
  approved: Signal<readonly string[] | null>,
): ConnectedLinks {
  const links = new Map<string, NamespaceLink>()
  const showStillConnected = createStillConnected(ctx)
  const refresh = (): void => {
    const all = [...links.values()]
    approved.value = all.length === 0 ? null : all.flatMap((link) => toReachable(link, ctx.networks.peek()))
  }
  // reads `connections.all`, because no event reports a change of an inactive connection
  ctx.effect(() => {
    const live = ctx.connections.all.value.filter(({ connectorId }) => connectorId === CONNECTOR_ID)
    for (const { namespace, provider } of live) {
      const link = providers.linkOf(provider)
      if (!link) continue
      links.set(namespace, link)
      link.keep()
    }
    const adapters = ctx.connections.adapters.value.map(({ namespace }) => namespace)
    for (const [namespace, link] of [...links]) {
      if (live.some((one) => one.namespace === namespace)) continue
      links.delete(namespace)
      // if the adapter was removed too, the modal is being disposed, which must not disconnect the wallet
      if (!adapters.includes(namespace)) continue
      if (link.isOpen()) showStillConnected(link.wallet)
      link.leave().catch(ctx.log.info)
    }
    refresh()
  })
  return {
    has: (namespace) => links.has(namespace),
    isEmpty: () => links.size === 0,
    isUsed: (link) => ctx.connections.all.peek().some(({ provider }) => providers.linkOf(provider) === link),
    refresh,
  }
}
