import { fail, messageOf, quote, WalletModalError } from '../../errors/errors.js'
import { guarded } from '../../errors/guard.js'
import { lazyOnce } from '../../lazy-once.js'
import type { Context } from '../../plugins/plugin.js'
import { readWith } from '../../plugins/schema.js'
import { batch, type ReadonlySignal, type Signal } from '../../signals.js'
import { connectFailed, disconnected } from '../events.js'
import type { Network } from '../network.js'
import type { Actions } from './actions.js'
import type { ConnectOptions, ConnectOutcome, NamespaceDriver } from './adapter.js'
import {
  type Connected,
  createNamespaceConnections,
  type NamespaceConnections,
  type NamespaceState,
} from './connection.js'
import { type ConnectionRequests, createConnectionRequests } from './connection-requests.js'
import type { Connector } from './connector.js'
import { plainConnector } from './plain-connector.js'
import { readStoredWallets, type StoredWallet, WALLETS_KEY } from './storage/stored-wallets.js'
import { createWalletStorage, type WalletStorage } from './storage/wallet-storage.js'

interface MachineDependencies {
  readonly state: Signal<NamespaceState>
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly networks: ReadonlySignal<readonly Network[]>
  /** Loads the code that tracks transactions. Absent if the chain family does not support transactions. */
  readonly loadTransactions: (() => Promise<unknown>) | undefined
}

/** Storage key of tracked transactions, as in `transactions/tracking/status-tracker.ts`. */
const TRANSACTIONS = 'transactions'
const anyValue = readWith((stored) => stored)

/** State machine behind a `NamespaceAdapter`; loaded on the first connect, or to restore stored wallets. */
export interface Machine {
  connect(connector: Connector, options?: ConnectOptions): Promise<ConnectOutcome>
  /** `stored`: wallets that were stored before the call. The caller may already have deleted them. */
  disconnect(connectorId: string | undefined, stored: readonly StoredWallet[]): Promise<void>
  /** Actions on connected wallets; `undefined` until their code is loaded. */
  actions(): Actions | undefined
  loadActions(): Promise<Actions>
  parseAddress(text: string): Promise<string>
}

/** Creates the state machine of one namespace. It sends requests to wallets, writes `state` and emits events. */
export function createMachine<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  dependencies: MachineDependencies,
): Machine {
  const { state, networks, loadTransactions } = dependencies
  const { namespace } = driver
  const connections = createNamespaceConnections(state)
  const storage = createWalletStorage(ctx, driver.isUnordered)
  const isRejection = createRejectionCheck(driver)
  const requests = createConnectionRequests(ctx, driver, {
    connections,
    networks,
    storage,
    isRejection,
    eventHandler: async () => (await loadActions()).eventHandler,
  })
  let actions: Actions | undefined
  const loadActions = async (): Promise<Actions> => {
    if (actions) return actions // even for a loaded module, `import()` resolves in a later task, which would delay a click
    const { createActions } = await import('./actions.js')
    actions ??= createActions(ctx, driver, { ...dependencies, connections, storage, requests, isRejection })
    return actions
  }
  let restore: (() => void) | undefined
  const loadRestore = lazyOnce(async () => {
    const { createRestore } = await import('./restore.js')
    restore = createRestore(ctx, { ...dependencies, connections, storage, requests, actions: () => actions })
    return restore
  })
  followStoredWallets(ctx, state, connections, loadRestore)
  if (loadTransactions && ctx.storage.get(TRANSACTIONS, anyValue)) loadTransactions().catch(ctx.log.info)
  ctx.onDispose(() => {
    requests.runCleanup()
    connections.end()
  })
  return {
    connect: createConnect(ctx, { namespace, networks, connections, requests, isRejection }),
    disconnect: createDisconnect(ctx, namespace, {
      state,
      connections,
      storage,
      requests,
      restore: () => void (ctx.abortSignal.aborted || restore?.()),
      loadActions,
      actions: () => actions,
    }),
    actions: () => actions,
    loadActions,
    parseAddress: async (text) => driver.parseAddress(text),
  }
}

interface DisconnectDependencies extends Pick<Machine, 'actions' | 'loadActions'> {
  readonly state: ReadonlySignal<NamespaceState>
  readonly connections: NamespaceConnections
  readonly storage: WalletStorage
  readonly requests: ConnectionRequests
  /** Restores the stored wallets that are not connected, if the code for restoring is loaded. */
  restore(): void
}

/**
 * Returns the function that disconnects one wallet, or all wallets of the chain family, also stored wallets that are not restored yet. Updates state
 * and storage before it asks the wallets to revoke the permission, because a wallet may not answer.
 */
function createDisconnect(
  ctx: Context,
  namespace: string,
  { state, connections, storage, requests, restore, loadActions, actions }: DisconnectDependencies,
): Machine['disconnect'] {
  return async (connectorId, stored) => {
    const before = connections.active()
    const previous = state.peek()
    const isSelected = (id: string): boolean => connectorId === undefined || id === connectorId
    const wallets = previous.connections.filter((one) => isSelected(one.connectorId))
    const unrestored = stored.flatMap(([id]) => (id && isSelected(id) && !connections.find(id) ? [id] : []))
    const isNoOp = connectorId !== undefined && !wallets[0] && !unrestored[0]
    if (isNoOp && Object(previous.state).connectorId !== connectorId) return
    // without an id, the stored wallets are deleted already, and another tab may have stored one since
    if (connectorId !== undefined || wallets[0]) storage.remove(connectorId, !wallets[0])
    const next = unrestored[0] && readStoredWallets(ctx)[0]?.[0]
    if (next) restore() // makes the next stored wallet active if the disconnected one was
    requests.runCleanup(connectorId)
    connections.end(connectorId)
    const now = connections.active()
    if (now && now !== before) storage.storeActive(now)
    const hasChanged = previous.state.status !== state.peek().state.status || unrestored[0] === (stored[0]?.[0] ?? '')
    if (before) actions()?.emitChanges(before)
    else if (!now && !next && hasChanged) ctx.emit(disconnected, { namespace })
    if (!wallets[0] && !unrestored[0]) return
    const { revoke, revokeStored } = await loadActions()
    await Promise.all([...wallets.map(revoke), ...unrestored.map(revokeStored)])
  }
}

/** Creates a check whether an error means that the visitor rejected the request. The check returns `false` if the driver throws. */
function createRejectionCheck(driver: { isRejection(error: unknown): boolean }): (error: unknown) => boolean {
  const check = guarded(
    (error: unknown) => driver.isRejection(error),
    () => null,
  )
  return (error) => check(error) === true
}

/** Restores stored wallets at the start, if there are any, and when another tab changes them. */
function followStoredWallets(
  ctx: Context,
  state: ReadonlySignal<NamespaceState>,
  connections: NamespaceConnections,
  loadRestore: () => Promise<() => void>,
): void {
  const restore = (): void => {
    loadRestore().then(
      (run) => {
        if (!ctx.abortSignal.aborted) run()
      },
      (error: unknown) => {
        connections.settle()
        ctx.log.warn(error)
      },
    )
  }
  if (readStoredWallets(ctx)[0]) restore()
  else if (state.peek().state.status === 'reconnecting') connections.settle() // another tab deleted the stored wallets
  ctx.onDispose(ctx.storage.watch(WALLETS_KEY, restore))
}

interface ConnectDependencies extends Pick<MachineDependencies, 'networks'> {
  readonly namespace: string
  readonly connections: NamespaceConnections
  readonly requests: ConnectionRequests
  isRejection(error: unknown): boolean
}

/** Creates `connect` of {@link Machine}. A newer attempt replaces a pending one. */
function createConnect(
  ctx: Context,
  { namespace, networks, connections, requests, isRejection }: ConnectDependencies,
): Machine['connect'] {
  return async (connector, { signal, silent, caipNetworkId, onUse } = {}) => {
    if (signal?.aborted || ctx.abortSignal.aborted) {
      connections.settle()
      return { status: 'superseded' }
    }
    if (caipNetworkId !== undefined && !networks.peek().some((one) => one.caipNetworkId === caipNetworkId)) {
      connections.settle()
      fail('UNKNOWN_NETWORK', `${quote(caipNetworkId)} is not one of the networks of this site. Add it to "networks".`)
    }
    const attempt = connections.begin(silent ? 'reconnecting' : 'connecting', connector.id)
    const cancel = (): void => void attempt.fail()
    const succeed = (wallet: Connected): boolean =>
      batch(() => {
        const isActive = attempt.succeed(wallet)
        if (isActive) onUse?.()
        return isActive
      })
    const aborted = new Promise<null>((resolve) => {
      attempt.signal.addEventListener('abort', () => resolve(null))
    })
    signal?.addEventListener('abort', cancel)
    try {
      const request = requests.send({ ...attempt, succeed }, connector, { silent, caipNetworkId })
      const outcome = await Promise.race([request, aborted])
      if (outcome) return outcome
      return { status: attempt.fail() ? 'notGranted' : 'superseded' }
    } catch (error) {
      if (!attempt.fail()) return { status: 'superseded' }
      const rejected = isRejection(error)
      const message = messageOf(error)
      if (!silent) ctx.emit(connectFailed, { namespace, connectorId: connector.id, rejected, message })
      if (rejected) return { status: 'rejected' }
      throw new WalletModalError('CONNECT_FAILED', `${plainConnector(connector).name} could not connect: ${message}`, {
        cause: error,
      })
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
}
