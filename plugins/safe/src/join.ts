import {
  type Connector,
  type Context,
  connected,
  connectors,
  type NamespaceAdapter,
  type Signal,
  signal,
} from '@wallet-modal/kernel'
import type { Safe } from './contract.js'
import type { SafeOptions } from './options.js'
import { findParent, type Parent } from './parent.js'
import { toEip1193 } from './provider.js'

const PARENTS: readonly string[] = ['https://app.safe.global']

/** Creates the connector of a Safe. Loads the Safe SDK, so call it only for a parent page that has identified itself as a Safe. */
async function connectorOf(parent: Parent): Promise<Connector> {
  const { createSafeProvider } = await import('./sdk.js')
  const provider = toEip1193(createSafeProvider(parent))
  return {
    ...{ id: 'safe', name: 'Safe', type: 'EXTERNAL', namespaces: ['eip155'] },
    // a Safe exists on one network only
    approved: signal([`eip155:${parent.info.chainId}`]),
    provider: async () => provider,
  }
}

/** Connects to the Safe that embeds the page, and keeps `connectedSafe` up to date. Does nothing if the embedding page is not one of `parents`. */
export async function joinSafe(
  ctx: Context,
  adapter: NamespaceAdapter,
  { parents = PARENTS }: SafeOptions,
  connectedSafe: Signal<Safe | null>,
): Promise<void> {
  let hasOtherWallet = false
  ctx.on(connected, ({ namespace, restored }) => {
    hasOtherWallet ||= namespace === adapter.namespace && !restored
  })
  const parent = await findParent(parents, ctx.abortSignal)
  if (!parent || ctx.abortSignal.aborted) return
  const connector = await connectorOf(parent)
  if (ctx.abortSignal.aborted) return
  ctx.add(connectors, connector)
  const { owners, threshold, isReadOnly } = parent.info
  ctx.effect(() => {
    const connection = adapter.connections.value.find(({ connectorId }) => connectorId === connector.id)
    connectedSafe.value = connection
      ? Object.freeze({
          address: connection.account.address,
          caipNetworkId: connection.caipNetworkId,
          owners: Object.freeze([...owners]),
          threshold,
          isReadOnly,
        })
      : null
  })
  // a wallet that the visitor has connected meanwhile takes precedence; the Safe stays in the list of wallets
  if (hasOtherWallet || adapter.state.peek().status === 'connecting') return
  await adapter.connect(connector, { silent: true, signal: ctx.abortSignal })
}
