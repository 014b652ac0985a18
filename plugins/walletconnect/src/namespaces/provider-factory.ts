import type { Context, NamespaceSession } from '@wallet-modal/kernel'
import { CONNECTOR_ID } from '../connector.js'

export interface ProviderOptions {
  readonly ctx: Context
  readonly session: NamespaceSession
  /** CAIP-2 ids of the site's networks, the preferred one first. */
  readonly chains: readonly string[]
}

/** Creates the provider of one namespace of a session, in the format of its ecosystem. */
export type ProviderFactory = (options: ProviderOptions) => unknown

/** Calls every listener. If a listener throws, reports the exception as an uncaught error of the page (`reportError`) and calls the others. */
export function notifyAll<Listener>(listeners: Iterable<Listener>, notify: (listener: Listener) => unknown): void {
  for (const listener of [...listeners]) {
    try {
      notify(listener)
    } catch (error) {
      reportError(error)
    }
  }
}

/** Initial network of a namespace: the first of the site's networks that the wallet approved, else the first approved one. */
export const firstChain = ({ session, chains }: Pick<ProviderOptions, 'session' | 'chains'>): string => {
  const { chains: approved } = session.approved()
  return chains.find((chain) => approved.includes(chain)) ?? approved[0] ?? chains[0] ?? ''
}

/** CAIP-2 id of the network of a connected namespace, also while another wallet of the family is active. */
export const connectedNetworkOf = ({ connections }: Context, namespace: string): string | undefined =>
  connections.all.peek().find((one) => one.connectorId === CONNECTOR_ID && one.namespace === namespace)?.caipNetworkId
