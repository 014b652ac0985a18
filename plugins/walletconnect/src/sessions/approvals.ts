import type { Connector, Context } from '@wallet-modal/kernel'
import type { ContributedNamespaces } from '../namespaces/contributed.js'
import { readApproved } from './approved.js'
import type { Session } from './session.js'

/** Networks and accounts that the sessions of this page approve. */
export interface Approvals {
  /** Whether the session approved at least one of the site's networks in this namespace. */
  has(session: Session, namespace: string): boolean
  /** The visitor connects with this session, through this connector. */
  use(session: Session, connector: Connector): void
  /** Connector of the last call of `use`. */
  connector(): Connector | undefined
  /** Connects namespaces that the wallet adds to its session, but none that the visitor disconnected. */
  follow(session: Session | null): void
  /** Treats the namespaces of the next session as known. */
  reset(): void
}

export function createApprovals(ctx: Context, families: ContributedNamespaces): Approvals {
  let connector: Connector | undefined
  /** Namespaces that the active session approved at the last check. */
  let granted: readonly string[] = []

  const has = (session: Session, namespace: string): boolean => {
    const networks = ctx.networks.peek().map(({ caipNetworkId }) => caipNetworkId)
    return readApproved(session.namespaces, families.of(namespace)).chains.some((chain) => networks.includes(chain))
  }
  const grantedIn = (session: Session | null): readonly string[] =>
    session ? families.loaded().flatMap(({ namespace }) => (has(session, namespace) ? [namespace] : [])) : []
  return {
    has,
    connector: () => connector,
    use(session, next) {
      connector = next
      granted = grantedIn(session)
    },
    follow(session) {
      const before = granted
      granted = grantedIn(session)
      if (before.length === 0 || !connector) return
      for (const adapter of ctx.connections.adapters.peek()) {
        const isNew = granted.includes(adapter.namespace) && !before.includes(adapter.namespace)
        if (isNew && adapter.state.peek().status === 'disconnected')
          adapter.connect(connector, { silent: true }).catch(ctx.log.info)
      }
    },
    reset() {
      granted = []
    },
  }
}
