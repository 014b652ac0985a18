import { fail, notLoaded } from '../../errors/errors.js'
import { seal } from '../../errors/guard.js'
import type { Logger } from '../../errors/log.js'
import { lazyMethods, lazyOnce } from '../../lazy-once.js'
import type { Context } from '../../plugins/plugin.js'
import { readWith } from '../../plugins/schema.js'
import { derived, signal } from '../../signals.js'
import type { Transactions } from '../../transactions/transactions.js'
import { opened } from '../events.js'
import { connectors, namespace, namespaces, transactions } from '../slots.js'
import type { Actions } from './actions.js'
import type { NamespaceAdapter, NamespaceDriver } from './adapter.js'
import type { ConnectionState, NamespaceState } from './connection.js'
import type { Machine } from './machine.js'
import { readStoredWallets, WALLETS_KEY } from './stored-wallets.js'

/** Storage key of tracked transactions; see `transactions/status-tracker.ts`, which is loaded later. */
const TRANSACTIONS = 'transactions'
const anything = readWith((stored) => stored)
const DISCONNECTED: ConnectionState = Object.freeze({ status: 'disconnected' })

interface TransactionParts {
  readonly speeds: Transactions['speeds']
  load(): Promise<Transactions>
}

/** Parts of a chain family. The functions are called on first use, so that their code can be loaded then. */
interface NamespaceParts<Provider> {
  /** See {@link NamespaceAdapter.title}. */
  readonly title?: string | undefined
  /** See {@link NamespaceAdapter.isIndexed}. Default: `false`. */
  readonly isIndexed?: boolean | undefined
  driver(): Promise<NamespaceDriver<Provider>>
  /** Speeds as in {@link Transactions}; the code is loaded on first use, and if transactions of an earlier page load have to be tracked. */
  readonly transactions?: TransactionParts
  /** Adds the connectors of installed wallets. Called before the modal is displayed, and before a silent reconnect. */
  discover?(): Promise<void>
}

/**
 * Creates the adapter of a chain family and contributes it, with state machine, persistence, silent restore and events. The plugin must list
 * `namespace(...)` in `provides` and the storage key `connector`; with `transactions` also `transactions(...)`, and the storage keys `transactions`
 * and `submissions`. Driver and state machine are loaded on the first connection, or preloaded when the modal opens.
 */
export function createNamespace<P>(ctx: Context, name: string, parts: NamespaceParts<P>): NamespaceAdapter {
  const state = signal<NamespaceState>({ shown: DISCONNECTED, live: [] })
  const show = (shown: ConnectionState): void => {
    state.value = { shown: Object.freeze(shown), live: [] }
  }
  const listed = derived(() => Object.freeze(ctx.all(connectors).value.filter((one) => one.namespaces.includes(name))))
  const networks = derived(() => Object.freeze(ctx.networks.value.filter((network) => network.namespace === name)))
  let machine: Machine | undefined
  let isLoading = false // stays true once the code is loaded

  const load = lazyOnce(async () => {
    isLoading = true
    const [{ createMachine }, driver] = await Promise.all([import('./machine.js'), parts.driver()]).catch((cause) => {
      isLoading = false
      show(DISCONNECTED)
      return notLoaded(cause)
    })
    if (ctx.abortSignal.aborted) failDisabled(name)
    machine = createMachine(ctx, driver, { state, connectors: listed, networks })
    if (facade && ctx.storage.get(TRANSACTIONS, anything)) loadTransactions().catch(ctx.log.info)
    return machine
  })
  const discover = lazyOnce(async () => parts.discover?.())
  const search = (): Promise<void> => discover().catch(ctx.log.warn)
  const loadTransactions = lazyOnce(async () => (parts.transactions as TransactionParts).load())
  const facade = parts.transactions && createFacade(parts.transactions.speeds, loadTransactions)

  const adapter: NamespaceAdapter = seal({
    namespace: name,
    title: parts.title,
    isIndexed: parts.isIndexed,
    state: derived(() => state.value.shown),
    connections: derived(() => state.value.live),
    connectors: listed,
    discover: search,
    getReady: async () => (isLoading ? undefined : prefetch(load, ctx.log)),
    async connect(connector, options) {
      if (!machine && !ctx.abortSignal.aborted)
        show({ status: options?.silent ? 'reconnecting' : 'connecting', connectorId: connector.id })
      return (await load()).connect(connector, options)
    },
    disconnect: async (connectorId) =>
      isLoading ? (await load()).disconnect(connectorId) : ctx.storage.remove(WALLETS_KEY),
    transactions: facade,
    parseAddress: async (text) => (await load()).parseAddress(text),
    ...createWalletMethods(ctx, name, () => machine),
  })
  ctx.on(opened, () => void search())
  ctx.provide(namespace(name), adapter)
  if (facade) ctx.provide(transactions(name), facade)
  ctx.add(namespaces, adapter)
  whenStored(ctx, (connectorId) => {
    if (isLoading) return
    if (connectorId) show({ status: 'reconnecting', connectorId })
    void search()
    load().catch(ctx.log.warn)
  })
  ctx.onDispose(() => show(DISCONNECTED))
  return adapter
}

const failDisabled = (name: string): never =>
  fail(
    'DISPOSED',
    `The ${name} plugin is disabled${process.env.NODE_ENV === 'production' ? '' : ', because it failed or the modal was disposed'}.`,
  )

/** Methods that need a connected wallet. They throw `NOT_CONNECTED` without one. */
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

/** Preloads the code for connecting. A failure is only logged. */
async function prefetch(load: () => Promise<Machine>, log: Logger): Promise<void> {
  try {
    const { loadActions } = await load()
    await loadActions()
  } catch (error) {
    log.info(error) // connecting retries and reports the error
  }
}

/** Calls `run` with the connector id to make active, at the start and when another tab changes the stored wallets, if any are stored. */
function whenStored(ctx: Context, run: (connectorId: string | undefined) => void): void {
  const readStored = (): void => {
    const stored = readStoredWallets(ctx)
    if (stored) run(stored[0]?.[0])
  }
  ctx.effect(() => {
    readStored()
    return ctx.storage.watch(WALLETS_KEY, readStored)
  })
}

/** Transactions whose code is loaded on the first call. */
function createFacade(speeds: Transactions['speeds'], load: () => Promise<Transactions>): Transactions {
  const later = lazyMethods(load)
  return seal({
    speeds: Object.freeze([...speeds]), // frozen, because plugins share the object
    prepare: later('prepare'),
    supportsBatch: later('supportsBatch'),
    status: later('status'),
    track: later('track'),
    takeLost: later('takeLost'),
  })
}
