import type { Api } from './api.js'
import type { WalletModalConfig } from './config.js'
import type { Network } from './domain/network.js'
import { endpoints } from './domain/slots.js'
import { createTargets } from './endpoints.js'
import type { Locale } from './i18n.js'
import { Messages } from './messages.js'
import type { AnySpec, PluginUi } from './plugin.js'
import type { ReadonlySignal } from './signals.js'
import type { Slots } from './slots.js'
import { createToasts, type ToastControls } from './toasts.js'
import { Cache, createPermittedApi, type PermittedOptions } from './transport/index.js'

interface ServicesOptions {
  readonly config: WalletModalConfig
  readonly slots: Slots
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly locale: ReadonlySignal<Locale>
  readonly host: { ui(plugin: string): Promise<PluginUi> }
  readonly signal: AbortSignal
}

/** What a modal needs for its first request, view or message, and not before. Loaded as one chunk. */
export interface Services {
  readonly messages: Messages
  readonly toasts: ToastControls
  /** Of one plugin. */
  api(spec: AnySpec, signal: AbortSignal, denied: PermittedOptions['denied']): Api
  /** Drops cached answers. */
  forget(): void
}

export function createServices({ config, slots, networks, locale, host, signal }: ServicesOptions): Services {
  const { projectId, rpcUrls: siteRpcUrls = {}, endpoints: siteEndpoints = {}, strings = {} } = config
  const cache = new Cache()
  const contributed = slots.all(endpoints)
  const targets = createTargets({ projectId, siteEndpoints, siteRpcUrls, contributed, networks })
  const transport = { targets, cache, batchers: new Map() }
  return {
    messages: new Messages(locale, strings, async (plugin) => (await host.ui(plugin)).strings),
    toasts: createToasts(signal),
    api: ({ name: plugin, permissions: { api: permissions = [] } = {} }, abortSignal, denied) =>
      createPermittedApi({ plugin, permissions, abortSignal, denied }, transport),
    forget: () => cache.clear(),
  }
}
