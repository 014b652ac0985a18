import type { BitcoinListener, BitcoinSession } from '../contract.js'

interface Refresh {
  /** Reads the wallet's state after it reported a change. Does not prompt. */
  run(): void
  stop(): void
}

/** Reports the wallet's state after a change. Only the reply to the latest query counts. */
export function createRefresh(readSession: () => Promise<BitcoinSession | null>, listener: BitcoinListener): Refresh {
  let requestCount = 0
  return {
    run() {
      const requestId = ++requestCount
      readSession().then(
        (session) => {
          if (requestId !== requestCount) return
          if (session) {
            listener.accounts(session.accounts)
            listener.network(session.caipNetworkId)
          } else listener.disconnected()
        },
        () => undefined, // if the state cannot be read, the change is ignored
      )
    },
    stop() {
      requestCount++
    },
  }
}
