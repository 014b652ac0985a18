import type { Api } from './api.js'
import { createTargets, type TargetOptions } from './endpoints.js'
import type { Locale, StringOverrides } from './i18n.js'
import { Messages } from './messages.js'
import type { PluginUi } from './plugin.js'
import type { ReadonlySignal } from './signals.js'
import { createToasts, type ToastControls } from './toasts.js'
import { Cache, createPermittedApi, type PermittedOptions } from './transport/index.js'

export interface ServicesOptions extends TargetOptions {
  readonly locale: ReadonlySignal<Locale>
  readonly strings: StringOverrides
  readonly abortSignal: AbortSignal
  uiOf(plugin: string): Promise<PluginUi>
}

/** What a modal needs for its first request, view or message, and not before. Loaded as one chunk. */
export interface Services {
  readonly messages: Messages
  readonly toasts: ToastControls
  api(options: PermittedOptions): Api
  /** Drops cached answers. */
  forget(): void
}

export function createServices({ locale, strings, abortSignal, uiOf, ...targetOptions }: ServicesOptions): Services {
  const cache = new Cache()
  const transport = { targets: createTargets(targetOptions), cache, batchers: new Map() }
  return {
    messages: new Messages(locale, strings, async (plugin) => (await uiOf(plugin)).strings),
    toasts: createToasts(abortSignal),
    api: (options) => createPermittedApi(options, transport),
    forget: () => cache.clear(),
  }
}
