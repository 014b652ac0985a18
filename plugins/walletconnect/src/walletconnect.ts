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
import { openClient } from './client/client.js'
import { CONNECTOR_ID } from './connector.js'
import { nothingApproved } from './errors.js'
import { createContributed } from './namespaces/contributed.js'
import { createProviders } from './namespaces/providers.js'
import { toReachable } from './namespaces/reachable.js'
import type { WalletConnectOptions } from './options.js'
import { createPairing, type PairingState } from './pairing/pairing.js'
import { readApproved } from './sessions/approved.js'
import { type InterruptedRequest, watchInterrupted } from './sessions/interrupted.js'
import { nameOfWallet } from './sessions/name-of-wallet.js'
import type { OpenLink } from './sessions/namespace-links.js'
import { toProposal } from './sessions/proposal.js'
import type { Session } from './sessions/session.js'
import { createSessions, type Sessions } from './sessions/sessions.js'
import { createStillConnected } from './sessions/still-connected.js'

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
  given: WalletConnectOptions,
  parts: WalletConnectParts,
): WalletConnect {
  const pairing = createPairing<Session>(parts.pairing)
  /** Link of each namespace that is connected through a session, active or in the background. */
  const inUse = new Map<string, OpenLink>()
  const families = createContributed(ctx)
  const providers = createProviders(ctx, families)
  const tellStillConnected = createStillConnected(ctx)
  /** New session whose other namespaces are not connected yet. */
  let paired: Session | undefined
  let used: Connector | undefined
  /** Namespaces that the active session approved at the last check. */
  let granted: readonly string[] = []
  let opening: Promise<Sessions> | undefined

  const refresh = (): void => {
    const links = [...inUse.values()]
    parts.approved.value = links.length === 0 ? null : links.flatMap((link) => toReachable(link, ctx.networks.peek()))
  }
  const grantedIn = (session: Session | null): readonly string[] =>
    session ? families.loaded().flatMap(({ namespace }) => (approves(session, namespace) ? [namespace] : [])) : []
  /** Connects namespaces that the wallet adds to its session, but none that the visitor disconnected. */
  const follow = (known: Sessions): void => {
    const before = granted
    granted = grantedIn(known.current())
    if (before.length === 0 || !used) return
    for (const adapter of ctx.connections.adapters.peek()) {
      const isNew = granted.includes(adapter.namespace) && !before.includes(adapter.namespace)
      if (isNew && adapter.state.peek().status === 'disconnected')
        adapter.connect(used, { silent: true }).catch(ctx.log.info)
    }
  }
  const open = async (): Promise<Sessions> => {
    const [client] = await Promise.all([openClient(ctx, given), families.load()])
    if (ctx.abortSignal.aborted) client.close()
    else ctx.onDispose(() => client.close())
    const known = createSessions(ctx, client, {
      rules: families.of,
      changed() {
        refresh()
        follow(known)
      },
    })
    ctx.onDispose(watchInterrupted(client, known.isOpen, parts.interrupted))
    return known
  }
  const sessions = (): Promise<Sessions> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined // so that the next call retries a failed download
      throw error
    })
    return opening
  }
  /** Whether the session approved at least one of the site's networks in this namespace. */
  const approves = (session: Session, namespace: string): boolean => {
    const networks = ctx.networks.peek().map(({ caipNetworkId }) => caipNetworkId)
    return readApproved(session.namespaces, families.of(namespace)).chains.some((chain) => networks.includes(chain))
  }
  const isLive = (link: OpenLink): boolean =>
    ctx.connections.all.peek().some(({ provider }) => providers.linkOf(provider) === link)

  // read from `connections.all`: events do not report a session in the background while another wallet is active
  ctx.effect(() => {
    const live = ctx.connections.all.value.filter(({ connectorId }) => connectorId === CONNECTOR_ID)
    for (const { namespace, provider } of live) {
      const link = providers.linkOf(provider)
      if (!link) continue
      inUse.set(namespace, link)
      link.keep()
    }
    const adapters = ctx.connections.adapters.value.map(({ namespace }) => namespace)
    for (const [namespace, link] of [...inUse]) {
      if (live.some((one) => one.namespace === namespace)) continue
      inUse.delete(namespace)
      // disposing the modal must not disconnect the wallet
      if (!adapters.includes(namespace)) continue
      if (link.isOpen()) tellStillConnected(link.wallet)
      link.leave().catch(ctx.log.info)
    }
    refresh()
  })
  ctx.on(connected, ({ namespace, connectorId }) => {
    if (connectorId !== CONNECTOR_ID) return
    const joining = paired && used && joinOthers(ctx, used, namespace)
    paired = undefined
    // ended only now: until the new session is connected, the visitor uses the previous one
    joining?.then(async () => (await sessions()).endOthers()).catch(ctx.log.info)
  })
  ctx.on(connectFailed, ({ connectorId }) => {
    if (connectorId !== CONNECTOR_ID || inUse.size > 0) return
    // close a session that cannot be used, so that it does not stay open in the wallet
    sessions()
      .then((known) => known.endAll())
      .catch(ctx.log.info)
  })

  const pair = async (known: Sessions, signal: AbortSignal): Promise<Session | null> => {
    const spoken = ctx.connections.adapters.peek().map(({ namespace }) => namespace)
    const networks = ctx.networks.peek().filter(({ namespace }) => spoken.includes(namespace))
    await known.prune()
    const session = await pairing.run(
      () => known.propose(toProposal(networks, families.loaded()), ctx.maybe(authenticator)),
      signal,
    )
    if (session) known.choose(session)
    return session
  }
  /** Ends a new session whose connection was aborted or failed, so that it does not stay open in the wallet. */
  const drop = (known: Sessions, session: Session): void => {
    if (paired === session) paired = undefined
    granted = [] // so that `follow` does not treat the previous session's namespaces as new
    known.end(session.topic).catch(ctx.log.info)
  }
  return {
    async provider(connector, request) {
      const { namespace, silent, signal } = request
      const [known] = await Promise.all([sessions(), families.load()])
      const found = known.current()
      const reusable = found && approves(found, namespace) && (silent || !inUse.has(namespace)) ? found : null
      if (silent && !reusable) return null
      if (!silent) paired = undefined
      const session = reusable ?? (await pair(known, signal))
      if (!session) return null
      if (signal.aborted) {
        if (!reusable) drop(known, session)
        return null
      }
      used = connector
      granted = grantedIn(session)
      if (!reusable) paired = session
      if (!approves(session, namespace)) {
        paired = undefined
        const [first] = await joinOthers(ctx, connector, namespace)
        if (first === undefined) {
          known.end(session.topic).catch(ctx.log.info)
          throw nothingApproved(nameOfWallet(session))
        }
        ctx.connections.activate(first)
        known.endOthers()
        return null
      }
      const link = known.link(session, namespace)
      // the signal is also aborted when the wallet was reached but did not connect
      const giveUp = (): void => {
        if (isLive(link)) return
        link.exit().catch(ctx.log.info)
        if (!reusable) drop(known, session)
      }
      signal.addEventListener('abort', giveUp)
      link.enter()
      if (!silent) link.keep()
      return providers.open(link, request)
    },
  }
}
