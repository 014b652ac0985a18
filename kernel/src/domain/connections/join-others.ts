import type { Context } from '../../plugins/plugin.js'
import type { ConnectionState } from './connection.js'
import type { Connector } from './connector.js'

const isFree = (state: ConnectionState, connectorId: string): boolean =>
  state.status === 'disconnected' || state.connectorId === connectorId

/**
 * Connects the other namespaces that an approval covers, such as that of a CAIP-25 session: every namespace of the connector in which no other wallet
 * is active. Shows no prompt. Called after a connector with several namespaces has connected one. Returns the connected namespaces.
 */
export async function joinOthers(ctx: Context, connector: Connector, namespace: string): Promise<readonly string[]> {
  const adapters = ctx.connections.adapters.peek()
  const others = connector.namespaces.flatMap((name) =>
    adapters.filter((one) => one.namespace === name && name !== namespace && isFree(one.state.peek(), connector.id)),
  )
  const joined = await Promise.all(
    others.map(async (one): Promise<readonly string[]> => {
      try {
        const { status } = await one.connect(connector, { silent: true })
        return status === 'connected' ? [one.namespace] : []
      } catch (error) {
        ctx.log.warn(`"${connector.name}" could not be joined in ${one.namespace}`, error)
        return []
      }
    }),
  )
  return joined.flat()
}
