import { checkConfig, checkLocale, type WalletModalConfig } from './config.js'
import { type Connections, createConnections } from './domain/connections.js'
import { closed, opened } from './domain/events.js'
import { checkNetwork, type Network } from './domain/network.js'
import type { SwitchOutcome } from './domain/namespace.js'
import { closeGuards, endpoints, namespaces, networks as networkSlot, openingViews } from './domain/slots.js'
import { createTargets } from './endpoints.js'
import { messageOf, WalletModalError } from './errors.js'
import { Host } from './host.js'
import { claimInstance } from './instances.js'
import { createLogger } from './log.js'
import { Messages } from './messages.js'
import { orderPlugins } from './order.js'
import type { OutputOf, Plugin } from './plugin.js'
import { createRouter } from './router.js'
import { Scope } from './scope.js'
import { computed, type ReadonlySignal, signal } from './signals.js'
import type { Site, ThemeMode } from './site.js'
import { Slots } from './slots.js'
import { eraseAll } from './storage.js'
import { checkTheme, type Theme } from './theme.js'
import { createToasts } from './toasts.js'
import type { EventToken, View } from './token.js'
import { createUi } from './ui-loader.js'
import { validatePlugins } from './validate.js'

export type OpenOptions<P, R> = { readonly view: View<P, R> } & ([P] extends [void] ? unknown : undefined extends P ? { readonly params?: P } : { readonly params: P })

/** One modal on a page. Safe to make on a server; in a browser it comes to life by itself. */
export interface WalletModal extends Disposable {
  readonly id: string
  readonly isOpen: ReadonlySignal<boolean>
  readonly connections: Connections
  readonly networks: ReadonlySignal<readonly Network[]>
  /** What went wrong in plugins so far. */
  readonly errors: ReadonlySignal<readonly WalletModalError[]>
  readonly theme: ReadonlySignal<Theme>
  readonly locale: ReadonlySignal<string>
  /** Opens what fits the moment. Answers when the modal is closed again. */
  open(): Promise<undefined>
  /** Opens one view and answers with its result, or `undefined` when it was left. Throws `UNKNOWN_VIEW`. */
  open<P, R>(options: OpenOptions<P, R>): Promise<R | undefined>
  /** False when a close guard refused. */
  close(): boolean
  /** One namespace, or all. Throws `UNKNOWN_NAMESPACE`. */
  disconnect(namespace?: string): Promise<void>
  /** Throws `INVALID_CAIP`, `UNKNOWN_NAMESPACE`, `NOT_CONNECTED`, `UNKNOWN_NETWORK`. */
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  /** What a plugin offers; `undefined` where it is not listed or was switched off. */
  use<P extends Plugin>(plugin: P): OutputOf<P> | undefined
  /** Returns a function that stops listening. */
  on<T>(event: EventToken<T>, listener: (payload: T) => void): () => void
  /** Throws `INVALID_ARGUMENT`. */
  setTheme(theme: ThemeMode | Theme): void
  setLocale(locale: string): void
  /** Returns a function that takes it out again. */
  addNetwork(network: Network): () => void
  /** Fetches the interface's code ahead of a click. */
  prefetch(): Promise<void>
  /** Disconnects and erases everything this modal keeps in the browser. */
  forget(): Promise<void>
  dispose(): void
}

interface Opening {
  readonly view: View<any, any>
  readonly params?: unknown
}

const inBrowser = (): boolean => typeof document !== 'undefined'

/** Checks the configuration, starts the plugins in order, and mounts in the browser. Throws `WalletModalError` for a site owner's mistake. */
export function createWalletModal(config: WalletModalConfig): WalletModal {
  checkConfig(config)
  const plugins = orderPlugins(validatePlugins(config.plugins))
  const id = config.id ?? 'default'
  const log = createLogger(config.logLevel ?? 'error', 'wallet-modal')
  const errors = signal<readonly WalletModalError[]>([])
  const report = (error: WalletModalError): void => {
    errors.value = [...errors.peek().slice(-99), error]
    log.error(error.message, error.cause ?? '')
  }
  const scope = new Scope((error) => report(new WalletModalError('DISPOSE_FAILED', messageOf(error), { cause: error })))
  if (inBrowser()) scope.add(claimInstance(document, id))

  const slots = new Slots()
  const memory = new Map<string, string>()
  const theme = signal<Theme>(config.theme === undefined ? {} : checkTheme(config.theme))
  const locale = signal(config.locale ?? (inBrowser() ? navigator.language : 'en'))
  const messages = new Messages(locale, config.strings ?? {})
  const added = slots.all(networkSlot)
  const networks = computed(() => uniqueNetworks([...(config.networks ?? []), ...added.value]))
  const site: Site = Object.freeze({
    id,
    projectId: config.projectId,
    metadata: siteMetadata(config),
    theme: computed(() => theme.value.mode ?? 'auto'),
    locale: computed(() => locale.value),
  })
  const targets = createTargets({
    projectId: config.projectId,
    siteEndpoints: config.endpoints ?? {},
    siteRpcUrls: config.rpcUrls ?? {},
    contributed: slots.all(endpoints),
    networks,
  })
  const guards = slots.all(closeGuards)
  const refusals = signal(0)
  const router = createRouter({
    knows: (view) => host.view(view) !== undefined,
    mayClose: () => guards.peek().every((guard) => mayClose(guard)),
    refused: () => {
      refusals.value = refusals.peek() + 1
    },
  })
  const mayClose = (guard: () => boolean): boolean => {
    try {
      return guard()
    } catch (error) {
      report(new WalletModalError('PLUGIN_FAILED', `A close guard failed: ${messageOf(error)}. It is ignored.`, { cause: error }))
      return true
    }
  }
  const connections = Object.freeze(createConnections(slots.all(namespaces), networks))
  const toasts = createToasts(scope.signal)
  const host = new Host({
    slots, router, toasts, messages, networks, connections, site, targets, memory, cache: {}, logLevel: config.logLevel ?? 'error', report,
  })
  const ui = createUi({ id, slots, router, toasts, messages, host, theme, locale, refusals, connections, report, signal: scope.signal })
  scope.add(() => host.stop())
  scope.add(() => router.clear())
  host.start(plugins)

  /** Whoever shows a view, the site or a plugin, makes the interface appear. */
  const showUi = (): void => {
    if (!inBrowser()) return
    ui.show().catch((error: unknown) => {
      router.clear()
      report(new WalletModalError('VIEW_FAILED', `The interface could not be loaded: ${messageOf(error)}`, { cause: error }))
    })
  }
  const isOpen = computed(() => router.current.value !== null)
  let wasOpen = false
  scope.add(
    isOpen.subscribe((open) => {
      if (open) {
        showUi()
        host.emit(opened, undefined)
      } else if (wasOpen) host.emit(closed, undefined)
      wasOpen = open
    }),
  )
  const alive = (): void => {
    if (scope.signal.aborted) throw new WalletModalError('DISPOSED', `The modal "${id}" was disposed. Make a new one with createWalletModal().`)
  }
  const whenClosed = (): Promise<undefined> =>
    new Promise((resolve) => {
      const stop = isOpen.subscribe((open) => {
        if (!open) queueMicrotask(() => [stop(), resolve(undefined)])
      })
    })
  const open = async (options?: Opening): Promise<any> => {
    alive()
    if (options === undefined && isOpen.peek()) return whenClosed()
    const view = options === undefined ? openingView() : options?.view
    if (view?.kind !== 'view') throw new WalletModalError('INVALID_ARGUMENT', 'open() takes { view, params } with a view token, or nothing.')
    if (!inBrowser()) throw new WalletModalError('NO_VIEW', 'The modal can only be opened in a browser.')
    return router.reset(view as View<unknown, unknown>, options?.params)
  }
  const openingView = (): View<any, any> => {
    const found = slots.all(openingViews).peek().find(({ view, when }) => host.view(view) !== undefined && holds(when))
    if (found) return found.view
    throw new WalletModalError('NO_VIEW', 'No plugin brings a view to open. Add @wallet-modal/connect.')
  }
  const holds = (when: () => boolean): boolean => {
    try {
      return when()
    } catch (error) {
      report(new WalletModalError('PLUGIN_FAILED', `An opening rule failed: ${messageOf(error)}. It is passed over.`, { cause: error }))
      return false
    }
  }
  const disconnect = async (namespace?: string): Promise<void> => {
    alive()
    if (namespace !== undefined && typeof namespace !== 'string') throw new WalletModalError('INVALID_ARGUMENT', 'disconnect() takes the name of a namespace, or nothing.')
    await connections.disconnect(namespace)
  }
  const dispose = (): void => scope.dispose()

  if (inBrowser()) {
    queueMicrotask(() => {
      if (scope.signal.aborted) return
      host.mount()
      ui.watchPersistentElements()
      if (config.prefetch !== 'never') ui.prefetchWhenIdle()
    })
  }
  return Object.freeze({
    id,
    isOpen,
    connections,
    networks,
    errors: computed(() => errors.value),
    theme: computed(() => theme.value),
    locale: site.locale,
    open,
    close: () => {
      alive()
      return router.close()
    },
    disconnect,
    switchNetwork: async (caipNetworkId: string) => {
      alive()
      return connections.switchNetwork(caipNetworkId)
    },
    use: (plugin: Plugin): any => {
      if (typeof plugin?.spec?.name !== 'string') throw new WalletModalError('INVALID_ARGUMENT', 'use() takes a plugin, for example use(connect).')
      return host.output(plugin.spec.name)
    },
    on: <T>(event: EventToken<T>, listener: (payload: T) => void) => {
      alive()
      if (event?.kind !== 'event' || typeof listener !== 'function') throw new WalletModalError('INVALID_ARGUMENT', 'on() takes an event token and a function.')
      return host.on(event, siteListener(listener, report))
    },
    setTheme: (next: ThemeMode | Theme) => {
      alive()
      theme.value = { ...theme.peek(), ...checkTheme(next) }
    },
    setLocale: (next: string) => {
      alive()
      locale.value = checkLocale(next)
      if (isOpen.peek()) void messages.loadAll()
    },
    addNetwork: (network: Network) => {
      alive()
      checkNetwork(network)
      return slots.add(networkSlot, network, 0, () => {})
    },
    prefetch: async () => {
      alive()
      await ui.prefetch(slots.all(openingViews).peek().map(({ view }) => view))
    },
    forget: async () => {
      await disconnect()
      eraseAll(`wallet-modal/${id}/`, memory)
    },
    dispose,
    [Symbol.dispose]: dispose,
  })
}

/** A listener of the site that throws must not end the one who told. */
const siteListener =
  <T>(listener: (payload: T) => void, report: (error: WalletModalError) => void) =>
  (payload: T): void => {
    try {
      listener(payload)
    } catch (error) {
      report(new WalletModalError('PLUGIN_FAILED', `A listener of the site failed: ${messageOf(error)}`, { cause: error }))
    }
  }

const uniqueNetworks = (all: readonly Network[]): readonly Network[] => [...new Map(all.toReversed().map((one) => [one.caipNetworkId, one])).values()].toReversed()

const siteMetadata = ({ metadata }: WalletModalConfig): Site['metadata'] => ({
  name: inBrowser() ? document.title : '',
  url: inBrowser() ? location.origin : '',
  ...metadata,
})
