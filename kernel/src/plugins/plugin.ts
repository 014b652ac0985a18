import type { ComponentType } from 'react'
import type { Connections } from '../domain/connections/connections.js'
import type { Network } from '../domain/network.js'
import type { Logger } from '../errors/log.js'
import type { Router } from '../modal/router.js'
import type { Site } from '../modal/site.js'
import type { Toasts } from '../modal/toasts.js'
import type { WindowTarget } from '../page/open-window.js'
import type { PluginStorage } from '../page/storage.js'
import type { ReadonlySignal } from '../signals.js'
import type { Locale, Strings, Translate } from '../texts/i18n.js'
import type { Api } from '../transport/api.js'
import type { StandardSchema } from './schema.js'
import type { AnyCapability, AnyView, Capability, EventToken, Payload, PlainView, Slot, View } from './token.js'

/** What a view's component receives. */
export interface ViewProps<Params = void, Result = void, Model = unknown> {
  readonly params: Params
  /** What the model of the plugin's `ui` made, or where it has none, what `setup` returned. */
  readonly model: Model
  readonly ctx: ViewContext
  /** Leaves the view and answers whoever opened it. */
  resolve(...result: Payload<Result>): void
}

/** The part of the context that views may use: they render and navigate, models talk to the world. */
export type ViewContext = Pick<
  Context,
  'router' | 'toast' | 'openWindow' | 't' | 'networks' | 'site' | 'connections' | 'all' | 'get' | 'maybe' | 'emit'
>

export interface ViewHeader {
  /** Key of the title in the plugin's strings, or a signal of a finished title. Absent: no title is drawn; `label` names the dialog. */
  readonly title?: string | ReadonlySignal<string>
  /** Key of the accessible name where no title is drawn. */
  readonly label?: string
  /** `false` hides the back arrow. */
  readonly back?: boolean
  /** `false` hides the close button, for a view that offers its own way out. */
  readonly close?: boolean
  /** Shown at the left while there is nothing to go back to. */
  readonly start?: HeaderStart
}

/** A button at the header's left: a help view or the network picker. */
export interface HeaderStart {
  readonly icon: 'help' | 'network'
  /** Key of the accessible name. */
  readonly label: string
  readonly view: PlainView
}

export interface ViewRegistration {
  readonly view: AnyView
  // biome-ignore lint/suspicious/noExplicitAny: type-erasing seam
  readonly load: () => Promise<{ readonly default: ComponentType<ViewProps<any, any, any>> }>
  readonly header: ViewHeader
}

/** Registers a lazily loaded component for a view token; params and result are checked against the component. */
export function lazyView<Params, Result, Model>(
  view: View<Params, Result>,
  load: () => Promise<{ readonly default: ComponentType<ViewProps<Params, Result, Model>> }>,
  header: ViewHeader,
): ViewRegistration {
  return { view, load, header }
}

/** Registers a component that comes with the plugin's `ui`; params and result are checked against it. */
export const viewOf = <Params, Result, Model>(
  view: View<Params, Result>,
  component: ComponentType<ViewProps<Params, Result, Model>>,
  header: ViewHeader,
): ViewRegistration => lazyView(view, async () => ({ default: component }), header)

/** How a plugin looks: its views, their texts, and what they draw from. */
// biome-ignore lint/suspicious/noExplicitAny: type-erasing seam
export interface PluginUi<Options = any, Output = any> {
  readonly views: readonly ViewRegistration[]
  readonly strings?: Readonly<Record<Locale, () => Promise<Strings>>>
  /** What the views draw from; made once, with the first view. Without it views get the output of `setup`. */
  model?(ctx: Context, options: Options, output: Output): unknown
}

/** For a plugin that is too small for a file of views: `definePlugin({ ...inlineUi({ views: [...] }), setup })`. */
export const inlineUi = (
  ui: PluginUi,
): { readonly views: readonly AnyView[]; readonly ui: () => Promise<{ readonly ui: PluginUi }> } => ({
  views: ui.views.map(({ view }) => view),
  ui: async () => ({ ui }),
})

/** What a plugin may reach beyond its own state. Enforced on `ctx.api`, `ctx.openWindow` and `ctx.storage`; the rest becomes the site's CSP. */
export interface Permissions {
  /** `service:path` patterns with `*` (`blockchain:/v1/convert/*`), and `rpc:method` patterns (`rpc:eth_getBalance`). */
  readonly api?: readonly string[]
  /** Origins the page must be allowed to reach for this plugin. */
  readonly origins?: {
    readonly connect?: readonly string[]
    readonly image?: readonly string[]
    readonly frame?: readonly string[]
    /** Checked by `ctx.openWindow`: origins, `https://*.example.com`, or `*` for https and links of apps. */
    readonly window?: readonly string[]
  }
  /** The keys this plugin keeps in the browser's storage. */
  readonly storage?: readonly string[]
  /** Devices that it asks the visitor for, once the visitor wants to use them. */
  readonly devices?: readonly 'camera'[]
}

export interface PluginSpec<Options, Output> {
  /** The npm package name. */
  readonly name: string
  /** The kernel versions this plugin works with, such as `^0.1`; checked before setup. */
  readonly kernel: `^${number}` | `^${number}.${number}`
  readonly requires?: readonly AnyCapability[]
  readonly optional?: readonly AnyCapability[]
  readonly provides?: readonly AnyCapability[]
  /** Names of plugins that cannot be used beside this one. */
  readonly conflicts?: readonly string[]
  /** The views this plugin registers, by token. How they look comes with `ui`. */
  readonly views?: readonly AnyView[]
  /** Views of other plugins that this one opens and cannot do without. The command line keeps a plugin that registers them in the site. */
  readonly requiresViews?: readonly AnyView[]
  /** Parsed at start; also the source of the CLI's prompts. */
  readonly options?: StandardSchema<Options>
  readonly storage?: { readonly version: number; migrate?(old: unknown, from: number): unknown }
  readonly permissions?: Permissions
  /** Synchronous. Runs on servers too: no `window`, no request; what is slow sits behind methods and `ctx.effect`. */
  setup(ctx: Context, options: Options): Output
  /**
   * The half of the plugin that is needed only once the modal is shown, usually `() => import('./ui.js')`, so that a page pays for little
   * more than `setup` before a click. Types come from `setup` alone.
   */
  readonly ui?: () => Promise<{ readonly ui: PluginUi }>
}

/** Everything registered here is undone when the plugin is disposed. */
export interface Context {
  /** Aborted on dispose: pass it to whatever waits. */
  readonly abortSignal: AbortSignal
  readonly api: Api
  readonly storage: PluginStorage
  readonly router: Router
  readonly toast: Toasts
  /**
   * Opens a window at once, inside the visitor's click, without giving it an `opener`. False where the browser blocked it. Throws `NOT_PERMITTED` for
   * what `permissions.origins.window` does not list, and `NO_VIEW` before the modal's code is loaded: call it from views, their models and actions.
   */
  openWindow(url: string, target?: WindowTarget): boolean
  /** This plugin's strings in the visitor's language. */
  readonly t: Translate
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly connections: Connections
  readonly site: Site
  readonly log: Logger
  /** Contributes to a slot; `null` in a signal hides the item for now. Returns a function that takes it out again. */
  add<T>(slot: Slot<T>, value: T | ReadonlySignal<T | null>, at?: { readonly order?: number }): () => void
  all<T>(slot: Slot<T>): ReadonlySignal<readonly T[]>
  provide<T>(capability: Capability<T>, value: T): void
  get<T>(capability: Capability<T>): T
  maybe<T>(capability: Capability<T>): T | undefined
  on<T>(event: EventToken<T>, listener: (payload: T) => unknown): void
  emit<T>(event: EventToken<T>, ...payload: Payload<T>): void
  /** Runs in the browser only, from mounting until dispose, and again when a signal it read has changed. */
  effect(run: () => void | (() => void)): void
  onDispose(run: () => void): void
}

// biome-ignore lint/complexity/noBannedTypes: exactly the type that asks whether all options may be left out
type Arguments<Options> = {} extends Options ? [options?: Options] : [options: Options]

// biome-ignore lint/suspicious/noExplicitAny: type-erasing seam
export interface PluginInstance<Options = any, Output = any> {
  readonly plugin: Plugin<Options, Output>
  readonly options: Options
}

// biome-ignore-start lint/suspicious/noExplicitAny: type-erasing seam
/** Called with its options it becomes an entry of `plugins`; as a value it is the key of `modal.use(plugin)`. */
export interface Plugin<Options = any, Output = any> {
  (...options: Arguments<Options>): PluginInstance<Options, Output>
  readonly spec: PluginSpec<Options, Output>
  readonly kernelCopy: object
}

export type OptionsOf<P> = P extends Plugin<infer Options, any> ? Options : never
export type OutputOf<P> = P extends Plugin<any, infer Output> ? Output : never
export type AnySpec = PluginSpec<any, any>
// biome-ignore-end lint/suspicious/noExplicitAny: type-erasing seam

/** Identifies this copy of the kernel: a plugin made by another copy is refused with `DUPLICATE_KERNEL`. */
export const kernelCopy: object = Object.freeze({})

/** Declares a plugin: static data that tools can read, and one synchronous `setup` whose result is its typed state and actions. */
// biome-ignore lint/complexity/noBannedTypes: a plugin without options takes none or an empty object
export function definePlugin<Options = {}, Output = void>(spec: PluginSpec<Options, Output>): Plugin<Options, Output> {
  const create = (options?: unknown): PluginInstance<Options, Output> => ({
    plugin,
    options: (options ?? {}) as Options,
  })
  for (const part of [spec, spec.permissions ?? {}, ...Object.values(spec.permissions ?? {})]) Object.freeze(part)
  const plugin: Plugin<Options, Output> = Object.assign(create, { spec, kernelCopy })
  return plugin
}
