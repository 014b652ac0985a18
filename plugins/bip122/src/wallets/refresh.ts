import type { BitcoinListener, BitcoinSession } from '../contract.js'

interface Refresh {
  /** The wallet says that something changed: it is asked what, without a prompt. */
  run(): void
  stop(): void
}

/** Tells the listener what a wallet says after a change. Only the answer to the last question counts. */
export function createRefresh(ask: () => Promise<BitcoinSession | null>, listener: BitcoinListener): Refresh {
  let asked = 0
  return {
    run() {
      const question = ++asked
      ask().then(
        (session) => {
          if (question !== asked) return
          if (session) {
            listener.accounts(session.accounts)
            listener.network(session.caipNetworkId)
          } else listener.disconnected()
        },
        () => undefined, // a wallet that tells of a change and cannot say which has told nothing
      )
    },
    stop() {
      asked++
    },
  }
}
