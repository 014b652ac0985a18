import { messageOf, WalletModalError } from '../../errors/errors.js'
import { guarded } from '../../errors/guard.js'
import { lazyOnce } from '../../lazy-once.js'
import type { Context } from '../../plugins/plugin.js'
import { batch, type ReadonlySignal, type Signal } from '../../signals.js'
import { connectFailed, disconnected } from '../events.js'
import type { Network } from '../network.js'
import type { Actions } from './actions.js'
import type { ConnectOptions, ConnectOutcome, NamespaceDriver } from './adapter.js'
import { type Connected, type Connection, createConnection, type NamespaceState } from './connection.js'
import { type ConnectionRequests, createConnectionRequests } from './connection-requests.js'
import type { Connector } from './connector.js'
import { createMemory } from './memory.js'
import { readStoredWallets, WALLETS_KEY } from './stored-wallets.js'

interface MachineParts {
  readonly state: Signal<NamespaceState>
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly networks: ReadonlySignal<readonly Network[]>
}

/** State machine behind a `NamespaceAdapter`; loaded on the first connect. */
export interface Machine {
  connect(connector: Connector, options?: ConnectOptions): Promise<ConnectOutcome>
  disconnect(connectorId?: string): Promise<void>
  /** Actions on connected wallets; `undefined` until their code is loaded. */
  actions(): Actions | undefined
  loadActions(): Promise<Actions>
  parseAddress(text: string): Promise<string>
}

/** Connections of one namespace: requests in, state and events out. */
export function createMachine<Provider>(ctx: Context, driver: NamespaceDriver<Provider>, parts: MachineParts): Machine {
  const { state, networks } = parts
  const { namespace } = driver
  const connection = createConnection(state)
  const memory = createMemory(ctx, driver.isUnordered)
  const requests = createConnectionRequests(ctx, driver, {
    connection,
    networks,
    memory,
    eventHandler: async () => (await loadActions()).eventHandler,
  })
  const isRejection = (error: unknown): boolean =>
    guarded(
      () => driver.isRejection(error),
      () => null,
    )() === true

  let actions: Actions | undefined
  const loadActions = async (): Promise<Actions> => {
    if (actions) return actions // importing a loaded module still takes a task, which would delay a click
    const { createActions } = await import('./actions.js')
    actions ??= createActions(ctx, driver, { ...parts, connection, memory, requests, isRejection })
    return actions
  }
  const loadRestore = lazyOnce(async () =>
    (await import('./restore.js')).createRestore(ctx, { ...parts, connection, requests, actions: () => actions }),
  )
  followStoredWallets(ctx, state, connection, loadRestore)
  ctx.onDispose(() => {
    requests.release()
    connection.end()
  })
  return {
    connect: createConnect(ctx, { namespace, connection, requests, isRejection }),
    async disconnect(connectorId) {
      const before = connection.active()
      const { live, shown } = state.peek()
      const leaving = live.filter((one) => connectorId === undefined || one.connectorId === connectorId)
      requests.release(connectorId)
      connection.end(connectorId)
      memory.drop(connectorId)
      const now = connection.active()
      if (now && now !== before) memory.use(now)
      if (before) actions?.emitChanges(before)
      else if (shown.status !== state.peek().shown.status) ctx.emit(disconnected, { namespace })
      if (leaving.length === 0) return
      const { revoke } = await loadActions()
      await Promise.all(leaving.map(revoke))
    },
    actions: () => actions,
    loadActions,
    parseAddress: async (text) => driver.parseAddress(text),
  }
}

/** Restores stored connections, and again when another tab changes them. The code for it is loaded only if a connection is stored. */
function followStoredWallets(
  ctx: Context,
  state: ReadonlySignal<NamespaceState>,
  connection: Connection,
  loadRestore: () => Promise<() => void>,
): void {
  const follow = (): void => {
    loadRestore().then(
      (run) => {
        if (!ctx.abortSignal.aborted) run()
      },
      (error: unknown) => {
        connection.settle()
        ctx.log.warn(error)
      },
    )
  }
  if (readStoredWallets(ctx)) follow()
  else if (state.peek().shown.status === 'reconnecting') connection.settle() // deleted by another tab meanwhile
  ctx.onDispose(ctx.storage.watch(WALLETS_KEY, follow))
}

interface ConnectParts {
  readonly namespace: string
  readonly connection: Connection
  readonly requests: ConnectionRequests
  isRejection(error: unknown): boolean
}

/** Makes `connect` of {@link Machine}: one attempt, which a newer one replaces. */
function createConnect(
  ctx: Context,
  { namespace, connection, requests, isRejection }: ConnectParts,
): Machine['connect'] {
  return async (connector, { signal, silent, onUse } = {}) => {
    if (signal?.aborted || ctx.abortSignal.aborted) {
      connection.settle()
      return { status: 'superseded' }
    }
    const attempt = connection.begin(silent ? 'reconnecting' : 'connecting', connector.id)
    const leave = (): void => void attempt.fail()
    const succeed = (found: Connected): boolean =>
      batch(() => {
        const isInUse = attempt.succeed(found)
        if (isInUse) onUse?.()
        return isInUse
      })
    const givenUp = new Promise<null>((resolve) => {
      attempt.signal.addEventListener('abort', () => resolve(null))
    })
    signal?.addEventListener('abort', leave)
    try {
      const found = await Promise.race([requests.send({ ...attempt, succeed }, connector, { silent }), givenUp])
      if (found) return { status: 'connected', connection: found }
      return { status: attempt.fail() ? 'notGranted' : 'superseded' }
    } catch (error) {
      if (!attempt.fail()) return { status: 'superseded' }
      const rejected = isRejection(error)
      const message = messageOf(error)
      if (!silent) ctx.emit(connectFailed, { namespace, connectorId: connector.id, rejected, message })
      if (rejected) return { status: 'rejected' }
      throw new WalletModalError('CONNECT_FAILED', `${connector.name} could not connect: ${message}`, { cause: error })
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }
}
