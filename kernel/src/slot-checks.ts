import type { Connector } from './domain/connector.js'
import { checkNetwork, type Network } from './domain/network.js'
import { connectors, type Endpoint, endpoints, networks } from './domain/slots.js'
import { fail } from './errors.js'
import type { SlotCheck } from './slots.js'

/** What the kernel itself reads from slots is checked where it comes in, so that its contributor is to blame. */
export const slotChecks: Readonly<Record<string, SlotCheck>> = {
  [connectors.name](item) {
    const { id, name, namespaces, provider } = item as Connector
    if (
      typeof id === 'string' &&
      id &&
      typeof name === 'string' &&
      Array.isArray(namespaces) &&
      typeof provider === 'function'
    )
      return id
    return fail('INVALID_DATA', 'a connector needs "id", "name", "namespaces" and "provider()"')
  },
  [endpoints.name](item) {
    if (!/^(https?|wss?):\/\//.test(String((item as Endpoint).url)))
      fail('INVALID_DATA', 'an endpoint needs an http(s) or ws(s) "url"')
    return undefined
  },
  [networks.name](item) {
    if (process.env.NODE_ENV !== 'production') checkNetwork(item as Network)
    return undefined
  },
}
