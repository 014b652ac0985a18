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

/** Fetches the Safe's own code, now that the page around this one is known to be a Safe. */
async function connectorOf(parent: Parent): Promise<Connector> {
  const { createSafeProvider } = await import('./sdk.js')
  const provider = toEip1193(createSafeProvider(parent))
  return {
    ...{ id: 'safe', name: 'Safe', type: 'EXTERNAL', namespaces: ['eip155'] },
    // a Safe is on one network: elsewhere its address may be nobody's
    approved: signal([`eip155:${parent.info.chainId}`]),
    provider: async () => provider,
  }
}

/** Connects with the Safe whose page this one is shown in, and does nothing where it is shown in another. */
export async function joinSafe(
  ctx: Context,
  adapter: NamespaceAdapter,
  { parents = PARENTS }: SafeOptions,
  found: Signal<Safe | null>,
): Promise<void> {
  let isChosen = false
  ctx.on(connected, ({ namespace, restored }) => {
    isChosen ||= namespace === adapter.namespace && !restored
  })
  const parent = await findParent(parents, ctx.abortSignal)
  if (!parent || ctx.abortSignal.aborted) return
  const connector = await connectorOf(parent)
  if (ctx.abortSignal.aborted) return
  ctx.add(connectors, connector)
  // what the visitor wants meanwhile comes first; the Safe stays on offer
  if (isChosen || adapter.state.peek().status === 'connecting') return
  const outcome = await adapter.connect(connector, { silent: true, signal: ctx.abortSignal })
  if (outcome.status !== 'connected') return
  const { account, caipNetworkId } = outcome.connection
  const { owners, threshold, isReadOnly } = parent.info
  found.value = Object.freeze({
    address: account.address,
    caipNetworkId,
    owners: Object.freeze([...owners]),
    threshold,
    isReadOnly,
  })
}
