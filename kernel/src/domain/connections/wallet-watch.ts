import type { Account } from '../account.js'
import type { NamespaceDriver } from './adapter.js'
import type { Connected } from './connection.js'

/** Receives the events of a connected wallet. */
export interface WalletNews {
  accounts(live: Connected, accounts: readonly Account[]): void
  network(live: Connected, caipNetworkId: string): void
  disconnected(live: Connected): void
}

/** One wallet whose reports are received. */
export interface WalletWatch {
  /** Delivers events from now on. Earlier events only mark the state that was read as outdated. */
  deliverTo(news: WalletNews): void
  /** Whether the wallet reported something since the last call. */
  takeStale(): boolean
  /** Ends it, once. Errors of the wallet are thrown. */
  stop(): unknown
}

/** Starts before the connection request, so that no event is missed. Events are delivered while `live` returns the connection. */
export function watchWallet<Provider>(
  driver: NamespaceDriver<Provider>,
  provider: Provider,
  live: () => Connected | undefined,
): WalletWatch {
  let receiver: WalletNews | undefined
  let isStale = false
  let isStopped = false
  const report = (deliver: (news: WalletNews, connection: Connected) => void): void => {
    const connection = live()
    if (receiver && connection) deliver(receiver, connection)
    else isStale = true
  }
  const stop = driver.watch(provider, {
    accounts: (accounts) => report((news, connection) => news.accounts(connection, accounts)),
    network: (caipNetworkId) => report((news, connection) => news.network(connection, caipNetworkId)),
    disconnected: () => report((news, connection) => news.disconnected(connection)),
  })
  return {
    deliverTo(news) {
      receiver = news
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
