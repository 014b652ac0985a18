import { createConnections } from '../domain/connections/connections.js'
import type { Network } from '../domain/network.js'
import { closeGuards, namespaces, networks as networkSlot, openingViews } from '../domain/slots.js'
import { failDownload } from '../errors/errors.js'
import { lazyOnce } from '../lazy-once.js'
import { createStore } from '../page/storage.js'
import type { HostDependencies } from '../plugins/context.js'
import { slotRules } from '../plugins/slot-checks.js'
import { Slots } from '../plugins/slots.js'
import type { AnyView } from '../plugins/token.js'
import { derived, type Signal, signal } from '../signals.js'
import { checkLocale } from '../texts/locale.js'
import type { WalletModalConfig } from './config.js'
import type { Report } from './error-reports.js'
import { Host } from './host.js'
import { createRouter } from './router.js'
import type { Services } from './services.js'
import { inBrowser, type Site, type ThemeMode } from './site.js'
import { checkTheme, type Theme } from './theme.js'
import type { UiDependencies } from './ui-dependencies.js'

/** Objects of one modal that its plugins, its renderer and its public methods share. */
export interface ModalCore extends HostDependencies, Omit<UiDependencies, 'toasts' | 'messages'> {
  readonly theme: Signal<Theme>
  readonly locale: Signal<string>
  /** View that `open()` displays by default. */
  firstView(): AnyView | undefined
}

/** Creates the objects of a modal without starting plugins. `abortSignal` is aborted when the modal is disposed. */
export function createModalCore(config: WalletModalConfig, report: Report, abortSignal: AbortSignal): ModalCore {
  const { id = 'default', logLevel = 'error' } = config
  const slots = new Slots()
  if (process.env.NODE_ENV !== 'production') slots.rules = slotRules(report, config.plugins)
  const theme = signal(toTheme(config.theme ?? {}))
  const locale = signal(config.locale === undefined ? browserLocale() : checkLocale(config.locale))
  const pluginNetworks = slots.all(networkSlot)
  const networks = derived(() =>
    Object.freeze(withoutDuplicates([...(config.networks ?? []), ...pluginNetworks.value])),
  )
  const refusals = signal(0)
  const router = createRouter(
    (view) => host.view(view) !== undefined,
    () => slots.find(closeGuards, (guard) => !guard()) === undefined,
    () => {
      refusals.value = refusals.peek() + 1
    },
  )
  const services = signal<Services | undefined>(undefined)
  const loadServices = lazyOnce(async () => {
    const { createServices } = await import('./services.js').catch(failDownload)
    const created = createServices(config, core)
    services.value = created
    return created
  })
  const store = createStore()
  const connections = createConnections(slots.all(namespaces), networks, store, `wallet-modal/${id}/active`)
  const site: Site = Object.freeze({
    id,
    projectId: config.projectId,
    metadata: Object.freeze({
      name: inBrowser() ? document.title : '',
      url: inBrowser() ? location.origin : '',
      ...config.metadata,
      icons: Object.freeze([...(config.metadata?.icons ?? [])]),
    }),
    theme: derived(() => theme.value.mode ?? 'auto'),
    locale: derived(() => locale.value),
  })
  const shared: HostDependencies = {
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
  const host = new Host(shared)
  const firstView = (): AnyView | undefined =>
    slots.find(openingViews, ({ view, when }) => host.view(view) !== undefined && when())?.view
  const core: ModalCore = { ...shared, id, host, theme, locale, refusals, signal: abortSignal, page: {}, firstView }
  return core
}

/** Frozen theme. Throws `INVALID_ARGUMENT` in development; in production, invalid tokens get their default values when they are written to CSS. */
export function toTheme(theme: ThemeMode | Theme): Theme {
  if (process.env.NODE_ENV !== 'production') checkTheme(theme)
  return Object.freeze(typeof theme === 'string' ? { mode: theme } : { ...theme })
}

function browserLocale(): string {
  try {
    return checkLocale(navigator.language)
  } catch {
    return 'en' // not in a browser, or the browser's language tag is invalid
  }
}

const withoutDuplicates = (all: readonly Network[]): readonly Network[] =>
  all.filter((network, at) => all.findIndex((one) => one.caipNetworkId === network.caipNetworkId) === at)
