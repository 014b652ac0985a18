import type { Context } from '../../plugins/plugin.js'
import { type ReadonlySignal, untracked } from '../../signals.js'
import type { Actions } from './actions.js'
import type { Attempt, Connected, Connection, NamespaceState } from './connection.js'
import type { ConnectionRequests } from './connection-requests.js'
import type { Connector } from './connector.js'
import { accountInUse, identityOf } from './memory.js'
import { type Remembered, remembered } from './remembered.js'

/** Time after which a page displays `disconnected` instead of `reconnecting`; a later reply is still accepted. */
export const RESTORE_MS = 1500

interface RestoreOptions {
  readonly state: ReadonlySignal<NamespaceState>
  readonly connection: Connection
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly requests: ConnectionRequests
  /** Loaded as soon as a wallet is connected. */
  actions(): Actions | undefined
}

/** Lists the wallet's last network first. */
const backOn = (connector: Connector, caipNetworkId: string | undefined): Connector => ({
  ...connector,
  provider: ({ networks, ...request }) => {
    const was = networks.filter((one) => one.caipNetworkId === caipNetworkId)
    return connector.provider({ ...request, networks: [...new Set([...was, ...networks])] })
  },
})

/** Wallet to restore. */
interface Returning {
  /** Set if it becomes the active one; after a newer request it is restored in the background. */
  attempt?: Attempt
  timer?: ReturnType<typeof setTimeout>
}

/**
 * Restores wallets without a prompt, waits for those that announce themselves late, and follows other tabs. The returned function is called at the
 * start, and whenever another tab has changed the stored wallets.
 */
export function createRestore(
  ctx: Context,
  { state, connection, connectors, requests, actions }: RestoreOptions,
): () => void {
  const returning = new Map<string, Returning>()

  const show = (id: string, one: Returning): void => {
    const attempt = connection.begin('reconnecting', id)
    one.attempt = attempt
    one.timer = setTimeout(() => attempt.suspend(), RESTORE_MS)
  }
  const bring = (id: string, kept: Remembered): Returning => {
    const one: Returning = {}
    const given = new AbortController()
    let isFound = false
    const look = (offered: readonly Connector[]): void => {
      const connector = offered.find((other) => other.id === id)
      // a wallet that claims another one's identity is connected only by a visitor who has seen the warning
      if (!connector || connector.suspicious || isFound) return
      isFound = true
      queueMicrotask(stop) // the first call happens before there is anything to stop
      const succeed = (found: Connected): boolean => {
        if (!one.attempt?.succeed(found)) connection.add(found)
        return true
      }
      // stays stored even if it cannot be restored: another tab may be connected, and would disconnect
      untracked(() => requests.send({ signal: given.signal, succeed }, backOn(connector, kept[3]), { kept }))
        .catch((error: unknown) => ctx.log.info(`could not reconnect "${id}"`, error))
        .finally(() => given.abort())
    }
    const stop = (): void => unsubscribe()
    returning.set(id, one)
    requests.hold(id, () => given.abort())
    const unsubscribe = connectors.subscribe(look)
    given.signal.addEventListener('abort', () => {
      clearTimeout(one.timer)
      if (returning.get(id) === one) returning.delete(id)
      one.attempt?.fail()
      stop()
    })
    return one
  }
  const follow = (kept: Remembered, isWanted: boolean): void => {
    const [id = '', chosen, over] = kept
    const live = connection.find(id)
    if (!live) {
      const one = returning.get(id) ?? bring(id, kept)
      if (isWanted && (!one.attempt || one.attempt.signal.aborted)) show(id, one)
      return
    }
    const account = accountInUse(live.accounts, identityOf(chosen), identityOf(over))
    if (account && account.address !== live.account.address) actions()?.change(id, { account })
    const before = connection.live()
    if (!isWanted || before?.connectorId === id) return
    connection.use(id)
    actions()?.tell(before)
  }
  return () => {
    const all = remembered(ctx) ?? []
    all.forEach((kept, at) => {
      if (kept[0]) follow(kept, at === 0 && state.peek().shown.status !== 'connecting')
    })
    const isGone = (id: string): boolean => !all.some(([one]) => one === id)
    for (const id of [...returning.keys()].filter(isGone)) requests.release(id)
    for (const { connectorId } of state.peek().live) if (isGone(connectorId)) actions()?.drop(connectorId)
    if (state.peek().shown.status === 'reconnecting') connection.rest() // the awaited wallet is no longer active
  }
}
