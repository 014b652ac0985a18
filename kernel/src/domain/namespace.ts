import { fail } from '../errors.js'
import { seal } from '../guard.js'
import type { Context } from '../plugin.js'
import { derived, signal } from '../signals.js'
import type { NamespaceAdapter, NamespaceDriver } from './adapter.js'
import type { ConnectionState } from './connection.js'
import type { Machine } from './machine.js'
import { REMEMBERED, remembered } from './remembered.js'
import { connectors, namespace, namespaces } from './slots.js'

const DISCONNECTED: ConnectionState = Object.freeze({ status: 'disconnected' })

/**
 * Makes the adapter of a chain family and contributes it: state machine, persistence, silent restore and events come with it. The plugin
 * lists `namespace(...)` in `provides` and the storage key `connector`. The machine's code is loaded with the first connection.
 */
export function createNamespace<Provider>(ctx: Context, driver: NamespaceDriver<Provider>): NamespaceAdapter {
  const name = driver.namespace
  const state = signal(DISCONNECTED)
  const offered = ctx.all(connectors)
  const mine = derived(() => Object.freeze(offered.value.filter((connector) => connector.namespaces.includes(name))))
  const networks = derived(() => Object.freeze(ctx.networks.value.filter((network) => network.namespace === name)))
  let machine: Machine | undefined
  let loading: Promise<Machine> | undefined

  const load = (): Promise<Machine> => {
    loading ??= import('./machine.js').then(
      ({ createMachine }) => {
        if (ctx.abortSignal.aborted) fail('DISPOSED', `The ${name} plugin was switched off.`)
        machine = createMachine(ctx, driver, { state, connectors: mine, networks })
        return machine
      },
      (cause: unknown) => {
        loading = undefined // a failed download is tried again
        return fail('NETWORK_ERROR', `The code that connects ${name} wallets could not be loaded.`, { cause })
      },
    )
    return loading
  }
  const live = (): Machine => (machine && state.peek().status === 'connected' ? machine : fail('NOT_CONNECTED', `No ${name} wallet is connected.`))

  const adapter: NamespaceAdapter = seal({
    namespace: name,
    state: derived(() => state.value),
    connectors: mine,
    connect: async (connector, options) => (await load()).connect(connector, options),
    disconnect: async () => (loading ? (await load()).disconnect() : ctx.storage.remove(REMEMBERED)),
    switchAccount: (address) => live().switchAccount(address),
    async switchNetwork(caipNetworkId) {
      const network = networks.peek().find((one) => one.caipNetworkId === caipNetworkId)
      if (!network) fail('UNKNOWN_NETWORK', `"${caipNetworkId}" is not among the networks of this site. Add it to "networks".`)
      return live().switchNetwork(network)
    },
    signMessage: async (message) => live().signMessage(message),
    balance: async (abortSignal = ctx.abortSignal) => live().balance(abortSignal),
    parseAddress: async (text) => driver.parseAddress(text),
  })
  ctx.provide(namespace(name), adapter)
  ctx.add(namespaces, adapter)
  ctx.effect(() => {
    const wake = (): void => {
      const id = remembered(ctx)
      if (id === null || loading) return
      state.value = Object.freeze({ status: 'reconnecting', connectorId: id })
      load().catch((error: unknown) => {
        if (ctx.abortSignal.aborted) return
        state.value = DISCONNECTED
        ctx.log.warn(error)
      })
    }
    wake()
    return ctx.storage.watch(REMEMBERED, wake)
  })
  ctx.onDispose(() => {
    state.value = DISCONNECTED
  })
  return adapter
}
