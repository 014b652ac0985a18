import type { Network } from '../domain/network.js'
import { endpoints } from '../domain/slots.js'
import { isWalletModalError, messageOf, quote, WalletModalError } from '../errors/errors.js'
import { mayOpen, openSafely, type WindowTarget } from '../page/open-window.js'
import type { AnySpec, PluginUi } from '../plugins/plugin.js'
import type { Slots } from '../plugins/slots.js'
import type { ReadonlySignal } from '../signals.js'
import type { Locale } from '../texts/i18n.js'
import { Messages } from '../texts/messages.js'
import type { Api } from '../transport/api.js'
import { type ContributedEndpoint, createTargets } from '../transport/endpoints.js'
import { Cache, createPermittedApi, type PermittedOptions } from '../transport/index.js'
import type { WalletModalConfig } from './config.js'
import { createToasts, type ToastControls } from './toasts.js'

interface ServicesParts {
  readonly slots: Slots
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly locale: ReadonlySignal<Locale>
  readonly host: { ui(plugin: string): Promise<PluginUi> }
  readonly signal: AbortSignal
  report(error: WalletModalError): void
}

/** Services needed for the modal's first request, view or message. Loaded as one chunk. */
export interface Services {
  readonly messages: Messages
  readonly toasts: ToastControls
  /** API of one plugin. */
  api(spec: AnySpec, signal: AbortSignal, denied: PermittedOptions['denied']): Api
  /** See `Context.openWindow`. */
  openWindow(spec: AnySpec, url: string, target: WindowTarget | undefined, denied: PermittedOptions['denied']): boolean
  /** Deletes cached replies. */
  forget(): void
}

export function createServices(
  config: WalletModalConfig,
  { slots, networks, locale, host, signal, report }: ServicesParts,
): Services {
  const { projectId, rpcUrls: siteRpcUrls = {}, endpoints: siteEndpoints = {}, strings = {} } = config
  const cache = new Cache()
  const contributed = (): readonly ContributedEndpoint[] => {
    const found: ContributedEndpoint[] = []
    slots.find(endpoints, (endpoint, order) => {
      found.push({ ...endpoint, order })
      return false // collects the endpoints of all plugins
    })
    return found
  }
  const targets = createTargets({ projectId, siteEndpoints, siteRpcUrls, contributed, networks })
  const transport = { targets, cache, batchers: new Map(), limits: new Map() }
  const textsFailed = (plugin: string, cause: unknown): void => {
    const message = `"${plugin}" failed in its texts: ${messageOf(cause).replace(/\.$/, '')}.`
    report(isWalletModalError(cause) ? cause : new WalletModalError('VIEW_FAILED', message, { plugin, cause }))
  }
  return {
    messages: new Messages(locale, strings, async (plugin) => (await host.ui(plugin)).strings, textsFailed),
    toasts: createToasts(signal),
    api: ({ name: plugin, permissions: { api: permissions = [] } = {} }, abortSignal, denied) =>
      createPermittedApi({ plugin, permissions, abortSignal, denied }, transport),
    openWindow({ permissions: { origins } = {} }, url, target = '_blank', denied) {
      const isPermitted = mayOpen(url, origins?.window ?? [])
      return isPermitted
        ? openSafely(url, target)
        : denied(`opens ${quote(url)} without listing it in permissions.origins.window.`)
    },
    forget: () => cache.clear(),
  }
}
