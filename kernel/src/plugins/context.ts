import type { Connections } from '../domain/connections/connections.js'
import type { Network } from '../domain/network.js'
import { type ErrorCode, failNotLoaded, WalletModalError } from '../errors/errors.js'
import { guarded, seal } from '../errors/guard.js'
import { createLogger, type LogLevel } from '../errors/log.js'
import type { Router, RouterControls } from '../modal/router.js'
import type { Services } from '../modal/services.js'
import type { Site } from '../modal/site.js'
import type { Toasts, ToastText } from '../modal/toasts.js'
import { createStorage, type Store } from '../page/storage.js'
import type { Scope } from '../scope.js'
import { guardedEffect, type ReadonlySignal } from '../signals.js'
import { type Api, createApiFacade } from '../transport/api.js'
import type { AnySpec, Context } from './plugin.js'
import type { Slots } from './slots.js'
import type { AnyCapability, AnyEvent, AnyListener, AnyView } from './token.js'

/** Objects of a modal that its plugins share. */
export interface HostDependencies {
  readonly slots: Slots
  readonly router: RouterControls
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly connections: Connections
  readonly site: Site
  readonly store: Store
  readonly logLevel: LogLevel
  /** `undefined` until `loadServices` has loaded them. */
  readonly services: ReadonlySignal<Services | undefined>
  loadServices(): Promise<Services>
  report(error: WalletModalError): void
}

/** Methods and objects of the host that a context uses. */
export interface ContextHost {
  readonly shared: HostDependencies
  readonly capabilities: Map<string, { readonly value: unknown; readonly owner: string }>
  on(token: AnyEvent, listener: AnyListener): () => void
  emit(token: AnyEvent, payload: unknown): void
  /** Calls `run` once the modal is mounted; immediately if it is mounted. */
  whenMounted(run: () => void): void
  /** Reports a failure of a plugin and disables it. */
  failed(plugin: string, where: string, error: unknown): void
}

/**
 * Creates the context of one plugin. When `scope` is disposed, the plugin's registrations are removed. Navigation, toasts, emitted events, effects
 * and writes to the storage then have no effect.
 */
export function createContext(host: ContextHost, spec: AnySpec, scope: Scope): Context {
  const { name } = spec
  const { shared } = host
  const { signal: abortSignal } = scope
  const isDisabled = (): boolean => abortSignal.aborted
  const failed = (where: string) => (error: unknown) => host.failed(name, where, error)
  const deny =
    (code: ErrorCode) =>
    (message: string): never => {
      const error = new WalletModalError(code, `"${name}" ${message}`, { plugin: name })
      shared.report(error)
      throw error
    }
  const notPermitted = deny('NOT_PERMITTED')
  const prefix = `wallet-modal/${shared.site.id}/${name}/`
  const storage = createStorage(shared.store, prefix, spec, { isDisabled, deny: notPermitted })
  const apiOf = (services: Services): Api => services.api(spec, abortSignal, notPermitted)
  return seal({
    abortSignal,
    api: createApiFacade(
      async () => apiOf(await shared.loadServices()),
      () => {
        const services = shared.services.peek()
        return services && apiOf(services)
      },
    ),
    storage: seal({
      ...storage,
      watch: (key, listener) =>
        scope.add(storage.watch(key, guarded(listener, failed(`watching the storage key "${key}"`)))),
    }),
    router: createPluginRouter(shared, isDisabled),
    toast: createPluginToasts(shared, abortSignal, (error) => queueMicrotask(() => failed('a toast')(error))),
    openWindow: (url, target) =>
      shared.services.peek()?.openWindow(spec, url, target, notPermitted) ?? failNotLoaded('openWindow'),
    t: (key, values) => shared.services.value?.messages.of(name)(key, values) ?? key,
    networks: shared.networks,
    connections: shared.connections,
    site: shared.site,
    log: createLogger(shared.logLevel, name),
    add: (slot, value, at) =>
      scope.add(
        shared.slots.add(slot, value, at?.order ?? 0, {
          owner: name,
          failed: failed(`its contribution to "${slot.name}"`),
        }),
      ),
    all: (slot) => shared.slots.all(slot),
    ...createCapabilities(host, spec, scope, deny('UNDECLARED')),
    on: (token, listener) => void scope.add(host.on(token, guarded(listener, failed(`a listener of "${token.name}"`)))),
    emit: (token, ...payload) => isDisabled() || host.emit(token, payload[0]),
    effect(run) {
      const effectFailed = (error: unknown): void => queueMicrotask(() => failed('an effect')(error)) // an effect cannot stop itself while it runs
      host.whenMounted(() => isDisabled() || scope.add(guardedEffect(run, effectFailed)))
    },
    onDispose: (run) => void scope.add(run),
  } as Context)
}

function createPluginRouter({ router, report }: HostDependencies, isDisabled: () => boolean): Router {
  const navigate =
    (method: 'push' | 'replace' | 'reset') =>
    (view: AnyView, ...params: readonly unknown[]): Promise<never> => {
      if (isDisabled()) return Promise.resolve(undefined as never)
      const result = (router[method] as (view: AnyView, ...params: readonly unknown[]) => Promise<never>)(
        view,
        ...params,
      )
      result.catch(report) // callers that ignore the promise do not have to handle its rejection
      return result
    }
  return seal({
    current: router.current,
    depth: router.depth,
    push: navigate('push'),
    replace: navigate('replace'),
    reset: navigate('reset'),
    back: () => isDisabled() || router.back(),
    close: () => isDisabled() || router.close(),
  })
}

function createPluginToasts(
  { loadServices, report }: HostDependencies,
  abortSignal: AbortSignal,
  failed: (error: unknown) => void,
): Toasts {
  const toast =
    (kind: 'success' | 'error' | 'loading' | 'hide') =>
    (message?: ToastText): void => {
      loadServices().then(({ toasts }) => abortSignal.aborted || toasts[kind](message, failed, abortSignal), report)
    }
  return seal({ success: toast('success'), error: toast('error'), loading: toast('loading'), hide: toast('hide') })
}

type Deny = (message: string) => never

/** Methods for capabilities. Throw `UNDECLARED` for a capability that the plugin's spec does not list. */
function createCapabilities(
  { capabilities }: ContextHost,
  spec: AnySpec,
  scope: Scope,
  undeclared: Deny,
): Pick<Context, 'provide' | 'get' | 'maybe'> {
  const declared = (field: 'requires' | 'optional' | 'provides', { name: token }: AnyCapability): string => {
    if (!spec[field]?.some((one) => one.name === token))
      undeclared(`uses "${token}" without listing it${process.env.NODE_ENV === 'production' ? '' : ` in "${field}"`}.`)
    return token
  }
  return {
    provide(token, value) {
      capabilities.set(declared('provides', token), { value, owner: spec.name })
      scope.add(() => capabilities.delete(token.name))
    },
    get: (token) => capabilities.get(declared('requires', token))?.value as never,
    maybe: (token) => capabilities.get(declared('optional', token))?.value as never,
  }
}
