import { createConnections } from '../domain/connections/connections.js'
import type { Network } from '../domain/network.js'
import { closeGuards, namespaces, networks as networkSlot, openingViews } from '../domain/slots.js'
import { notLoaded } from '../errors/errors.js'
import { lazyOnce } from '../lazy-once.js'
import { createStore } from '../page/storage.js'
import type { HostParts } from '../plugins/context.js'
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
import type { UiParts } from './ui-parts.js'

/** Parts of one modal that its plugins, its interface and its public methods share. */
export interface ModalParts extends HostParts, Omit<UiParts, 'toasts' | 'messages'> {
  readonly theme: Signal<Theme>
  readonly locale: Signal<string>
  /** View that `open()` shows when none is given. */
  firstView(): AnyView | undefined
}

/** Makes the parts of a modal. Starts nothing; `abortSignal` ends their later work. */
export function createModalParts(config: WalletModalConfig, report: Report, abortSignal: AbortSignal): ModalParts {
  const { id = 'default', logLevel = 'error' } = config
  const slots = new Slots()
  if (process.env.NODE_ENV !== 'production') slots.rules = slotRules(report)
  const theme = signal(toTheme(config.theme ?? {}))
  const locale = signal(config.locale === undefined ? browserLocale() : checkLocale(config.locale))
  const added = slots.all(networkSlot)
  const networks = derived(() => Object.freeze(firstOfEach([...(config.networks ?? []), ...added.value])))
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
    const { createServices } = await import('./services.js').catch(notLoaded)
    const made = createServices(config, parts)
    services.value = made
    return made
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
  const base: HostParts = {
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
  const host = new Host(base)
  const firstView = (): AnyView | undefined =>
    slots.find(openingViews, ({ view, when }) => host.view(view) !== undefined && when())?.view
  const parts: ModalParts = { ...base, id, host, theme, locale, refusals, signal: abortSignal, page: {}, firstView }
  return parts
}

/** Validated in development; the interface ignores invalid tokens. */
export function toTheme(theme: ThemeMode | Theme): Theme {
  if (process.env.NODE_ENV !== 'production') checkTheme(theme)
  return Object.freeze(typeof theme === 'string' ? { mode: theme } : { ...theme })
}

function browserLocale(): string {
  try {
    return checkLocale(navigator.language)
  } catch {
    return 'en' // no browser, or one that names no valid language
  }
}

const firstOfEach = (all: readonly Network[]): readonly Network[] =>
  all.filter((network, at) => all.findIndex((one) => one.caipNetworkId === network.caipNetworkId) === at)
