import type { Account } from '../account.js'
import type { NamespaceDriver } from './adapter.js'
import type { Connected } from './connection.js'

/** Receives the events of a connected wallet. */
export interface WalletEventHandler {
  accounts(wallet: Connected, accounts: readonly Account[]): void
  network(wallet: Connected, caipNetworkId: string): void
  disconnected(wallet: Connected): void
}

/** Subscription to the events of one wallet. */
export interface WalletWatch {
  /** Sets the handler to which events are delivered from now on. */
  deliverTo(eventHandler: WalletEventHandler): void
  /** Whether an event was received but not delivered since the last call of this method. The wallet's previous reply is then outdated. */
  takeMissedEvent(): boolean
  /** Unsubscribes. Further calls have no effect. Throws errors of the wallet. */
  stop(): unknown
}

/**
 * Subscribes to a wallet before the connection request, so that no event is missed. Delivers an event if a handler is set and `findConnection`
 * returns a connection.
 */
export function watchWallet<Provider>(
  driver: NamespaceDriver<Provider>,
  provider: Provider,
  findConnection: () => Connected | undefined,
): WalletWatch {
  let handler: WalletEventHandler | undefined
  let hasMissedEvent = false
  let isStopped = false
  const report = (deliver: (eventHandler: WalletEventHandler, connection: Connected) => void): void => {
    const connection = findConnection()
    if (handler && connection) deliver(handler, connection)
    else hasMissedEvent = true
  }
  const stop = driver.watch(provider, {
    accounts: (accounts) => report((eventHandler, connection) => eventHandler.accounts(connection, accounts)),
    network: (caipNetworkId) => report((eventHandler, connection) => eventHandler.network(connection, caipNetworkId)),
    disconnected: () => report((eventHandler, connection) => eventHandler.disconnected(connection)),
  })
  return {
    deliverTo(eventHandler) {
      handler = eventHandler
    },
    takeMissedEvent() {
      const hadMissedEvent = hasMissedEvent
      hasMissedEvent = false
      return hadMissedEvent
    },
    stop() {
      handler = undefined
      if (isStopped) return null
      isStopped = true
      return stop()
    },
  }
}
