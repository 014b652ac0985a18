import type { Context } from '../../plugins/plugin.js'
import type { ConnectionState } from './connection.js'
import type { Connector } from './connector.js'

const isAvailable = (state: ConnectionState, connectorId: string): boolean =>
  state.status === 'disconnected' || state.connectorId === connectorId

/**
 * Connects the other namespaces that the visitor approved together with `namespace`, such as those of a CAIP-25 session. Skips namespaces in which
 * another wallet is active. Shows no prompt. Called after a connector with several namespaces has connected one. Resolves to the namespaces that were
 * connected.
 */
export async function joinOthers(ctx: Context, connector: Connector, namespace: string): Promise<readonly string[]> {
  const adapters = ctx.connections.adapters.peek()
  const others = connector.namespaces.flatMap((name) =>
    adapters.filter(
      (one) => one.namespace === name && name !== namespace && isAvailable(one.state.peek(), connector.id),
    ),
  )
  const connected = await Promise.all(
    others.map(async (one): Promise<readonly string[]> => {
      try {
        const { status } = await one.connect(connector, { silent: true })
        return status === 'connected' ? [one.namespace] : []
      } catch (error) {
        ctx.log.warn(`"${connector.name}" could not connect in ${one.namespace}`, error)
        return []
      }
    }),
  )
  return connected.flat()
}
