import type { SwitchOutcome } from '../domain/connections/adapter.js'
import { type Connections, createConnections } from '../domain/connections/connections.js'
import { closed, opened } from '../domain/events.js'
import { checkNetwork, type Network } from '../domain/network.js'
import { closeGuards, namespaces, networks as networkSlot, openingViews } from '../domain/slots.js'
import { fail, messageOf, notLoaded, WalletModalError } from '../errors/errors.js'
import { guarded, seal } from '../errors/guard.js'
import { createLogger } from '../errors/log.js'
import { note } from '../errors/timeline.js'
import { lazyOnce } from '../lazy-once.js'
import { createStore } from '../page/storage.js'
import type { HostParts } from '../plugins/context.js'
import { orderPlugins } from '../plugins/order.js'
import type { OutputOf, Plugin } from '../plugins/plugin.js'
import { slotRules } from '../plugins/slot-checks.js'
import { Slots } from '../plugins/slots.js'
import type { AnyView, EventToken, View } from '../plugins/token.js'
import { validatePlugins } from '../plugins/validate.js'
import { Scope } from '../scope.js'
import { derived, type ReadonlySignal, signal } from '../signals.js'
import type { StringOverrides } from '../texts/i18n.js'
import { checkLocale } from '../texts/locale.js'
import { checkDisconnect, checkOn, checkOpen, checkUse } from './check-arguments.js'
import { checkConfig, type WalletModalConfig } from './config.js'
import { Host } from './host.js'
import { claimInstance } from './instances.js'
import { preparePlugin } from './prepare.js'
import { createRouter } from './router.js'
import type { Services } from './services.js'
import type { Site, ThemeMode } from './site.js'
import { checkTheme, type Theme } from './theme.js'
import { createUi } from './ui-loader.js'

export type OpenOptions<P, R> = { readonly view: View<P, R> } & ([P] extends [void]
  ? unknown
  : undefined extends P
    ? { readonly params?: P }
    : { readonly params: P })

/** Modal on a page. Can be created on a server; in a browser it starts by itself. */
export interface WalletModal extends Disposable {
  readonly id: string
  readonly isOpen: ReadonlySignal<boolean>
  readonly connections: Connections
  readonly networks: ReadonlySignal<readonly Network[]>
  /** Errors of plugins so far. */
  readonly errors: ReadonlySignal<readonly WalletModalError[]>
  readonly theme: ReadonlySignal<Theme>
  readonly locale: ReadonlySignal<string>
  /** Overridden texts, by plugin name and key. */
  readonly strings: StringOverrides | undefined
  /** Opens the default view for the current state. Resolves when the visitor has left it, by closing the modal or by navigating. */
  open(): Promise<undefined>
  /** Opens a view. Resolves with its result, or `undefined` if the visitor leaves it without one. Throws `UNKNOWN_VIEW`. */
  open<P, R>(options: OpenOptions<P, R>): Promise<R | undefined>
  /** False if a close guard refused. */
  close(): boolean
  /** Disconnects all wallets, those of one namespace, or one wallet by its connector's id. Throws `UNKNOWN_NAMESPACE`. */
  disconnect(namespace?: string, connectorId?: string): Promise<void>
  /** Throws `UNKNOWN_NETWORK`, `NOT_CONNECTED`, `SWITCH_FAILED`. */
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
  /** Return value of the plugin's `setup`; `undefined` if it is not listed or was disabled. */
  use<P extends Plugin>(plugin: P): OutputOf<P> | undefined
  /** Returns an unsubscribe function. */
  on<T>(event: EventToken<T>, listener: (payload: T) => void): () => void
  /** Ignores invalid theme tokens; in development throws `INVALID_ARGUMENT`. */
  setTheme(theme: ThemeMode | Theme): void
  /** Throws `INVALID_ARGUMENT` for an invalid language tag. */
  setLocale(locale: string): void
  /** Returns a function that removes it. */
  addNetwork(network: Network): () => void
  /** Preloads the interface's code before a click. */
  prefetch(): Promise<void>
  /** Disconnects all wallets and deletes all data that this modal stores in the browser. */
  forget(): Promise<void>
  dispose(): void
}

interface Opening {
  readonly view: AnyView
  readonly params?: unknown
}

const inBrowser = (): boolean => typeof document !== 'undefined'

/** Validates the configuration, starts the plugins in order, and mounts in the browser. Throws `WalletModalError` for a site owner's mistake. */
export function createWalletModal(config: WalletModalConfig): WalletModal {
  if (process.env.NODE_ENV !== 'production') {
    checkConfig(config)
    validatePlugins(config.plugins)
  }
  const plugins = orderPlugins(config.plugins.map(preparePlugin))
  const { id = 'default', projectId, logLevel = 'error' } = config
  const log = createLogger(logLevel, 'wallet-modal')
  const errors = signal<readonly WalletModalError[]>([])
  const report = (error: WalletModalError): void => {
    if (process.env.NODE_ENV !== 'production') note('problem', error.code, { detail: error.message })
    errors.value = Object.freeze([...errors.peek().slice(-99), error])
    log.error(error.message, error.cause ?? '')
  }
  const failure = (code: 'PLUGIN_FAILED' | 'DISPOSE_FAILED' | 'VIEW_FAILED', what: string) => (cause: unknown) =>
    report(new WalletModalError(code, `${what}: ${messageOf(cause)}`, { cause }))
  const scope = new Scope(failure('DISPOSE_FAILED', 'The modal failed in dispose'))

  const slots = new Slots()
  if (process.env.NODE_ENV !== 'production') slots.rules = slotRules(report)
  const theme = signal(toTheme(config.theme ?? {}))
  const locale = signal(config.locale === undefined ? ownLocale() : checkLocale(config.locale))
  const added = slots.all(networkSlot)
  const networks = derived(() => Object.freeze(firstOfEach([...(config.networks ?? []), ...added.value])))
  const site: Site = Object.freeze({
    id,
    projectId,
    metadata: Object.freeze({
      name: inBrowser() ? document.title : '',
      url: inBrowser() ? location.origin : '',
      ...config.metadata,
      icons: Object.freeze([...(config.metadata?.icons ?? [])]),
    }),
    theme: derived(() => theme.value.mode ?? 'auto'),
    locale: derived(() => locale.value),
  })
  const refusals = signal(0)
  const router = createRouter({
    knows: (view) => host.view(view) !== undefined,
    mayClose: () => slots.find(closeGuards, (guard) => !guard()) === undefined,
    refused: () => {
      refusals.value = refusals.peek() + 1
    },
  })
  const services = signal<Services | undefined>(undefined)
  const loadServices = lazyOnce(async () => {
    const { createServices } = await import('./services.js').catch(notLoaded)
    const made = createServices({ config, slots, networks, locale, host, report, signal: scope.signal })
    services.value = made
    return made
  })
  const store = createStore()
  const connections = createConnections(slots.all(namespaces), networks, store, `wallet-modal/${id}/active`)
  const parts: HostParts = {
    slots,
    router,
    networks,
    connections,
    site,
    store,
    logLevel,
    services,
    loadServices,
    report,
  }
  const host = new Host(parts)
  const firstView = (): AnyView | undefined =>
    slots.find(openingViews, ({ view, when }) => host.view(view) !== undefined && when())?.view
  const ui = createUi(
    { ...parts, id, page: {}, host, theme, locale, refusals, signal: scope.signal },
    loadServices,
    firstView,
  )
  if (inBrowser()) scope.add(claimInstance(document, id)) // cleaned up last
  scope.add(() => host.stop())
  scope.add(() => router.clear())
  host.start(plugins)

  const isOpen = derived(() => router.current.value !== null)
  let wasOpen = false
  scope.add(
    isOpen.subscribe((open) => {
      if (open === wasOpen) return
      wasOpen = open
      if (open) ui.show()
      host.emit(open ? opened : closed, undefined)
    }),
  )
  const alive = (): void => {
    if (scope.signal.aborted)
      fail(
        'DISPOSED',
        `The modal "${id}" was disposed.${process.env.NODE_ENV === 'production' ? '' : ' Make a new one.'}`,
      )
  }
  const whenClosed = (): Promise<undefined> =>
    new Promise((resolve) => {
      const stop = isOpen.subscribe((open) => {
        if (!open) queueMicrotask(() => [stop(), resolve(undefined)])
      })
    })
  const open = async (options?: Opening): Promise<unknown> => {
    alive()
    if (options === undefined && isOpen.peek()) return whenClosed()
    const view = options === undefined ? firstView() : options?.view
    if (view === undefined && options === undefined)
      fail(
        'NO_VIEW',
        `No plugin brings a view to open.${process.env.NODE_ENV === 'production' ? '' : ' Add @wallet-modal/connect.'}`,
      )
    if (process.env.NODE_ENV !== 'production') checkOpen(view)
    if (!inBrowser()) fail('NO_VIEW', 'The modal opens only in a browser, and this code runs without one.')
    return router.reset(view as View<unknown, unknown>, options?.params)
  }
  const disconnect = async (namespace?: string, connectorId?: string): Promise<void> => {
    alive()
    if (process.env.NODE_ENV !== 'production') checkDisconnect(namespace, connectorId)
    await connections.disconnect(namespace, connectorId)
  }
  const dispose = (): void => scope.dispose()

  if (inBrowser()) {
    queueMicrotask(() => {
      if (scope.signal.aborted) return
      host.mount()
      ui.begin(config.prefetch !== 'never')
    })
  }
  return seal({
    id,
    isOpen,
    connections,
    networks,
    errors: derived(() => errors.value),
    theme: derived(() => theme.value),
    locale: site.locale,
    strings: config.strings,
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
    use: (plugin: Plugin) => {
      if (process.env.NODE_ENV !== 'production') checkUse(plugin)
      return host.output(plugin.spec.name)
    },
    on: <T>(event: EventToken<T>, listener: (payload: T) => void) => {
      alive()
      if (process.env.NODE_ENV !== 'production') checkOn(event, listener)
      return scope.add(
        host.on(event, guarded(listener, failure('PLUGIN_FAILED', `The site's listener of "${event.name}" failed`))),
      )
    },
    setTheme: (next: ThemeMode | Theme) => {
      alive()
      theme.value = Object.freeze({ ...theme.peek(), ...toTheme(next) })
    },
    setLocale: (next: string) => {
      alive()
      locale.value = checkLocale(next)
      void services.peek()?.messages.loadAll()
    },
    addNetwork: (network: Network) => {
      alive()
      if (process.env.NODE_ENV !== 'production') checkNetwork(network)
      return scope.add(
        slots.add(networkSlot, network, 0, {
          owner: '',
          failed: failure('PLUGIN_FAILED', 'The site failed in a network'),
        }),
      )
    },
    prefetch: async () => {
      alive()
      await ui.prefetch()
    },
    forget: async () => {
      alive()
      try {
        await disconnect()
      } finally {
        store.forget(`wallet-modal/${id}/`)
        services.peek()?.forget()
      }
    },
    dispose,
    [Symbol.dispose]: dispose,
  } as WalletModal)
}

/** Validated in development; the interface ignores invalid tokens. */
function toTheme(theme: ThemeMode | Theme): Theme {
  if (process.env.NODE_ENV !== 'production') checkTheme(theme)
  return Object.freeze(typeof theme === 'string' ? { mode: theme } : { ...theme })
}

/** The browser's language, if it is a valid tag. */
function ownLocale(): string {
  try {
    return checkLocale(navigator.language)
  } catch {
    return 'en' // no browser, or no valid language
  }
}

const firstOfEach = (all: readonly Network[]): readonly Network[] =>
  all.filter((network, at) => all.findIndex((one) => one.caipNetworkId === network.caipNetworkId) === at)
