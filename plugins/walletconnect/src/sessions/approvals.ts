import type { Connector, Context } from '@wallet-modal/kernel'
import type { ContributedNamespaces } from '../namespaces/contributed.js'
import { readApproved } from './approved.js'
import type { Session } from './session.js'

/** Tracks the namespaces that the active session approves. */
export interface Approvals {
  /** Whether the session approved at least one of the site's networks in this namespace. */
  has(session: Session, namespace: string): boolean
  /** Sets the active session and its connector. */
  use(session: Session, connector: Connector): void
  /** Connector of the last call of `use`. */
  connector(): Connector | undefined
  /**
   * Call after a session update. Connects namespaces that the wallet has added to the session. Does not reconnect those that the visitor
   * disconnected.
   */
  follow(session: Session | null): void
  /** Clears the approved namespaces, so that the next call of `follow` connects nothing. */
  reset(): void
}

export function createApprovals(ctx: Context, families: ContributedNamespaces): Approvals {
  let connector: Connector | undefined
  /** Namespaces that the active session approved at the last check. */
  let approvedNamespaces: readonly string[] = []

  const has = (session: Session, namespace: string): boolean => {
    const networks = ctx.networks.peek().map(({ caipNetworkId }) => caipNetworkId)
    return readApproved(session.namespaces, families.of(namespace)).chains.some((chain) => networks.includes(chain))
  }
  const approvedIn = (session: Session | null): readonly string[] =>
    session ? families.loaded().flatMap(({ namespace }) => (has(session, namespace) ? [namespace] : [])) : []
  return {
    has,
    connector: () => connector,
    use(session, next) {
      connector = next
      approvedNamespaces = approvedIn(session)
    },
    follow(session) {
      const before = approvedNamespaces
      approvedNamespaces = approvedIn(session)
      if (before.length === 0 || !connector) return
      for (const adapter of ctx.connections.adapters.peek()) {
        const isNew = approvedNamespaces.includes(adapter.namespace) && !before.includes(adapter.namespace)
        if (isNew && adapter.state.peek().status === 'disconnected')
          adapter.connect(connector, { silent: true }).catch(ctx.log.info)
      }
    },
    reset() {
      approvedNamespaces = []
    },
  }
}
