import type { Context } from '../plugin.js'
import type { StandardSchema } from '../schema.js'
import { type ReadonlySignal, untracked } from '../signals.js'
import type { Attempt, Connected, Connection } from './connection.js'
import type { Connector } from './connector.js'

/** Storage key of a namespace plugin under which the last connector is remembered. */
export const REMEMBERED = 'connector'

/** How long a page shows `reconnecting` before it admits to be disconnected; a wallet that answers later still counts. */
export const RESTORE_MS = 2000

const connectorId: StandardSchema<string> = {
  '~standard': {
    version: 1,
    vendor: 'wallet-modal',
    validate: (value) =>
      typeof value === 'string' && value.length > 0 && value.length <= 200 ? { value } : { issues: [{ message: 'not a connector id' }] },
  },
}

interface RestoreOptions {
  readonly connection: Connection
  readonly connectors: ReadonlySignal<readonly Connector[]>
  /** Reaches the wallet without a prompt. */
  reach(attempt: Attempt, connector: Connector): Promise<Connected | null>
  ended(): void
}

/** Brings the last connection back without a prompt, waits for wallets that announce themselves late, and follows other tabs. */
export function createRestore(ctx: Context, { connection, connectors, reach, ended }: RestoreOptions): { remember(id: string): void } {
  const remembered = (): string | null => ctx.storage.get(REMEMBERED, connectorId)

  const start = (id: string): (() => void) => {
    const attempt = connection.begin('reconnecting', id)
    const timer = setTimeout(() => attempt.suspend(), RESTORE_MS)
    const stopWaiting = connectors.subscribe((offered) => {
      const connector = offered.find((one) => one.id === id)
      if (!connector || attempt.signal.aborted) return
      queueMicrotask(() => stopWaiting())
      untracked(() => reach(attempt, connector)).then(
        (found) => {
          if (!found) attempt.fail()
        },
        (error: unknown) => {
          ctx.log.info(`could not reconnect "${id}"`, error)
          attempt.fail()
        },
      )
    })
    return () => {
      clearTimeout(timer)
      stopWaiting()
    }
  }
  ctx.effect(() =>
    untracked(() => {
      const id = remembered()
      let stop = id && connection.state.peek().status === 'disconnected' ? start(id) : (): void => {}
      const unwatch = ctx.storage.watch(REMEMBERED, () => {
        const now = connection.state.peek()
        const other = remembered()
        if (!other && now.status === 'connected') ended()
        else if (other && now.status === 'disconnected') {
          stop()
          stop = start(other)
        }
      })
      return () => {
        unwatch()
        stop()
      }
    }),
  )
  return { remember: (id) => ctx.storage.set(REMEMBERED, id) }
}
