import type { Network } from '../domain/network.js'
import { endpoints } from '../domain/slots.js'
import { isWalletModalError, messageOf, quote, WalletModalError } from '../errors/errors.js'
import { mayOpen, openSafely, type WindowTarget } from '../page/open-window.js'
import { type ModalAccess, modalAccess } from '../plugins/modal-access.js'
import type { AnySpec, PluginUi } from '../plugins/plugin.js'
import type { Slots } from '../plugins/slots.js'
import type { AnyView } from '../plugins/token.js'
import type { ReadonlySignal } from '../signals.js'
import type { Locale } from '../texts/i18n.js'
import { createMessages, type Messages } from '../texts/messages.js'
import type { Api } from '../transport/api.js'
import { type ContributedEndpoint, createTargets } from '../transport/endpoints.js'
import { Cache, createPermittedApi, type PermittedOptions } from '../transport/index.js'
import type { WalletModalConfig } from './config.js'
import { createToasts, type ToastControls } from './toasts.js'

interface ServiceDependencies {
  readonly slots: Slots
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly locale: ReadonlySignal<Locale>
  readonly host: { ui(plugin: string): Promise<PluginUi>; view(token: AnyView): object | undefined }
  readonly signal: AbortSignal
  report(error: WalletModalError): void
}

/** Objects that a modal needs for its first request, view or toast. Their code is a separate chunk, loaded when it is first needed. */
export interface Services {
  readonly messages: Messages
  readonly toasts: ToastControls
  /** API of one plugin. */
  api(spec: AnySpec, signal: AbortSignal, deny: PermittedOptions['deny']): Api
  /** See `Context.openWindow`. */
  openWindow(spec: AnySpec, url: string, target: WindowTarget | undefined, deny: PermittedOptions['deny']): boolean
  /** Deletes cached replies of services and nodes. */
  forget(): void
}

export function createServices(
  config: WalletModalConfig,
  { slots, networks, locale, host, signal, report }: ServiceDependencies,
): Services {
  const { projectId, rpcUrls: siteRpcUrls = {}, endpoints: siteEndpoints = {}, strings, languages } = config
  const cache = new Cache()
  const contributed = (): readonly ContributedEndpoint[] => {
    const all: ContributedEndpoint[] = []
    slots.find(endpoints, (endpoint, { order }) => {
      all.push({ ...endpoint, order })
      return false // visits the endpoints of all plugins
    })
    return all
  }
  const targets = createTargets({ projectId, siteEndpoints, siteRpcUrls, contributed, networks })
  const transport = { targets, cache, batchers: new Map(), limits: new Map() }
  const services: Services = {
    messages: createMessages(locale, {
      strings,
      languages,
      catalogueOf: async (plugin) => (await host.ui(plugin)).strings,
      failed(plugin, cause) {
        const message = `The texts of "${plugin}" could not be loaded: ${messageOf(cause).replace(/\.$/, '')}.`
        report(isWalletModalError(cause) ? cause : new WalletModalError('VIEW_FAILED', message, { plugin, cause }))
      },
    }),
    toasts: createToasts(signal),
    api: ({ name: plugin, permissions: { api: permissions = [] } = {} }, abortSignal, deny) =>
      createPermittedApi({ plugin, permissions, abortSignal, deny }, transport),
    openWindow({ permissions: { origins } = {} }, url, target = '_blank', deny) {
      const isPermitted = mayOpen(url, origins?.window ?? [])
      return isPermitted
        ? openSafely(url, target)
        : deny(`opens ${quote(url)} without listing it in permissions.origins.window.`)
    },
    forget: () => cache.clear(),
  }
  const access: ModalAccess = {
    messages: services.messages,
    toasts: services.toasts,
    report,
    plugins: config.plugins.map(({ plugin }) => plugin.spec.name),
    viewOf: (view) => host.view(view),
    visit: (slot, visit) => void slots.find(slot, visit),
  }
  slots.add(modalAccess, access, 0, { owner: '', failed: report as never })
  return services
}
