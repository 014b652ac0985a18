import {
  authenticator,
  type Connector,
  type Context,
  connected,
  connectFailed,
  joinOthers,
  lazyOnce,
  type ProviderRequest,
  type Signal,
} from '@wallet-modal/kernel'
import { CONNECTOR_ID } from './connector.js'
import { nothingApproved } from './errors.js'
import { type ContributedNamespaces, createContributed } from './namespaces/contributed.js'
import { createProviders } from './namespaces/providers.js'
import type { WalletConnectOptions } from './options.js'
import { createPairing, type PairingState } from './pairing/pairing.js'
import { type Approvals, createApprovals } from './sessions/approvals.js'
import type { InterruptedRequest } from './sessions/interrupted.js'
import { createLiveLinks, type LiveLinks } from './sessions/live-links.js'
import { nameOfWallet } from './sessions/name-of-wallet.js'
import type { OpenLink } from './sessions/namespace-links.js'
import { openSessions } from './sessions/open-sessions.js'
import { toProposal } from './sessions/proposal.js'
import type { Session } from './sessions/session.js'
import type { Sessions } from './sessions/sessions.js'

/** Part of the connector that is loaded when a visitor pairs or a session is restored. */
export interface WalletConnect {
  provider(connector: Connector, request: ProviderRequest): Promise<unknown>
}

interface WalletConnectParts {
  readonly pairing: Signal<PairingState>
  /** See `Connector.approved`. */
  readonly approved: Signal<readonly string[] | null>
  readonly interrupted: Signal<readonly InterruptedRequest[]>
}

export function createWalletConnect(
  ctx: Context,
  options: WalletConnectOptions,
  { pairing, approved, interrupted }: WalletConnectParts,
): WalletConnect {
  const families = createContributed(ctx)
  const providers = createProviders(ctx, families)
  const approvals = createApprovals(ctx, families)
  const links = createLiveLinks(ctx, providers, approved)
  const changed = (known: Sessions): void => {
    links.refresh()
    approvals.follow(known.current())
  }
  const sessions = lazyOnce(() => openSessions(ctx, options, { families, interrupted, changed }))
  const pair = createPair(ctx, pairing, families)
  /** New session whose other namespaces are not connected yet. */
  let paired: Session | undefined

  const takePaired = (): Session | undefined => {
    const session = paired
    paired = undefined
    return session
  }
  followConnections(ctx, { sessions, links, approvals, takePaired })

  /** Ends a new session whose connection was aborted or failed, so that it does not stay open in the wallet. */
  const drop = (known: Sessions, session: Session): void => {
    if (paired === session) paired = undefined
    approvals.reset()
    known.end(session.topic).catch(ctx.log.info)
  }
  return {
    async provider(connector, request) {
      const { namespace, silent, signal } = request
      const [known] = await Promise.all([sessions(), families.load()])
      const found = known.current()
      const reusable = found && approvals.has(found, namespace) && (silent || !links.has(namespace)) ? found : null
      if (silent && !reusable) return null
      if (!silent) paired = undefined
      const session = reusable ?? (await pair(known, signal))
      if (!session) return null
      if (signal.aborted) {
        if (!reusable) drop(known, session)
        return null
      }
      approvals.use(session, connector)
      if (!reusable) paired = session
      if (!approvals.has(session, namespace)) {
        paired = undefined
        await joinInstead(ctx, { known, session, connector, namespace })
        return null
      }
      const link = known.link(session, namespace)
      enterLink(ctx, link, { links, request, unused: () => reusable ?? drop(known, session) })
      return providers.open(link, request)
    },
  }
}

interface EnterParts {
  readonly links: LiveLinks
  readonly request: ProviderRequest
  /** Called if the namespace is not connected. */
  unused(): unknown
}

/** Takes a link for a namespace, and releases it if the request is aborted. */
function enterLink(ctx: Context, link: OpenLink, { links, request, unused }: EnterParts): void {
  // the signal is also aborted when the wallet was reached but did not connect
  request.signal.addEventListener('abort', () => {
    if (links.isUsed(link)) return
    link.exit().catch(ctx.log.info)
    unused()
  })
  link.enter()
  if (!request.silent) link.keep()
}

interface FollowParts {
  readonly links: LiveLinks
  readonly approvals: Approvals
  sessions(): Promise<Sessions>
  /** Returns the new session once. */
  takePaired(): Session | undefined
}

/** Connects the other namespaces of a new session, and ends sessions that are not used any more. */
function followConnections(ctx: Context, { links, approvals, sessions, takePaired }: FollowParts): void {
  ctx.on(connected, ({ namespace, connectorId }) => {
    if (connectorId !== CONNECTOR_ID) return
    const connector = approvals.connector()
    if (!takePaired() || !connector) return
    // ended only now: until the new session is connected, the visitor uses the previous one
    joinOthers(ctx, connector, namespace)
      .then(async () => (await sessions()).endOthers())
      .catch(ctx.log.info)
  })
  ctx.on(connectFailed, ({ connectorId }) => {
    if (connectorId !== CONNECTOR_ID || !links.isEmpty()) return
    // close a session that cannot be used, so that it does not stay open in the wallet
    sessions()
      .then((known) => known.endAll())
      .catch(ctx.log.info)
  })
}

/** Returns a function that pairs with a wallet and makes its session the current one. */
function createPair(
  ctx: Context,
  state: Signal<PairingState>,
  families: ContributedNamespaces,
): (known: Sessions, signal: AbortSignal) => Promise<Session | null> {
  const pairing = createPairing<Session>(state)
  return async (known, signal) => {
    const namespaces = ctx.connections.adapters.peek().map(({ namespace }) => namespace)
    const networks = ctx.networks.peek().filter(({ namespace }) => namespaces.includes(namespace))
    await known.prune()
    const session = await pairing.run(
      () => known.propose(toProposal(networks, families.loaded()), ctx.maybe(authenticator)),
      signal,
    )
    if (session) known.choose(session)
    return session
  }
}

interface JoinParts {
  readonly known: Sessions
  readonly session: Session
  readonly connector: Connector
  /** Namespace that the session did not approve. */
  readonly namespace: string
}

/** Connects the namespaces that the session approved in place of the requested one. Throws if it approved none. */
async function joinInstead(ctx: Context, { known, session, connector, namespace }: JoinParts): Promise<void> {
  const [first] = await joinOthers(ctx, connector, namespace)
  if (first === undefined) {
    known.end(session.topic).catch(ctx.log.info)
    throw nothingApproved(nameOfWallet(session))
  }
  ctx.connections.activate(first)
  known.endOthers()
}
