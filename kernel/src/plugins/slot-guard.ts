import type { Connector } from '../domain/connections/connector.js'
import { plainConnector } from '../domain/connections/plain-connector.js'
import { type ConnectGate, connectGates, connectors } from '../domain/slots.js'
import type { Slots } from './slots.js'

/** Sets the guard of `slots`: connectors are read with validated names and icons. If reading a connect gate throws, its plugin is disabled. */
export function guardSlots(slots: Slots): void {
  slots.guard = (slot, item) => {
    if (slot.name === connectGates.name) void (item as ConnectGate).isOpen.value
    return [slot.name === connectors.name ? plainConnector(item as Connector) : item]
  }
  // adds and removes an empty contribution, so that a list computed earlier is computed again with the guard
  slots.add(connectors, null as never, 0, { owner: '', failed: () => null })()
}
