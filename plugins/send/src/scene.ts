import {
  type ActiveConnection,
  type Context,
  computed,
  type Network,
  type ReadonlySignal,
  type SendHandler,
} from '@wallet-modal/kernel'
import { sendHandlers } from '@wallet-modal/kernel/assets'

/** Who sends, where, and with which handler. Everything that is read or made is made for one of these. */
export interface Scene {
  readonly connection: ActiveConnection
  readonly network: Network
  readonly handler: SendHandler
  /** Differs where wallet, account or network differ. */
  readonly key: string
}

/** `null` while nobody is connected, on a network that the site does not list, and for families that nobody can send on. */
export function createScene(ctx: Context): {
  readonly scene: ReadonlySignal<Scene | null>
  readonly handler: ReadonlySignal<SendHandler | undefined>
} {
  const handlers = ctx.all(sendHandlers)
  const handler = computed(() => {
    const namespace = ctx.connections.active.value?.namespace
    return handlers.value.find((one) => one.namespace === namespace)
  })
  const scene = computed((): Scene | null => {
    const connection = ctx.connections.active.value
    const { network } = connection ?? {}
    if (!connection || !network || !handler.value) return null
    const { connectorId, account, caipNetworkId } = connection
    const key = `${connectorId} ${caipNetworkId} ${account.address} ${account.type}`
    return { connection, network, handler: handler.value, key }
  })
  return { scene, handler }
}
