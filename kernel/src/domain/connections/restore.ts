import type { Context } from '../../plugins/plugin.js'
import { type ReadonlySignal, untracked } from '../../signals.js'
import type { Actions } from './actions.js'
import type { Attempt, Connected, Connection, NamespaceState } from './connection.js'
import type { ConnectionRequests } from './connection-requests.js'
import type { Connector } from './connector.js'
import { accountInUse, identityOf } from './memory.js'
import { readStoredWallets, type StoredWallet } from './stored-wallets.js'

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
const preferNetwork = (connector: Connector, caipNetworkId: string | undefined): Connector => ({
  ...connector,
  provider: ({ networks, ...request }) => {
    const lastNetworks = networks.filter((one) => one.caipNetworkId === caipNetworkId)
    return connector.provider({ ...request, networks: [...new Set([...lastNetworks, ...networks])] })
  },
})

/** Wallet that is being restored. */
interface Restoring {
  /** Set if it becomes the active one; after a newer request it is restored in the background. */
  attempt?: Attempt
  timer?: ReturnType<typeof setTimeout>
}

/** Calls `found` once, as soon as a connector is offered. Returns a function that stops waiting. */
function whenOffered(
  connectors: ReadonlySignal<readonly Connector[]>,
  id: string,
  found: (connector: Connector) => void,
): () => void {
  let isFound = false
  const unsubscribe = connectors.subscribe((offered) => {
    const connector = offered.find((other) => other.id === id)
    // a wallet that claims another one's identity is connected only by a visitor who has seen the warning
    if (!connector || connector.suspicious || isFound) return
    isFound = true
    queueMicrotask(() => unsubscribe()) // the first call happens before subscribe() returns
    found(connector)
  })
  return unsubscribe
}

/**
 * Restores wallets without a prompt, waits for those that announce themselves late, and follows other tabs. The returned function is called at the
 * start, and whenever another tab has changed the stored wallets.
 */
export function createRestore(
  ctx: Context,
  { state, connection, connectors, requests, actions }: RestoreOptions,
): () => void {
  const restoring = new Map<string, Restoring>()

  /** Displays the wallet as `reconnecting`, and makes it active once it is connected. */
  const makeActive = (id: string, one: Restoring): void => {
    one.attempt = connection.begin('reconnecting', id)
    one.timer = setTimeout(one.attempt.suspend, RESTORE_MS)
  }
  const restore = (id: string, stored: StoredWallet): Restoring => {
    const one: Restoring = {}
    const ended = new AbortController()
    restoring.set(id, one)
    requests.hold(id, () => ended.abort())
    const stopWaiting = whenOffered(connectors, id, (connector) => {
      const succeed = (found: Connected): boolean => {
        if (!one.attempt?.succeed(found)) connection.add(found)
        return true
      }
      // stays stored even if it cannot be restored: another tab may be connected, and would disconnect
      untracked(() => requests.send({ signal: ended.signal, succeed }, preferNetwork(connector, stored[3]), { stored }))
        .catch((error: unknown) => ctx.log.info(`could not reconnect "${id}"`, error))
        .finally(() => ended.abort())
    })
    ended.signal.addEventListener('abort', () => {
      clearTimeout(one.timer)
      if (restoring.get(id) === one) restoring.delete(id)
      one.attempt?.fail()
      stopWaiting()
    })
    return one
  }
  const follow = (stored: StoredWallet, isWanted: boolean): void => {
    const [id = '', chosen, firstAccount] = stored
    const live = connection.find(id)
    if (!live) {
      const one = restoring.get(id) ?? restore(id, stored)
      if (isWanted && (!one.attempt || one.attempt.signal.aborted)) makeActive(id, one)
      return
    }
    const account = accountInUse(live.accounts, identityOf(chosen), identityOf(firstAccount))
    if (account && account.address !== live.account.address) actions()?.change(id, { account })
    const before = connection.active()
    if (!isWanted || before?.connectorId === id) return
    connection.use(id)
    actions()?.emitChanges(before)
  }
  return () => {
    const all = readStoredWallets(ctx) ?? []
    all.forEach((stored, at) => {
      if (stored[0]) follow(stored, at === 0 && state.peek().shown.status !== 'connecting')
    })
    const isRemoved = (id: string): boolean => !all.some(([one]) => one === id)
    for (const id of [...restoring.keys()].filter(isRemoved)) requests.release(id)
    for (const { connectorId } of state.peek().live) if (isRemoved(connectorId)) actions()?.drop(connectorId)
    if (state.peek().shown.status === 'reconnecting') connection.settle() // the awaited wallet is no longer active
  }
}
