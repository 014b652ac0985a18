import { fail, messageOf, quote, WalletModalError } from '../../errors/errors.js'
import { guarded } from '../../errors/guard.js'
import { lazyOnce } from '../../lazy-once.js'
import type { Context } from '../../plugins/plugin.js'
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
import { readStoredWallets, WALLETS_KEY } from './stored-wallets.js'
import { createWalletStorage, type WalletStorage } from './wallet-storage.js'

interface MachineDependencies {
  readonly state: Signal<NamespaceState>
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly networks: ReadonlySignal<readonly Network[]>
}

/** State machine behind a `NamespaceAdapter`; loaded on the first connect, or to restore stored wallets. */
export interface Machine {
  connect(connector: Connector, options?: ConnectOptions): Promise<ConnectOutcome>
  disconnect(connectorId?: string): Promise<void>
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
  const { state, networks } = dependencies
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
  const loadRestore = lazyOnce(async () =>
    (await import('./restore.js')).createRestore(ctx, {
      ...dependencies,
      connections,
      storage,
      requests,
      actions: () => actions,
    }),
  )
  followStoredWallets(ctx, state, connections, loadRestore)
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
      loadRestore,
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
  loadRestore(): Promise<() => void>
}

/**
 * Returns the function that disconnects one wallet, or all wallets of the chain family. Updates state and storage before it asks the wallets to
 * revoke the permission, because a wallet may not answer.
 */
function createDisconnect(
  ctx: Context,
  namespace: string,
  { state, connections, storage, requests, loadRestore, loadActions, actions }: DisconnectDependencies,
): Machine['disconnect'] {
  return async (connectorId) => {
    const before = connections.active()
    const previous = state.peek()
    const wallets = previous.connections.filter((one) => connectorId === undefined || one.connectorId === connectorId)
    // a stored wallet that has not been restored yet
    if (wallets.length === 0 && readStoredWallets(ctx)?.some(([id]) => id === connectorId)) {
      storage.remove(connectorId, true)
      const restore = await loadRestore()
      if (!ctx.abortSignal.aborted) restore() // if this wallet was active, makes the next stored one active
    }
    requests.runCleanup(connectorId)
    connections.end(connectorId)
    storage.remove(connectorId)
    const now = connections.active()
    if (now && now !== before) storage.storeActive(now)
    if (before) actions()?.emitChanges(before)
    else if (!now && previous.state.status !== state.peek().state.status) ctx.emit(disconnected, { namespace })
    if (wallets.length === 0) return
    const { revoke } = await loadActions()
    await Promise.all(wallets.map(revoke))
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
  if (readStoredWallets(ctx)) restore()
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
      throw new WalletModalError('CONNECT_FAILED', `${connector.name} could not connect: ${message}`, { cause: error })
    } finally {
      signal?.removeEventListener('abort', cancel)
    }
  }
}
