import type { BitcoinListener, BitcoinSession } from '../contract.js'

interface Refresh {
  /** Reads the wallet's session and reports it to the listener. Does not prompt. */
  run(): void
  stop(): void
}

/** Reports a wallet's session after each change. Replies to earlier queries are ignored. */
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
