import type { Context } from '../../plugins/plugin.js'
import type { ConnectionState } from './connection.js'
import type { Connector } from './connector.js'

const isAvailable = (state: ConnectionState, connectorId: string): boolean =>
  state.status === 'disconnected' || state.connectorId === connectorId

/**
 * Connects `connector` without a prompt in all of its namespaces except `namespace`. Skips namespaces that the visitor has not approved, and
 * namespaces in which another wallet is active or connecting. Resolves to the namespaces that were connected.
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
