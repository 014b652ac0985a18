import {
  authenticator,
  type Connector,
  type Context,
  connected,
  connectFailed,
  joinOthers,
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
import { type ConnectedLinks, createConnectedLinks } from './sessions/connected-links.js'
import type { InterruptedRequest } from './sessions/interrupted.js'
import { nameOfWallet } from './sessions/name-of-wallet.js'
import type { NamespaceLink } from './sessions/namespace-links.js'
import { createLazySessions } from './sessions/open-sessions.js'
import { toProposal } from './sessions/proposal.js'
import type { Session } from './sessions/session.js'
import type { Sessions } from './sessions/sessions.js'

/** Part of the connector that is loaded when a visitor pairs or a session is restored. */
export interface WalletConnect {
  /** See `Connector.provider`. */
  provider(connector: Connector, request: ProviderRequest): Promise<unknown>
}

interface WalletConnectSignals {
  readonly pairing: Signal<PairingState>
  /** See `Connector.approved`. */
  readonly approved: Signal<readonly string[] | null>
  readonly interrupted: Signal<readonly InterruptedRequest[]>
}

export function createWalletConnect(
  ctx: Context,
  options: WalletConnectOptions,
  { pairing, approved, interrupted }: WalletConnectSignals,
): WalletConnect {
  const families = createContributed(ctx)
  const providers = createProviders(ctx, families)
  const approvals = createApprovals(ctx, families)
  const links = createConnectedLinks(ctx, providers, approved)
  const onChanged = (sessions: Sessions): void => {
    links.refresh()
    approvals.follow(sessions.current())
  }
  const { load: loadSessions, mayExist } = createLazySessions(ctx, options, { families, interrupted, onChanged })
  const pair = createPair(ctx, pairing, families)
  const newSession = createNewSession()
  followConnections(ctx, { loadSessions, links, approvals, newSession })

  /** Ends a new session whose connection was aborted or failed, so that it does not stay open in the wallet. */
  const endUnconnected = (sessions: Sessions, session: Session): void => {
    newSession.remove(session)
    approvals.reset()
    sessions.end(session.topic).catch(ctx.log.info)
  }
  return {
    async provider(connector, request) {
      const { namespace, silent, signal } = request
      if (silent && !mayExist()) return null
      const [sessions] = await Promise.all([loadSessions(), families.load()])
      sessions.followOtherTabs()
      const current = sessions.current()
      // a session that no namespace uses is not reused: the visitor may have disconnected it while the wallet could not be reached
      const mayReuse = silent || (current !== null && sessions.isUsed(current) && !links.has(namespace))
      const isReusable = current && mayReuse && approvals.has(current, namespace)
      const reusable = isReusable ? current : null
      if (silent && !reusable) return null
      if (!silent) newSession.remove()
      const session = reusable ?? (await pair(sessions, signal))
      if (!session) return null
      if (signal.aborted) {
        if (!reusable) endUnconnected(sessions, session)
        return null
      }
      approvals.use(session, connector)
      if (!reusable) newSession.set(session, namespace)
      if (!approvals.has(session, namespace)) {
        newSession.remove()
        await joinInstead(ctx, { sessions, session, connector, namespace })
        return null
      }
      const link = sessions.link(session, namespace)
      enterLink(ctx, link, { links, request, onUnused: () => reusable ?? endUnconnected(sessions, session) })
      return providers.open(link, request)
    },
  }
}

/** Session of the last pairing, until its namespaces are connected. */
interface NewSession {
  set(session: Session, requestedNamespace: string): void
  /** Removes the current session. With an argument, only if it is the current session. */
  remove(session?: Session): void
  /** Removes the session if it was paired for this namespace, and returns whether it was. */
  take(namespace: string): boolean
}

function createNewSession(): NewSession {
  let current: { readonly session: Session; readonly namespace: string } | undefined
  return {
    set(session, namespace) {
      current = { session, namespace }
    },
    remove(session = current?.session) {
      if (current?.session === session) current = undefined
    },
    take(namespace) {
      const isTaken = current?.namespace === namespace
      if (isTaken) current = undefined
      return isTaken
    },
  }
}

interface EnterLinkOptions {
  readonly links: ConnectedLinks
  readonly request: ProviderRequest
  /** Called if the namespace is not connected. */
  onUnused(): unknown
}

/** Starts to use a link, and releases it if the request is aborted before the namespace is connected. */
function enterLink(ctx: Context, link: NamespaceLink, { links, request, onUnused }: EnterLinkOptions): void {
  // the signal is also aborted if the connection fails after the wallet has replied
  request.signal.addEventListener('abort', () => {
    if (links.isUsed(link)) return
    link.release().catch(ctx.log.info)
    onUnused()
  })
  link.enter()
  if (!request.silent) link.keep()
}

interface FollowOptions {
  readonly links: ConnectedLinks
  readonly approvals: Approvals
  loadSessions(): Promise<Sessions>
  readonly newSession: NewSession
}

/** Connects the other namespaces of a new session, and ends unused sessions. */
function followConnections(ctx: Context, { links, approvals, loadSessions, newSession }: FollowOptions): void {
  ctx.on(connected, ({ namespace, connectorId }) => {
    if (connectorId !== CONNECTOR_ID) return
    const connector = approvals.connector()
    if (!newSession.take(namespace) || !connector) return
    // ends the previous session only now, because the visitor uses it until the new session is connected
    joinOthers(ctx, connector, namespace)
      .then(async () => (await loadSessions()).endOthers())
      .catch(ctx.log.info)
  })
  ctx.on(connectFailed, ({ connectorId }) => {
    if (connectorId !== CONNECTOR_ID || !links.isEmpty()) return
    // ends sessions without a connection, so that they do not stay open in the wallet
    loadSessions()
      .then((sessions) => sessions.endAll())
      .catch(ctx.log.info)
  })
}

/** Returns a function that pairs with a wallet and makes its session the current one. It resolves with `null` if the request is aborted. */
function createPair(
  ctx: Context,
  state: Signal<PairingState>,
  families: ContributedNamespaces,
): (sessions: Sessions, signal: AbortSignal) => Promise<Session | null> {
  const pairing = createPairing<Session>(state)
  return async (sessions, signal) => {
    const namespaces = ctx.connections.adapters.peek().map(({ namespace }) => namespace)
    const networks = ctx.networks.peek().filter(({ namespace }) => namespaces.includes(namespace))
    await sessions.prune()
    const session = await pairing.run(
      () => sessions.propose(toProposal(networks, families.loaded()), ctx.maybe(authenticator)),
      signal,
    )
    if (session) sessions.choose(session)
    return session
  }
}

interface JoinOptions {
  readonly sessions: Sessions
  readonly session: Session
  readonly connector: Connector
  /** Namespace that the session did not approve. */
  readonly namespace: string
}

/** Connects the namespaces that the session approved in place of the requested one. If there are none, ends the session and throws `NO_ACCOUNTS`. */
async function joinInstead(ctx: Context, { sessions, session, connector, namespace }: JoinOptions): Promise<void> {
  const [first] = await joinOthers(ctx, connector, namespace)
  if (first === undefined) {
    sessions.end(session.topic).catch(ctx.log.info)
    throw nothingApproved(nameOfWallet(session))
  }
  ctx.connections.activate(first)
  sessions.endOthers()
}
