import { plainIcon, plainName } from '../../discovery.js'
import type { Connector } from './connector.js'

const plainConnectors = new WeakMap<Connector, Connector>()

/**
 * Connector with validated `name` and `icon`, by the rules for discovered wallets: {@link plainName} and {@link plainIcon}. A name without visible
 * characters is replaced by the id. Returns the same object if both are valid, and otherwise the same copy for the same connector.
 */
export function plainConnector(connector: Connector): Connector {
  const { id, icon, ...others } = connector
  const [name = id, plain] = [plainName(others.name), plainIcon(icon)]
  if (name === others.name && plain === icon) return connector
  const existing = plainConnectors.get(connector)
  const provider: Connector['provider'] = (request) => connector.provider(request)
  const result = existing ?? { ...others, id, name, ...(plain && { icon: plain }), provider }
  plainConnectors.set(connector, result)
  return result
}
