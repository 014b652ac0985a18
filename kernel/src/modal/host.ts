import { messageOf, WalletModalError } from '../errors/errors.js'
import { addEntry, describePayload, timeSetup } from '../errors/timeline.js'
import { lazyOnce } from '../lazy-once.js'
import { type ContextHost, createContext, type HostDependencies } from '../plugins/context.js'
import type { AnySpec, Context, PluginInstance, PluginUi, ViewRegistration } from '../plugins/plugin.js'
import type { AnyEvent, AnyListener, AnyView } from '../plugins/token.js'
import { Scope } from '../scope.js'
import { batch } from '../signals.js'

/** View with the plugin that registered it. */
export interface HostedView {
  readonly view: AnyView
  readonly plugin: string
  readonly context: Context
  /** Component and header of the view. Loaded once; retried after a failure. */
  registration(): Promise<ViewRegistration>
  /** Model of the plugin's views. Created once; retried after a failure. */
  model(): Promise<unknown>
  /** Reports `VIEW_FAILED`. The plugin stays active. */
  readonly failed: (error: unknown) => void
}

interface RunningPlugin {
  readonly spec: AnySpec
  readonly scope: Scope
  output: unknown
  /** The plugin's `ui`, loaded once. */
  readonly ui: () => Promise<PluginUi>
}

const noUi: PluginUi = { views: [] }

/** Starts plugins in order, and disposes them in reverse order. Disables a failing plugin together with its dependents. */
export class Host implements ContextHost {
  readonly capabilities = new Map<string, { readonly value: unknown; readonly owner: string }>()
  readonly #running = new Map<string, RunningPlugin>()
  readonly #listeners = new Map<string, Set<AnyListener>>()
  readonly #views = new Map<string, HostedView>()
  /** Functions to run when the modal is mounted; `null` after that. */
  #mountQueue: (() => void)[] | null = []

  constructor(readonly shared: HostDependencies) {}

  /** Starts the plugins in this order. */
  start(instances: readonly PluginInstance[]): void {
    for (const instance of instances) {
      if (process.env.NODE_ENV === 'production') this.#startOne(instance)
      else timeSetup(instance.plugin.spec.name, () => this.#startOne(instance))
    }
  }

  mount(): void {
    const queue = this.#mountQueue ?? []
    this.#mountQueue = null
    for (const run of queue) run()
  }

  stop(): void {
    for (const name of [...this.#running.keys()].reverse()) this.#stopOne(name)
  }

  /** UI of a plugin; without views if the plugin is not running. */
  async ui(name: string): Promise<PluginUi> {
    return this.#running.get(name)?.ui() ?? noUi
  }

  output(name: string): unknown {
    return this.#running.get(name)?.output
  }

  view(token: AnyView): HostedView | undefined {
    return this.#views.get(token.name)
  }

  on(token: AnyEvent, listener: AnyListener): () => void {
    const listeners = this.#listeners.get(token.name) ?? new Set()
    this.#listeners.set(token.name, listeners)
    const subscription = (payload: unknown): unknown => listener(payload) // a new function, so that a listener can be added twice
    listeners.add(subscription)
    return () => void listeners.delete(subscription)
  }

  emit(token: AnyEvent, payload: unknown): void {
    if (process.env.NODE_ENV !== 'production') addEntry('event', token.name, { detail: describePayload(payload) })
    const listeners = this.#listeners.get(token.name) ?? new Set()
    for (const listener of [...listeners]) if (listeners.has(listener)) listener(payload)
  }

  whenMounted(run: () => void): void {
    if (this.#mountQueue) this.#mountQueue.push(run)
    else run()
  }

  /** Reports the failure and disables the plugin with its dependents. */
  failed(name: string, where: string, error: unknown): void {
    if (!this.#running.has(name)) return
    this.#report('PLUGIN_FAILED', name, where, error)
    this.#stopOne(name)
  }

  #startOne({ plugin: { spec }, options }: PluginInstance): void {
    const { name, requires = [], provides = [], views = [] } = spec
    const missing = requires.find((one) => !this.capabilities.has(one.name))
    if (missing) {
      this.#reportBlocked(name, missing.name)
      return
    }
    const scope = new Scope((error) => this.#report('DISPOSE_FAILED', name, 'dispose', error))
    const running: RunningPlugin = {
      spec,
      scope,
      output: undefined,
      ui: lazyOnce(async () => (await spec.ui?.())?.ui ?? noUi),
    }
    const context = createContext(this, spec, scope)
    this.#running.set(name, running)
    try {
      const output: unknown = batch(() => spec.setup(context, options))
      if (output instanceof Promise) {
        output.catch(() => null)
        throw new Error(
          `its setup is asynchronous.${process.env.NODE_ENV === 'production' ? '' : ' Move slow work into a method or ctx.effect'}`,
        )
      }
      // in production, a capability that is not provided disables only the plugins that require it
      if (process.env.NODE_ENV !== 'production') {
        const unprovided = provides.find((one) => this.capabilities.get(one.name)?.owner !== name)
        if (unprovided && !scope.signal.aborted)
          throw new Error(
            `it lists "${unprovided.name}" in "provides" but never provides it. Provide it in "setup", or remove it from "provides"`,
          )
      }
      running.output = output
    } catch (error) {
      this.failed(name, 'setup', error)
    }
    if (scope.signal.aborted) return
    const model = lazyOnce(async () => {
      const { model: createModel } = await running.ui()
      if (scope.signal.aborted) throw new Error('it is disabled')
      return createModel ? createModel(context, options, running.output) : running.output
    })
    for (const view of views) {
      const registration = async (): Promise<ViewRegistration> => {
        const registered = (await running.ui()).views.find((one) => one.view.name === view.name)
        if (registered) return registered
        throw new Error('its "ui" has no such view')
      }
      const failed = (error: unknown): void => this.#report('VIEW_FAILED', name, `its view "${view.name}"`, error)
      this.#views.set(view.name, { view, plugin: name, context, registration, model, failed })
    }
  }

  #report(
    code: 'PLUGIN_FAILED' | 'VIEW_FAILED' | 'DISPOSE_FAILED',
    plugin: string,
    where: string,
    cause: unknown,
  ): void {
    const message = messageOf(cause).replace(/\.$/, '')
    const end = code === 'PLUGIN_FAILED' ? ' The plugin is disabled.' : ''
    this.shared.report(
      new WalletModalError(code, `"${plugin}" failed in ${where}: ${message}.${end}`, { plugin, cause }),
    )
  }

  #reportBlocked(plugin: string, capability: string): void {
    this.shared.report(
      new WalletModalError(
        'PLUGIN_BLOCKED',
        `"${plugin}" is disabled: it needs "${capability}"${process.env.NODE_ENV === 'production' ? '' : ', whose provider failed'}.`,
        {
          plugin,
        },
      ),
    )
  }

  #stopOne(name: string): void {
    const running = this.#running.get(name)
    if (!running) return
    this.#running.delete(name)
    const { provides = [], views = [] } = running.spec
    for (const [other, { spec }] of [...this.#running].reverse()) {
      const missing = spec.requires?.find((one) => provides.some((removed) => removed.name === one.name))
      if (!missing || !this.#running.has(other)) continue
      this.#reportBlocked(other, missing.name)
      this.#stopOne(other)
    }
    this.shared.router.drop(views)
    for (const { name: view } of views) this.#views.delete(view)
    batch(() => running.scope.dispose())
  }
}
