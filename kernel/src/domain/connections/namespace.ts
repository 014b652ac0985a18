import { fail, notLoaded } from '../../errors/errors.js'
import { seal } from '../../errors/guard.js'
import { lazyOnce } from '../../lazy-once.js'
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
import { REMEMBERED, remembered } from './remembered.js'

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
export function createNamespace<Provider>(
  ctx: Context,
  name: string,
  parts: NamespaceParts<Provider>,
): NamespaceAdapter {
  const state = signal<NamespaceState>({ shown: DISCONNECTED, live: [] })
  const show = (shown: ConnectionState): void => {
    state.value = { shown: Object.freeze(shown), live: [] }
  }
  const offered = ctx.all(connectors)
  const mine = derived(() => Object.freeze(offered.value.filter((connector) => connector.namespaces.includes(name))))
  const networks = derived(() => Object.freeze(ctx.networks.value.filter((network) => network.namespace === name)))
  let machine: Machine | undefined
  let isLoading = false // or loaded

  const load = lazyOnce(async () => {
    isLoading = true
    const [{ createMachine }, driver] = await Promise.all([import('./machine.js'), parts.driver()]).catch((cause) => {
      isLoading = false
      show(DISCONNECTED)
      return notLoaded(cause)
    })
    if (ctx.abortSignal.aborted)
      fail('DISPOSED', `The ${name} plugin is disabled, because it failed or the modal was disposed.`)
    machine = createMachine(ctx, driver, { state, connectors: mine, networks })
    if (facade && ctx.storage.get(TRANSACTIONS, anything)) loadTransactions().catch(ctx.log.info)
    return machine
  })
  const discover = lazyOnce(async () => parts.discover?.())
  const look = (): Promise<void> => discover().catch(ctx.log.warn)
  const loadTransactions = lazyOnce(async () => (parts.transactions as TransactionParts).load())
  /** Calls a method of the transactions after loading their code. */
  const later =
    <Method extends keyof Omit<Transactions, 'speeds'>>(method: Method) =>
    async (...given: unknown[]): Promise<never> =>
      (await loadTransactions())[method](...(given as [never, never])) as Promise<never>
  const facade: Transactions | undefined =
    parts.transactions &&
    seal({
      speeds: Object.freeze([...parts.transactions.speeds]), // modals share no state
      prepare: later('prepare'),
      supportsBatch: later('supportsBatch'),
      status: later('status'),
      track: later('track'),
      takeLost: later('takeLost'),
    })
  const ready = (): Actions => machine?.actions() ?? fail('NOT_CONNECTED', `No ${name} wallet is connected.`)

  const adapter: NamespaceAdapter = seal({
    namespace: name,
    title: parts.title,
    isIndexed: parts.isIndexed,
    state: derived(() => state.value.shown),
    connections: derived(() => state.value.live),
    connectors: mine,
    discover: look,
    async getReady() {
      if (isLoading) return
      try {
        const { loadActions } = await load()
        await loadActions()
      } catch (error) {
        ctx.log.info(error) // connecting retries and reports the error
      }
    },
    async connect(connector, options) {
      if (!machine && !ctx.abortSignal.aborted)
        show({ status: options?.silent ? 'reconnecting' : 'connecting', connectorId: connector.id })
      return (await load()).connect(connector, options)
    },
    disconnect: async (connectorId) =>
      isLoading ? (await load()).disconnect(connectorId) : ctx.storage.remove(REMEMBERED),
    use: (connectorId, address) => ready().use(connectorId, address),
    switchAccount: (address) => ready().use(undefined, String(address)),
    switchNetwork: async (caipNetworkId) => ready().switchNetwork(caipNetworkId),
    signMessage: async (message) => ready().signMessage(message),
    transactions: facade,
    balance: async (abortSignal = ctx.abortSignal) => ready().balance(abortSignal),
    parseAddress: async (text) => (await load()).parseAddress(text),
  })
  ctx.on(opened, () => void look())
  ctx.provide(namespace(name), adapter)
  if (facade) ctx.provide(transactions(name), facade)
  ctx.add(namespaces, adapter)
  ctx.effect(() => {
    const wake = (): void => {
      const kept = remembered(ctx)
      if (!kept || isLoading) return
      const connectorId = kept[0]?.[0]
      if (connectorId) show({ status: 'reconnecting', connectorId })
      void look()
      load().catch(ctx.log.warn)
    }
    wake()
    return ctx.storage.watch(REMEMBERED, wake)
  })
  ctx.onDispose(() => show(DISCONNECTED))
  return adapter
}
