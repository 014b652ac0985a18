import { createApi, type ApiTargets } from './api.js'
import type { Connections } from './domain/connections.js'
import type { Network } from './domain/network.js'
import { messageOf, WalletModalError } from './errors.js'
import { guarded } from './guard.js'
import { createLogger, type LogLevel } from './log.js'
import type { Messages } from './messages.js'
import type { Context, PluginInstance, PluginSpec, ViewRegistration } from './plugin.js'
import type { RouterControls, Router } from './router.js'
import { Scope } from './scope.js'
import { batch, effect, type ReadonlySignal } from './signals.js'
import type { Site } from './site.js'
import type { Slots } from './slots.js'
import { createStorage } from './storage.js'
import type { Toasts } from './toasts.js'
import type { Capability, EventToken, View } from './token.js'

/** What the plugins of one modal share. */
export interface HostParts {
  readonly slots: Slots
  readonly router: RouterControls
  readonly toasts: Toasts
  readonly messages: Messages
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly connections: Connections
  readonly site: Site
  readonly targets: ApiTargets
  readonly memory: Map<string, string>
  readonly cache: object
  readonly logLevel: LogLevel
  report(error: WalletModalError): void
}

/** A view with the plugin that answers for it. */
export interface HostedView {
  readonly registration: ViewRegistration
  readonly plugin: string
  readonly context: Context
  readonly model: unknown
  readonly failed: (error: unknown) => void
}

interface Running {
  readonly spec: PluginSpec<any, any>
  readonly scope: Scope
  readonly context: Context
  /** Effects wait here until the modal is mounted. */
  readonly waiting: (() => void)[]
  output: unknown
}

/** Starts plugins in order, switches off those that fail together with all that hangs on them, and ends them last first. */
export class Host {
  readonly #running = new Map<string, Running>()
  readonly #capabilities = new Map<string, { readonly value: unknown; readonly owner: string }>()
  readonly #listeners = new Map<string, Set<(payload: any) => void>>()
  readonly #views = new Map<string, HostedView>()
  readonly #router: Router
  #isMounted = false

  constructor(readonly parts: HostParts) {
    const { current, depth, push, replace, reset, back, close } = parts.router
    this.#router = Object.freeze({ current, depth, push, replace, reset, back, close })
  }

  /** Takes plugins in the order in which they are to start. */
  start(instances: readonly PluginInstance[]): void {
    for (const instance of instances) this.#startOne(instance)
  }

  mount(): void {
    if (this.#isMounted) return
    this.#isMounted = true
    for (const { waiting } of this.#running.values()) for (const run of waiting.splice(0)) run()
  }

  stop(): void {
    for (const [name] of [...this.#running].reverse()) this.#stopOne(name)
  }

  output(name: string): unknown {
    return this.#running.get(name)?.output
  }

  view(token: View<any, any>): HostedView | undefined {
    return this.#views.get(token.name)
  }

  on<T>(token: EventToken<T>, listener: (payload: T) => void): () => void {
    const known = this.#listeners.get(token.name)
    const listeners = known ?? new Set<(payload: T) => void>()
    if (!known) this.#listeners.set(token.name, listeners)
    const own = (payload: T): void => listener(payload)
    listeners.add(own)
    return () => void listeners.delete(own)
  }

  emit(token: EventToken<any>, payload: unknown): void {
    for (const listener of [...(this.#listeners.get(token.name) ?? [])]) listener(payload)
  }

  #startOne(instance: PluginInstance): void {
    const { spec } = instance.plugin
    const { name } = spec
    const missing = spec.requires?.find((need) => !this.#capabilities.has(need.name))
    if (missing) {
      this.parts.report(
        new WalletModalError('PLUGIN_BLOCKED', `"${name}" is off: it needs "${missing.name}", whose provider failed to start.`, { plugin: name }),
      )
      return
    }
    const running = this.#create(spec)
    this.#running.set(name, running)
    try {
      running.output = batch(() => spec.setup(running.context, instance.options))
      if (running.output instanceof Promise) throw new Error('its setup is asynchronous. Put what is slow behind a method or ctx.effect')
      const forgotten = spec.provides?.find((one) => this.#capabilities.get(one.name)?.owner !== name)
      if (forgotten) throw new Error(`it lists "${forgotten.name}" in "provides" and does not provide it`)
    } catch (error) {
      this.#failed(name, 'setup', error)
      return
    }
    for (const registration of spec.views ?? []) {
      const failed = (error: unknown): void => this.parts.report(this.#error('VIEW_FAILED', name, `its view "${registration.view.name}"`, error))
      this.#views.set(registration.view.name, { registration, plugin: name, context: running.context, model: running.output, failed })
    }
  }

  #error(code: 'PLUGIN_FAILED' | 'VIEW_FAILED' | 'DISPOSE_FAILED', plugin: string, where: string, cause: unknown): WalletModalError {
    const end = code === 'PLUGIN_FAILED' ? ' It is switched off; the modal goes on without it.' : ''
    return new WalletModalError(code, `"${plugin}" failed in ${where}: ${messageOf(cause)}.${end}`, { plugin, cause })
  }

  /** Reports the failure and takes the plugin out, with all that needs it. */
  #failed(name: string, where: string, error: unknown): void {
    if (!this.#running.has(name)) return
    this.parts.report(this.#error('PLUGIN_FAILED', name, where, error))
    this.#stopOne(name)
  }

  #stopOne(name: string): void {
    const running = this.#running.get(name)
    if (!running) return
    this.#running.delete(name)
    const lost = new Set((running.spec.provides ?? []).map((one) => one.name))
    for (const [other, { spec }] of [...this.#running].reverse()) {
      const need = spec.requires?.find((one) => lost.has(one.name))
      if (!need) continue
      this.parts.report(new WalletModalError('PLUGIN_BLOCKED', `"${other}" is off: it needs "${need.name}" of "${name}", which failed.`, { plugin: other }))
      this.#stopOne(other)
    }
    const views = (running.spec.views ?? []).map(({ view }) => view)
    this.parts.router.drop(views)
    for (const view of views) this.#views.delete(view.name)
    batch(() => running.scope.dispose())
  }

  #create(spec: PluginSpec<any, any>): Running {
    const { name } = spec
    const { parts } = this
    const scope = new Scope((error) => parts.report(this.#error('DISPOSE_FAILED', name, 'dispose', error)))
    const waiting: (() => void)[] = []
    const failed = (where: string) => (error: unknown) => this.#failed(name, where, error)
    const declared = (field: 'requires' | 'optional' | 'provides', { name: token }: Capability<any>): void => {
      if (spec[field]?.some((one) => one.name === token)) return
      throw new WalletModalError('UNDECLARED', `"${name}" uses "${token}" without listing it in "${field}".`, { plugin: name })
    }
    const context: Context = Object.freeze({
      abortSignal: scope.signal,
      api: Object.freeze(
        createApi({
          plugin: name,
          permissions: spec.permissions?.api ?? [],
          targets: parts.targets,
          abortSignal: scope.signal,
          transport: () => import('./transport/index.js'),
          cache: parts.cache,
        }),
      ),
      storage: Object.freeze(
        createStorage({
          prefix: `wallet-modal/${parts.site.id}/${name}/`,
          keys: spec.permissions?.storage ?? [],
          plugin: name,
          version: spec.storage?.version ?? 1,
          migrate: spec.storage?.migrate,
          memory: parts.memory,
        }),
      ),
      router: this.#router,
      toast: Object.freeze(parts.toasts),
      t: parts.messages.of(name, spec.strings),
      networks: parts.networks,
      connections: parts.connections,
      site: parts.site,
      log: Object.freeze(createLogger(parts.logLevel, name)),
      add: (slot, value, at) => {
        const remove = parts.slots.add(slot, value, at?.order ?? 0, failed(`its contribution to "${slot.name}"`))
        scope.add(remove)
        return remove
      },
      all: (slot) => parts.slots.all(slot),
      provide: (token, value) => {
        declared('provides', token)
        this.#capabilities.set(token.name, { value, owner: name })
        scope.add(() => this.#capabilities.delete(token.name))
      },
      get: (token) => {
        declared('requires', token)
        return this.#capabilities.get(token.name)?.value as any
      },
      maybe: (token) => {
        declared('optional', token)
        return this.#capabilities.get(token.name)?.value as any
      },
      on: (token, listener) => scope.add(this.on(token, guarded(listener, failed(`a listener of "${token.name}"`)))),
      emit: (token, ...payload) => {
        if (!scope.signal.aborted) this.emit(token, payload[0])
      },
      effect: (run) => {
        const later = (error: unknown): void => queueMicrotask(() => failed('an effect')(error)) // an effect cannot end itself while it runs
        const begin = (): void => {
          if (scope.signal.aborted) return
          scope.add(
            effect(() => {
              const cleanup = guarded(run, later)()
              return typeof cleanup === 'function' ? guarded(cleanup, later) : undefined
            }),
          )
        }
        if (this.#isMounted) begin()
        else waiting.push(begin)
      },
      onDispose: (run) => scope.add(run),
    } satisfies Context)
    return { spec, scope, context, waiting, output: undefined }
  }
}
