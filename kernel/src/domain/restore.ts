import type { Context } from '../plugin.js'
import { type ReadonlySignal, untracked } from '../signals.js'
import type { Attempt, Connected, Connection, ConnectionState } from './connection.js'
import type { Connector } from './connector.js'
import { REMEMBERED, remembered } from './remembered.js'

/** How long a page shows `reconnecting` before it admits to be disconnected; a wallet that answers later still counts. */
export const RESTORE_MS = 1500

interface RestoreOptions {
  readonly state: ReadonlySignal<ConnectionState>
  readonly connection: Connection
  readonly connectors: ReadonlySignal<readonly Connector[]>
  /** Reaches the wallet without a prompt; `null` where it would need one. */
  reach(attempt: Attempt, connector: Connector): Promise<Connected | null>
  /** Another tab disconnected. */
  ended(): void
}

/** Brings the last connection back without a prompt, waits for wallets that announce themselves late, and follows other tabs. */
export function createRestore(ctx: Context, { state, connection, connectors, reach, ended }: RestoreOptions): void {
  const start = (id: string): void => {
    const attempt = connection.begin('reconnecting', id)
    const timer = setTimeout(() => attempt.suspend(), RESTORE_MS)
    let isFound = false
    const look = (offered: readonly Connector[]): void => {
      const connector = offered.find((one) => one.id === id)
      // who claims another wallet's identity is asked only by a visitor who has seen the warning
      if (!connector || connector.suspicious || isFound) return
      isFound = true
      queueMicrotask(stop) // the first call comes before there is anything to stop
      untracked(() => reach(attempt, connector))
        .then(
          (found) => {
            // remembered all the same: another tab may be connected, and it would follow
            if (!found) attempt.fail()
          },
          (error: unknown) => {
            if (attempt.fail()) ctx.log.info(`could not reconnect "${id}"`, error)
          },
        )
        .finally(() => clearTimeout(timer))
    }
    const stop = (): void => unsubscribe()
    const unsubscribe = connectors.subscribe(look)
    attempt.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      stop()
    })
  }
  const follow = (): void => {
    const id = remembered(ctx)
    const { status } = state.peek()
    const known = connection.live()?.connectorId
    if (id === null) {
      if (status !== 'connecting') ended()
    } else if (status !== 'connecting' && id !== known) start(id)
  }
  const id = remembered(ctx)
  if (id !== null) start(id)
  ctx.onDispose(ctx.storage.watch(REMEMBERED, follow))
}
