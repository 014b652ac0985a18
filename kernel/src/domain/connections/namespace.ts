import { fail, failDownload } from '../../errors/errors.js'
import { seal } from '../../errors/guard.js'
import { lazyMethods, lazyOnce } from '../../lazy-once.js'
import type { Context } from '../../plugins/plugin.js'
import { derived, signal } from '../../signals.js'
import type { Transactions } from '../../transactions/transactions.js'
import { opened } from '../events.js'
import { connectors, namespace, namespaces, transactions } from '../slots.js'
import type { Actions } from './actions.js'
import type { NamespaceAdapter, NamespaceDriver } from './adapter.js'
import type { ConnectionState, NamespaceState } from './connection.js'
import type { Machine } from './machine.js'
import { readStoredWallets, WALLETS_KEY } from './storage/stored-wallets.js'

const DISCONNECTED: ConnectionState = Object.freeze({ status: 'disconnected' })

interface TransactionOptions {
  readonly speeds: Transactions['speeds']
  load(): Promise<Transactions>
}

/** Options of a chain family. Each function is called on first use, and can import its code then. */
interface NamespaceOptions<Provider> {
  /** See {@link NamespaceAdapter.title}. */
  readonly title?: string | undefined
  /** See {@link NamespaceAdapter.isIndexed}. Default: `false`. */
  readonly isIndexed?: boolean | undefined
  driver(): Promise<NamespaceDriver<Provider>>
  /** `load` is called on first use, and if transactions of an earlier page load have to be tracked. */
  readonly transactions?: TransactionOptions
  /**
   * Adds the connectors of installed wallets. Called when the modal is preloaded or opens, or when stored wallets are reconnected. Not called again
   * after it has succeeded.
   */
  discover?(): Promise<void>
}

/**
 * Creates the adapter of a chain family and adds it to the modal. The adapter connects, stores and restores wallets, and emits events. The plugin
 * must list `namespace(...)` in `provides` and the storage key `connector`. With `transactions`, it must also list `transactions(...)` and the
 * storage keys `transactions` and `submissions`. Driver and state machine are loaded on the first connection, at the start if wallets are stored, or
 * when {@link NamespaceAdapter.getReady} is called.
 */
export function createNamespace<P>(ctx: Context, name: string, options: NamespaceOptions<P>): NamespaceAdapter {
  const state = signal<NamespaceState>({ state: DISCONNECTED, connections: [] })
  const setState = (next: ConnectionState): void => {
    state.value = { state: Object.freeze(next), connections: [] }
  }
  const ownConnectors = connectorsOf(ctx, name)
  const networks = derived(() => Object.freeze(ctx.networks.value.filter((network) => network.namespace === name)))
  let machine: Machine | undefined
  let isRequested = false // whether the code is loading or loaded
  const load = lazyOnce(async () => {
    isRequested = true
    const [{ createMachine }, driver] = await Promise.all([import('./machine.js'), options.driver()]).catch((cause) => {
      isRequested = false
      setState(DISCONNECTED)
      return failDownload(cause)
    })
    failIfDisabled(ctx, name)
    machine = createMachine(ctx, driver, { state, connectors: ownConnectors, networks, loadTransactions })
    return machine
  })
  const discover = lazyOnce(async () => (ctx.abortSignal.aborted ? undefined : options.discover?.()))
  const discoverWallets = (): Promise<void> => discover().catch(ctx.log.warn)
  const loadTransactions = options.transactions && lazyOnce(options.transactions.load)
  const facade = loadTransactions && createFacade(options.transactions as TransactionOptions, loadTransactions)
  const adapter: NamespaceAdapter = seal({
    namespace: name,
    title: options.title,
    isIndexed: options.isIndexed,
    state: derived(() => state.value.state),
    connections: derived(() => state.value.connections),
    connectors: ownConnectors,
    discover: discoverWallets,
    getReady: async () => void (isRequested || (await prefetch(load).catch(ctx.log.info))),
    async connect(connector, connectOptions) {
      if (!machine && !ctx.abortSignal.aborted)
        setState({ status: connectOptions?.silent ? 'reconnecting' : 'connecting', connectorId: connector.id })
      return (await load()).connect(connector, connectOptions)
    },
    async disconnect(connectorId) {
      const stored = readStoredWallets(ctx)
      if (!connectorId) ctx.storage.remove(WALLETS_KEY) // at once: the page may be left before the code is loaded
      if (isRequested || stored[0]) await (machine ?? (await load())).disconnect(connectorId, stored)
    },
    transactions: facade,
    parseAddress: async (text) => (await load()).parseAddress(text),
    ...createWalletMethods(ctx, name, () => machine),
  })
  ctx.on(opened, () => setTimeout(discoverWallets)) // in a new task, so that the code of the view is requested first
  ctx.provide(namespace(name), adapter)
  if (facade) ctx.provide(transactions(name), facade)
  ctx.add(namespaces, adapter)
  whenStored(ctx, (connectorId) => {
    if (connectorId && !isRequested) setState({ status: 'reconnecting', connectorId })
    void discoverWallets()
    load().catch(ctx.log.warn)
  })
  ctx.onDispose(() => setState(DISCONNECTED))
  return adapter
}

function failIfDisabled({ abortSignal }: Context, name: string): void {
  const reason = process.env.NODE_ENV === 'production' ? '' : ', because it failed or the modal was disposed'
  if (abortSignal.aborted) fail('DISPOSED', `The ${name} plugin is disabled${reason}.`)
}

const connectorsOf = (ctx: Context, name: string): NamespaceAdapter['connectors'] =>
  derived(() => Object.freeze(ctx.all(connectors).value.filter((one) => one.namespaces.includes(name))))

/** Methods that need a connected wallet. Without one, they throw or reject with `NOT_CONNECTED`. */
function createWalletMethods(
  ctx: Context,
  name: string,
  machine: () => Machine | undefined,
): Pick<NamespaceAdapter, 'use' | 'switchAccount' | 'switchNetwork' | 'signMessage' | 'balance'> {
  const actions = (): Actions => machine()?.actions() ?? fail('NOT_CONNECTED', `No ${name} wallet is connected.`)
  return {
    use: (connectorId, address) => actions().use(connectorId, address),
    switchAccount: (address) => actions().use(undefined, String(address)),
    switchNetwork: async (caipNetworkId) => actions().switchNetwork(caipNetworkId),
    signMessage: async (message) => actions().signMessage(message),
    balance: async (signal = ctx.abortSignal, network) => actions().balance(signal, network),
  }
}

/** Preloads the code for connecting. After a failure, the next call of `connect` loads the code again and reports the error. */
const prefetch = async (load: () => Promise<Machine>): Promise<unknown> => (await load()).loadActions()

/**
 * Calls `run` with the connector id of the stored active wallet, at the start and when another tab changes the stored wallets. The id is empty or
 * `undefined` if none of the stored wallets is active. Does not call `run` while no wallets are stored.
 */
function whenStored(ctx: Context, run: (connectorId: string | undefined) => void): void {
  const readStored = (): void => {
    const [active] = readStoredWallets(ctx)
    if (active) run(active[0])
  }
  ctx.effect(() => {
    readStored()
    return ctx.storage.watch(WALLETS_KEY, readStored)
  })
}

/** Creates {@link Transactions} whose code is loaded on the first call. */
function createFacade({ speeds }: TransactionOptions, load: () => Promise<Transactions>): Transactions {
  const later = lazyMethods(load)
  return seal({
    speeds: Object.freeze([...speeds]), // frozen, because plugins share the object
    prepare: later('prepare'),
    supportsBatch: later('supportsBatch'),
    status: later('status'),
    track: later('track'),
    recover: later('recover'),
  })
}
