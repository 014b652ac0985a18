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

/** Props of a view's component. */
export interface ViewProps<Params = void, Result = void, Model = unknown> {
  readonly params: Params
  /** Model from the plugin's `ui.model` or, without one, the return value of `setup`. */
  readonly model: Model
  readonly ctx: ViewContext
  /** Closes the view and resolves its promise with the result. */
  resolve(...result: Payload<Result>): void
}

/** Members of the context that views may use. Views render and navigate; models do I/O. */
export type ViewContext = Pick<
  Context,
  'router' | 'toast' | 'openWindow' | 't' | 'networks' | 'site' | 'connections' | 'all' | 'get' | 'maybe' | 'emit'
>

export interface ViewHeader {
  /**
   * Key of the title in the plugin's strings, or a signal with a translated title. If absent, no title is displayed, and `label` names the dialog.
   */
  readonly title?: string | ReadonlySignal<string>
  /** Key of the accessible name, if no title is displayed. */
  readonly label?: string
  /** `false` hides the back arrow. */
  readonly back?: boolean
  /** `false` hides the close button, for a view with its own close button. */
  readonly close?: boolean
  /** Button at the start of the header, displayed if no view is open below this one. */
  readonly start?: HeaderStart
}

/** Button in the header that opens a view, such as help or the network list. */
export interface HeaderStart {
  readonly icon: 'help' | 'network'
  /** Key of the accessible name. */
  readonly label: string
  readonly view: PlainView
}

/** View token with its component and header. */
export interface ViewRegistration {
  readonly view: AnyView
  // biome-ignore lint/suspicious/noExplicitAny: these types are erased
  readonly load: () => Promise<{ readonly default: ComponentType<ViewProps<any, any, any>> }>
  readonly header: ViewHeader
}

/** Registers a lazily loaded component for a view token; params and result types are checked against the component. */
export function lazyView<Params, Result, Model>(
  view: View<Params, Result>,
  load: () => Promise<{ readonly default: ComponentType<ViewProps<Params, Result, Model>> }>,
  header: ViewHeader,
): ViewRegistration {
  return { view, load, header }
}

/** Registers a component that is loaded with the plugin's `ui`; params and result types are checked against the component. */
export const viewOf = <Params, Result, Model>(
  view: View<Params, Result>,
  component: ComponentType<ViewProps<Params, Result, Model>>,
  header: ViewHeader,
): ViewRegistration => lazyView(view, async () => ({ default: component }), header)

/** UI of a plugin: views, their texts, and their model. */
// biome-ignore lint/suspicious/noExplicitAny: these types are erased
export interface PluginUi<Options = any, Output = any> {
  readonly views: readonly ViewRegistration[]
  readonly strings?: Readonly<Record<Locale, () => Promise<Strings>>>
  /** Model of the views; created once, with the first view. Default: the return value of `setup`. */
  model?(ctx: Context, options: Options, output: Output): unknown
}

/** Permissions of a plugin. Enforced by `ctx.api`, `ctx.openWindow` and `ctx.storage`. */
export interface Permissions {
  /**
   * Allowed requests, as patterns `service:path` (`blockchain:/v1/convert/*`) and `rpc:method` (`rpc:eth_getBalance`). A `*` at the end of a pattern
   * matches any text. A `*` in another position matches any text without `/`.
   */
  readonly api?: readonly string[]
  /**
   * Origins that the plugin uses. The CSP of the site must allow the origins in `connect`, `image` and `frame`. `ctx.openWindow` opens only URLs that
   * an entry of `window` matches: an origin, a pattern such as `https://*.example.com`, or `*`, which matches every https URL and app link.
   */
  readonly origins?: {
    readonly connect?: readonly string[]
    readonly image?: readonly string[]
    readonly frame?: readonly string[]
    readonly window?: readonly string[]
  }
  /** Storage keys of this plugin. */
  readonly storage?: readonly string[]
  /** Devices that the plugin uses. */
  readonly devices?: readonly 'camera'[]
}

/** Argument of {@link definePlugin}. */
export interface PluginSpec<Options, Output> {
  /** Name of the plugin's npm package. If the plugin is not a package, choose a name in the same form, such as `@my-site/counter`. */
  readonly name: string
  /** Supported versions of the kernel, such as `^0.1`. Checked in development, before `setup`. */
  readonly kernel: `^${number}` | `^${number}.${number}`
  /**
   * Capabilities that the plugin needs. Get them with `ctx.get`. If one of these capabilities is missing, `createWalletModal` throws
   * `MISSING_CAPABILITY` in development. In production, the kernel disables the plugin.
   */
  readonly requires?: readonly AnyCapability[]
  /** Capabilities that the plugin uses if another plugin provides them. Get them with `ctx.maybe`. */
  readonly optional?: readonly AnyCapability[]
  /** Capabilities that the plugin provides. `setup` must provide each of them with `ctx.provide`. */
  readonly provides?: readonly AnyCapability[]
  /** Names of plugins that cannot be used together with this plugin. In development, `createWalletModal` throws `CONFLICT`. */
  readonly conflicts?: readonly string[]
  /** Tokens of the views that the plugin registers. `ui` loads the components of these views. */
  readonly views?: readonly AnyView[]
  /** Views of other plugins that the plugin requires. The command line does not remove the last plugin that registers such a view. */
  readonly requiresViews?: readonly AnyView[]
  /** Schema that parses the options before `setup`. The plugin's manifest contains the same schema as a JSON Schema, for the command line. */
  readonly options?: StandardSchema<Options>
  /** Version of stored values. `migrate` converts values that an earlier version stored. */
  readonly storage?: { readonly version: number; migrate?(old: unknown, from: number): unknown }
  /** Requests, storage keys, origins and devices that the plugin may use. Default: none. */
  readonly permissions?: Permissions
  /**
   * Starts the plugin synchronously. Also runs on servers: do not use `window`, and send no requests. Put slow work into methods and `ctx.effect`.
   */
  setup(ctx: Context, options: Options): Output
  /**
   * Loads the views, the texts and the model, usually `() => import('./ui.js')`. The kernel calls it before it displays the first view or text of the
   * plugin. For the plugin of the default view, the kernel calls it already while the page is idle, unless the site sets `prefetch: 'never'`.
   */
  readonly ui?: () => Promise<{ readonly ui: PluginUi }>
}

/** Context of a plugin. All its registrations are removed when the plugin is disposed. */
export interface Context {
  /** Aborted when the plugin is disposed or disabled. Pass it to all asynchronous work. */
  readonly abortSignal: AbortSignal
  /** HTTP and JSON-RPC client, limited to the plugin's permissions. */
  readonly api: Api
  /** Values of this plugin in the browser's storage. */
  readonly storage: PluginStorage
  /** Opens and closes views. */
  readonly router: Router
  /** Displays short messages. */
  readonly toast: Toasts
  /**
   * Opens a window without an `opener`. Call `openWindow` synchronously in a click handler of a view, of its model, or of an action. Returns `false`
   * if the browser blocked the window. Throws `NOT_PERMITTED` if `permissions.origins.window` does not include the URL. Throws `NO_VIEW` if the code
   * of the modal is not loaded yet.
   */
  openWindow(url: string, target?: WindowTarget): boolean
  /** Returns the text of the plugin with this key, in the current language. */
  readonly t: Translate
  /** Networks of the site, networks of plugins, and networks added with `addNetwork`, without duplicates. */
  readonly networks: ReadonlySignal<readonly Network[]>
  /** Connected wallets, and methods that connect, switch and disconnect. */
  readonly connections: Connections
  /** Id, project id, metadata, colour scheme and language of the site. */
  readonly site: Site
  /** Writes messages with the plugin's name to the console. The `logLevel` of the site applies. */
  readonly log: Logger
  /**
   * Adds an item to a slot. Pass the item or a signal of the item. With a signal, the item can change later. While the signal's value is `null`, the
   * slot does not contain the item. Default `order`: 0. Returns a function that removes the item.
   */
  add<T>(slot: Slot<T>, value: T | ReadonlySignal<T | null>, at?: { readonly order?: number }): () => void
  /** Returns a signal with the items of a slot, sorted by `order`, then by the names of the plugins that added them. */
  all<T>(slot: Slot<T>): ReadonlySignal<readonly T[]>
  /** Provides a capability. Throws `UNDECLARED` if the plugin does not list the capability in `provides`. */
  provide<T>(capability: Capability<T>, value: T): void
  /** Returns a required capability. Throws `UNDECLARED` if the plugin does not list the capability in `requires`. */
  get<T>(capability: Capability<T>): T
  /**
   * Returns an optional capability, or `undefined` if no plugin provides it. Throws `UNDECLARED` if the plugin does not list the capability in
   * `optional`.
   */
  maybe<T>(capability: Capability<T>): T | undefined
  /** Subscribes to an event. */
  on<T>(event: EventToken<T>, listener: (payload: T) => unknown): void
  /** Emits an event: calls the listeners of all plugins and of the site, synchronously. */
  emit<T>(event: EventToken<T>, ...payload: Payload<T>): void
  /**
   * Calls `run` when the modal is mounted, and again each time a signal that `run` has read changes. Does nothing on a server. `run` may return a
   * cleanup function.
   */
  effect(run: () => void | (() => void)): void
  /** Calls `run` when the plugin is disposed. */
  onDispose(run: () => void): void
}

// biome-ignore lint/complexity/noBannedTypes: `{}` extends the type only if all options are optional
type Arguments<Options> = {} extends Options ? [options?: Options] : [options: Options]

// biome-ignore lint/suspicious/noExplicitAny: these types are erased
export interface PluginInstance<Options = any, Output = any> {
  readonly plugin: Plugin<Options, Output>
  readonly options: Options
}

// biome-ignore-start lint/suspicious/noExplicitAny: these types are erased
/** Plugin. Call it with its options for an entry of `plugins`; pass the function itself to `modal.use`. */
export interface Plugin<Options = any, Output = any> {
  (...options: Arguments<Options>): PluginInstance<Options, Output>
  readonly spec: PluginSpec<Options, Output>
  readonly kernelCopy: object
}

export type OptionsOf<P> = P extends Plugin<infer Options, any> ? Options : never
export type OutputOf<P> = P extends Plugin<any, infer Output> ? Output : never
export type AnySpec = PluginSpec<any, any>
// biome-ignore-end lint/suspicious/noExplicitAny: these types are erased

/** Identifies this copy of the kernel: plugins that another copy defined are rejected with `DUPLICATE_KERNEL`. */
export const kernelCopy: object = Object.freeze({})

/** Defines a plugin from static data and a synchronous `setup`, whose return value is the plugin's public API. */
// biome-ignore lint/complexity/noBannedTypes: a plugin without options takes none or an empty object
export function definePlugin<Options = {}, Output = void>(spec: PluginSpec<Options, Output>): Plugin<Options, Output> {
  const create = (options?: unknown): PluginInstance<Options, Output> => ({
    plugin,
    options: (options ?? {}) as Options,
  })
  for (const value of [spec, spec.permissions ?? {}, ...Object.values(spec.permissions ?? {})]) Object.freeze(value)
  const plugin: Plugin<Options, Output> = Object.assign(create, { spec, kernelCopy })
  return plugin
}
