import {
  type Context,
  computed,
  type Network,
  type ReadonlySignal,
  type SendHandler,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { sendHandlers } from '@wallet-modal/kernel/assets'

/** Active connection, its network, and the handler of its chain family. */
export interface SendContext {
  readonly connection: WalletConnection
  readonly network: Network
  readonly handler: SendHandler
  /** Changes with wallet, account and network. */
  readonly key: string
}

/**
 * Context of the active connection. `null` if no wallet is connected, if the wallet is on a network that the site does not list, or if the chain
 * family has no handler.
 */
export function createSendContext(ctx: Context): ReadonlySignal<SendContext | null> {
  const handlers = ctx.all(sendHandlers)
  return computed((): SendContext | null => {
    const connection = ctx.connections.active.value
    const { network } = connection ?? {}
    const handler = handlers.value.find((one) => one.namespace === connection?.namespace)
    if (!connection || !network || !handler) return null
    const { connectorId, account, caipNetworkId } = connection
    const key = `${connectorId} ${caipNetworkId} ${account.address} ${account.type}`
    return { connection, network, handler, key }
  })
}
