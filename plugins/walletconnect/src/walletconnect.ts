import {
  type Connector,
  type Context,
  connected,
  connectFailed,
  joinOthers,
  networkChanged,
  type ProviderRequest,
  readWith,
  type Signal,
} from '@wallet-modal/kernel'
import { readApproved } from './approved.js'
import { openClient } from './client.js'
import { CONNECTOR_ID, NAMESPACES } from './connector.js'
import { nothingApproved } from './errors.js'
import { type InterruptedRequest, watchInterrupted } from './interrupted.js'
import { nameOfWallet } from './name-of-wallet.js'
import type { OpenLink } from './namespace-links.js'
import type { WalletConnectOptions } from './options.js'
import { createPairing, type PairingState } from './pairing.js'
import { toProposal } from './proposal.js'
import { toReachable } from './reachable.js'
import { createSessions, type Session, type Sessions } from './sessions.js'
import type { Shape } from './shape.js'

/** Each is fetched when a session grants its namespace. */
const shapes: Readonly<Record<string, () => Promise<Shape>>> = {
  eip155: async () => (await import('./shapes/eip155.js')).createEip155Provider,
  solana: async () => (await import('./shapes/solana.js')).createSolanaWallet,
  polkadot: async () => (await import('./shapes/polkadot.js')).createPolkadotExtension,
  bip122: async () => (await import('./shapes/bip122.js')).createBitcoinProvider,
}

/** Storage key of the network in use per namespace: the wallet does not keep it. */
const CHAINS = 'chains'

const textsByNamespace = readWith((kept): Readonly<Record<string, string>> => {
  if (typeof kept !== 'object' || kept === null) throw new Error('is no record')
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
})

/** The connector's own half: it is loaded when a visitor pairs, or when a session is to be restored. */
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
  /** The namespaces that are connected through a session, in use or in the background. */
  const inUse = new Map<string, OpenLink>()
  const providers = new WeakMap<OpenLink, Promise<unknown>>()
  /** The link behind each provider that was handed out. */
  const links = new WeakMap<object, OpenLink>()
  /** The session that was just made: its other namespaces are yet to be joined. */
  let paired: Session | undefined
  let used: Connector | undefined
  /** What the session in use held when it was last looked at. */
  let granted: readonly string[] = []
  let opening: Promise<Sessions> | undefined

  const refresh = (): void => {
    const links = [...inUse.values()]
    parts.approved.value = links.length === 0 ? null : links.flatMap((link) => toReachable(link, ctx.networks.peek()))
  }
  const grantedIn = (session: Session | null): readonly string[] =>
    session ? NAMESPACES.filter((namespace) => approves(session, namespace)) : []
  /** A namespace that the wallet adds to its session is connected; one that the visitor has left is not. */
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
    const client = await openClient(ctx, given)
    if (ctx.abortSignal.aborted) client.close()
    else ctx.onDispose(() => client.close())
    const known = createSessions(ctx, client, {
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
      opening = undefined // a failed download is tried again
      throw error
    })
    return opening
  }
  /** Whether a wallet let the site in on one of its networks. */
  const approves = (session: Session, namespace: string): boolean => {
    const networks = ctx.networks.peek().map(({ caipNetworkId }) => caipNetworkId)
    return readApproved(session.namespaces, namespace).chains.some((chain) => networks.includes(chain))
  }
  const isLive = (link: OpenLink): boolean =>
    ctx.connections.all.peek().some(({ provider }) => links.get(Object(provider)) === link)
  const keptChains = (): Readonly<Record<string, string>> => ctx.storage.get(CHAINS, textsByNamespace) ?? {}

  // other wallets may be in use while a session is live in the background, of which events tell nothing
  ctx.effect(() => {
    const live = ctx.connections.all.value.filter(({ connectorId }) => connectorId === CONNECTOR_ID)
    for (const { namespace, provider } of live) {
      const link = links.get(Object(provider))
      if (!link) continue
      inUse.set(namespace, link)
      link.keep()
    }
    const adapters = ctx.connections.adapters.value.map(({ namespace }) => namespace)
    for (const [namespace, link] of [...inUse]) {
      if (live.some((one) => one.namespace === namespace)) continue
      inUse.delete(namespace)
      // a modal that is taken apart disconnects nobody
      if (adapters.includes(namespace)) link.leave().catch(ctx.log.info)
    }
    refresh()
  })
  ctx.on(connected, ({ namespace, connectorId }) => {
    if (connectorId !== CONNECTOR_ID) return
    const joining = paired && used && joinOthers(ctx, used, namespace)
    paired = undefined
    // not before: until the new session counts, the one before it is what the visitor has
    joining?.then(async () => (await sessions()).endOthers()).catch(ctx.log.info)
  })
  ctx.on(connectFailed, ({ connectorId }) => {
    if (connectorId !== CONNECTOR_ID || inUse.size > 0) return
    // a session that cannot be used is not left open in the wallet
    sessions()
      .then((known) => known.endAll())
      .catch(ctx.log.info)
  })
  ctx.on(networkChanged, ({ namespace, caipNetworkId }) => {
    const ours = ctx.connections.all.peek().find((one) => one.namespace === namespace && one.isInUse)
    if (ours?.connectorId === CONNECTOR_ID) ctx.storage.set(CHAINS, { ...keptChains(), [namespace]: caipNetworkId })
  })

  const pair = async (known: Sessions, signal: AbortSignal): Promise<Session | null> => {
    const spoken = ctx.connections.adapters.peek().map(({ namespace }) => namespace)
    const networks = ctx.networks.peek().filter(({ namespace }) => spoken.includes(namespace))
    await known.prune()
    const session = await pairing.run(() => known.propose(toProposal(networks)), signal)
    if (session) known.choose(session)
    return session
  }
  /** A session that was made for a connection which does not come about is not left open in the wallet. */
  const drop = (known: Sessions, session: Session): void => {
    if (paired === session) paired = undefined
    granted = [] // what the session before it holds is no news
    known.end(session.topic).catch(ctx.log.info)
  }
  const toProvider = (link: OpenLink, { namespace, networks }: ProviderRequest): Promise<unknown> => {
    const make = async (): Promise<unknown> => {
      const kept = keptChains()[namespace]
      const chains = [...(kept ? [kept] : []), ...networks.map((network) => network.caipNetworkId)]
      return (await shapes[namespace]?.())?.({ ctx, chains, link }) ?? null
    }
    const provider = providers.get(link) ?? make()
    providers.set(link, provider)
    provider.catch(() => providers.delete(link)) // a failed download is tried again
    return provider
  }
  return {
    async provider(connector, request) {
      const { namespace, silent, signal } = request
      const known = await sessions()
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
      // aborted also when the wallet was reached and did not connect
      const giveUp = (): void => {
        if (isLive(link)) return
        link.exit().catch(ctx.log.info)
        if (!reusable) drop(known, session)
      }
      signal.addEventListener('abort', giveUp)
      link.enter()
      if (!silent) link.keep()
      const provider = await toProvider(link, request)
      links.set(Object(provider), link)
      return provider
    },
  }
}
