import type { Account } from '../account.js'
import type { NamespaceDriver } from './adapter.js'
import type { Connected } from './connection.js'

/** Receives the events of a connected wallet. */
export interface WalletEventHandler {
  accounts(live: Connected, accounts: readonly Account[]): void
  network(live: Connected, caipNetworkId: string): void
  disconnected(live: Connected): void
}

/** Subscription to the events of one wallet. */
export interface WalletWatch {
  /** Delivers events from now on. Earlier events only mark the state that was read as outdated. */
  deliverTo(eventHandler: WalletEventHandler): void
  /** Whether the wallet emitted an event since the last call. */
  takeStale(): boolean
  /** Unsubscribes, once. Errors of the wallet are thrown. */
  stop(): unknown
}

/** Starts before the connection request, so that no event is missed. Events are delivered while `live` returns the connection. */
export function watchWallet<Provider>(
  driver: NamespaceDriver<Provider>,
  provider: Provider,
  live: () => Connected | undefined,
): WalletWatch {
  let receiver: WalletEventHandler | undefined
  let isStale = false
  let isStopped = false
  const report = (deliver: (eventHandler: WalletEventHandler, connection: Connected) => void): void => {
    const connection = live()
    if (receiver && connection) deliver(receiver, connection)
    else isStale = true
  }
  const stop = driver.watch(provider, {
    accounts: (accounts) => report((eventHandler, connection) => eventHandler.accounts(connection, accounts)),
    network: (caipNetworkId) => report((eventHandler, connection) => eventHandler.network(connection, caipNetworkId)),
    disconnected: () => report((eventHandler, connection) => eventHandler.disconnected(connection)),
  })
  return {
    deliverTo(eventHandler) {
      receiver = eventHandler
    },
    takeStale() {
      const was = isStale
      isStale = false
      return was
    },
    stop() {
      receiver = undefined
      if (isStopped) return null
      isStopped = true
      return stop()
    },
  }
}
