import type { BitcoinListener, BitcoinSession } from '../contract.js'

interface Refresh {
  /** The wallet reported a change: reads its state, without prompting. */
  run(): void
  stop(): void
}

/** Reports the wallet's state after a change. Only the reply to the latest query counts. */
export function createRefresh(ask: () => Promise<BitcoinSession | null>, listener: BitcoinListener): Refresh {
  let requestCount = 0
  return {
    run() {
      const question = ++requestCount
      ask().then(
        (session) => {
          if (question !== requestCount) return
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
