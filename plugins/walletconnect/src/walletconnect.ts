import {
  type Context,
  connected,
  networkChanged,
  type ProviderRequest,
  readWith,
  type Signal,
} from '@wallet-modal/kernel'
import { readApproved } from './approved.js'
import { openClient } from './client.js'
import { CONNECTOR_ID } from './connector.js'
import { nothingApproved } from './errors.js'
import type { WalletConnectOptions } from './options.js'
import { createPairing, type PairingState } from './pairing.js'
import { toProposal } from './proposal.js'
import { createSessions, type Session, type Sessions } from './sessions.js'
import type { Shape } from './shape.js'
import { createEip155Provider } from './shapes/eip155.js'

const shapes: Readonly<Record<string, Shape>> = { eip155: createEip155Provider }

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
  provider(request: ProviderRequest): Promise<unknown>
}

export function createWalletConnect(
  ctx: Context,
  given: WalletConnectOptions,
  state: Signal<PairingState>,
): WalletConnect {
  const pairing = createPairing<Session>(state)
  let opening: Promise<Sessions> | undefined

  const open = async (): Promise<Sessions> => {
    const client = await openClient(ctx, given)
    if (ctx.abortSignal.aborted) client.close()
    else ctx.onDispose(() => client.close())
    return createSessions(ctx, client)
  }
  const sessions = (): Promise<Sessions> => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined // a failed download is tried again
      throw error
    })
    return opening
  }
  const adapters = () => ctx.connections.adapters.peek()
  const isInUse = (namespace: string): boolean =>
    adapters().some((one) => {
      const now = one.state.peek()
      return one.namespace === namespace && now.status === 'connected' && now.connectorId === CONNECTOR_ID
    })
  const approves = (session: Session, namespace: string): boolean =>
    readApproved(session.namespaces, namespace).accounts.length > 0
  const keptChains = (): Readonly<Record<string, string>> => ctx.storage.get(CHAINS, textsByNamespace) ?? {}

  // not before: until the new session counts, the one before it is what the visitor has
  ctx.on(connected, ({ connectorId, restored }) => {
    if (connectorId !== CONNECTOR_ID || restored) return
    sessions().then((known) => known.endOthers(), ctx.log.info)
  })
  ctx.on(networkChanged, ({ namespace, caipNetworkId }) => {
    if (isInUse(namespace)) ctx.storage.set(CHAINS, { ...keptChains(), [namespace]: caipNetworkId })
  })
  return {
    async provider({ namespace, networks, silent, signal }) {
      const known = await sessions()
      const found = known.current()
      const reusable = found && approves(found, namespace) && (silent || !isInUse(namespace)) ? found : null
      if (silent && !reusable) return null
      const session = reusable ?? (await pairing.run(() => known.propose(toProposal(ctx.networks.peek())), signal))
      if (!session) return null
      if (!approves(session, namespace)) {
        known.end(session.topic).catch(ctx.log.info)
        throw nothingApproved(session.peer.metadata.name, namespace)
      }
      const kept = keptChains()[namespace]
      const chains = [...(kept ? [kept] : []), ...networks.map((network) => network.caipNetworkId)]
      return shapes[namespace]?.({ ctx, chains, link: known.link(session, namespace) }) ?? null
    },
  }
}
