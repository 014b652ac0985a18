import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import type { Actions } from './actions.js'
import type { Attempt, Connected, NamespaceConnections, NamespaceState } from './connection.js'
import type { ConnectionRequests } from './connection-requests.js'
import type { Connector } from './connector.js'
import { readStoredWallets, type StoredWallet } from './storage/stored-wallets.js'
import { identityOf, selectAccount, type WalletStorage } from './storage/wallet-storage.js'

/** Time in milliseconds after which the state is `disconnected` instead of `reconnecting`. A later reply is still accepted. */
export const RESTORE_MS = 1500

interface RestoreOptions {
  readonly state: ReadonlySignal<NamespaceState>
  readonly connections: NamespaceConnections
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly storage: WalletStorage
  readonly requests: ConnectionRequests
  /** `undefined` until the code of the actions is loaded. */
  actions(): Actions | undefined
}

/** Pending restore of one wallet. */
interface Restoration {
  /**
   * Set if the wallet is to become active. If a newer request has replaced this attempt, the wallet becomes active only if no other wallet is active
   * when it replies. The newer request then continues.
   */
  attempt?: Attempt
  timer?: ReturnType<typeof setTimeout>
}

/** Calls `run` once, in a microtask, as soon as the connector with this id is available. Returns a function that stops waiting. */
function whenAvailable(
  connectors: ReadonlySignal<readonly Connector[]>,
  id: string,
  run: (connector: Connector) => void,
): () => void {
  let isFound = false
  let isStopped = false
  const unsubscribe = connectors.subscribe((available) => {
    const connector = available.find((other) => other.id === id)
    // a wallet that claims the identity of another wallet is not restored: the visitor has to see the warning first
    if (!connector || connector.suspicious || isFound) return
    isFound = true
    // in a microtask: `subscribe` calls its listener at once, when `unsubscribe` is not assigned yet
    queueMicrotask(() => {
      unsubscribe()
      if (!isStopped) run(connector)
    })
  })
  return () => {
    isStopped = true
    unsubscribe()
  }
}

/**
 * Returns a function that synchronizes the connections with the stored wallets: connects stored wallets without a prompt, as soon as their connectors
 * are available, and disconnects other wallets. Called at the start, and whenever another tab has changed the stored wallets.
 */
export function createRestore(
  ctx: Context,
  { state, connections, connectors, storage, requests, actions }: RestoreOptions,
): () => void {
  const restorations = new Map<string, Restoration>()

  const makeActive = (id: string, restoration: Restoration): void => {
    restoration.attempt = connections.begin('reconnecting', id)
    restoration.timer = setTimeout(restoration.attempt.suspend, RESTORE_MS)
  }
  const restore = (id: string, stored: StoredWallet): Restoration => {
    const restoration: Restoration = {}
    const controller = new AbortController()
    const { signal } = controller
    restorations.set(id, restoration)
    requests.setCleanup(id, () => controller.abort())
    const stopWaiting = whenAvailable(connectors, id, (connector) => {
      const succeed = (wallet: Connected): boolean => {
        if (!restoration.attempt?.succeed(wallet)) connections.add(wallet, readStoredWallets(ctx)[0]?.[0] === id)
        return true
      }
      // a wallet that cannot be restored stays stored, because deleting it would disconnect other tabs
      const request = requests.send({ signal, succeed }, connector, { stored })
      const log = (error: unknown): void => ctx.log.info(`could not reconnect "${id}"`, error)
      request.catch(log).finally(() => controller.abort())
    })
    signal.addEventListener('abort', () => {
      clearTimeout(restoration.timer)
      if (restorations.get(id) === restoration) restorations.delete(id)
      restoration.attempt?.fail()
      stopWaiting()
    })
    return restoration
  }
  const apply = (stored: StoredWallet, isActive: boolean): void => {
    const [id = '', chosen, firstAccount] = stored
    const wallet = connections.find(id)
    if (!wallet) {
      const restoration = restorations.get(id) ?? restore(id, stored)
      if (isActive && (!restoration.attempt || restoration.attempt.signal.aborted)) makeActive(id, restoration)
      return
    }
    const account = selectAccount(wallet.accounts, identityOf(chosen), identityOf(firstAccount))
    if (account && account.address !== wallet.account.address) actions()?.change(id, { account })
    const before = connections.active()
    if (!isActive || before?.connectorId === id) return
    connections.use(id)
    actions()?.emitChanges(before, true)
  }
  return () => {
    const all = readStoredWallets(ctx)
    all.forEach((stored, index) => {
      if (stored[0]) apply(stored, index === 0 && state.peek().state.status !== 'connecting')
    })
    const isRemoved = (id: string): boolean => !storage.isUnstored(id) && !all.some(([storedId]) => storedId === id)
    for (const id of [...restorations.keys()].filter(isRemoved)) requests.runCleanup(id)
    for (const { connectorId: id } of state.peek().connections) if (isRemoved(id)) actions()?.removeLostWallet(id)
    if (state.peek().state.status === 'reconnecting') connections.settle() // another tab made a different wallet active, or none
  }
}
