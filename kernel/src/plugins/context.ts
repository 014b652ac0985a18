import type { Connections } from '../domain/connections/connections.js'
import type { Network } from '../domain/network.js'
import { type ErrorCode, tooEarly, WalletModalError } from '../errors/errors.js'
import { guarded, seal } from '../errors/guard.js'
import { createLogger, type LogLevel } from '../errors/log.js'
import type { Router, RouterControls } from '../modal/router.js'
import type { Services } from '../modal/services.js'
import type { Site } from '../modal/site.js'
import type { Toasts } from '../modal/toasts.js'
import { createStorage, type Store } from '../page/storage.js'
import type { Scope } from '../scope.js'
import { guardedEffect, type ReadonlySignal } from '../signals.js'
import { type Api, createApiFacade } from '../transport/api.js'
import type { AnySpec, Context } from './plugin.js'
import type { Slots } from './slots.js'
import type { AnyCapability, AnyEvent, AnyListener, AnyView } from './token.js'

/** Shared dependencies of one modal's plugins. */
export interface HostParts {
  readonly slots: Slots
  readonly router: RouterControls
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly connections: Connections
  readonly site: Site
  readonly store: Store
  readonly logLevel: LogLevel
  /** `undefined` until first used. */
  readonly services: ReadonlySignal<Services | undefined>
  loadServices(): Promise<Services>
  report(error: WalletModalError): void
}

/** Interface of the host for a context. */
export interface ContextHost {
  readonly parts: HostParts
  readonly capabilities: Map<string, { readonly value: unknown; readonly owner: string }>
  on(token: AnyEvent, listener: AnyListener): () => void
  emit(token: AnyEvent, payload: unknown): void
  /** Runs it immediately, or once the modal is mounted. */
  whenMounted(run: () => void): void
  /** Disables the plugin. */
  failed(plugin: string, where: string, error: unknown): void
}

/** Context of one plugin. Everything registered through it ends with `scope`; afterwards it has no effect. */
export function createContext(host: ContextHost, spec: AnySpec, scope: Scope): Context {
  const { name } = spec
  const { parts } = host
  const isOff = (): boolean => scope.signal.aborted
  const failed = (where: string) => (error: unknown) => host.failed(name, where, error)
  const denied =
    (code: ErrorCode) =>
    (message: string): never => {
      const error = new WalletModalError(code, `"${name}" ${message}`, { plugin: name })
      parts.report(error)
      throw error
    }
  const notPermitted = denied('NOT_PERMITTED')
  const prefix = `wallet-modal/${parts.site.id}/${name}/`
  const storage = createStorage(parts.store, prefix, spec, { isOff, denied: notPermitted })
  const apiOf = (services: Services): Api => services.api(spec, scope.signal, notPermitted)
  return seal({
    abortSignal: scope.signal,
    api: createApiFacade(
      async () => apiOf(await parts.loadServices()),
      () => {
        const services = parts.services.peek()
        return services && apiOf(services)
      },
    ),
    storage: seal({
      ...storage,
      watch: (key, listener) =>
        scope.add(storage.watch(key, guarded(listener, failed(`watching the storage key "${key}"`)))),
    }),
    router: createPluginRouter(parts, isOff),
    toast: createPluginToasts(parts, isOff),
    openWindow: (url, target) =>
      parts.services.peek()?.openWindow(spec, url, target, notPermitted) ?? tooEarly('openWindow'),
    t: (key, values) => parts.services.value?.messages.of(name)(key, values) ?? key,
    networks: parts.networks,
    connections: parts.connections,
    site: parts.site,
    log: createLogger(parts.logLevel, name),
    add: (slot, value, at) =>
      scope.add(
        parts.slots.add(slot, value, at?.order ?? 0, {
          owner: name,
          failed: failed(`its contribution to "${slot.name}"`),
        }),
      ),
    all: (slot) => parts.slots.all(slot),
    ...createCapabilities(host, spec, scope, denied('UNDECLARED')),
    on: (token, listener) => void scope.add(host.on(token, guarded(listener, failed(`a listener of "${token.name}"`)))),
    emit: (token, ...payload) => isOff() || host.emit(token, payload[0]),
    effect(run) {
      const later = (error: unknown): void => queueMicrotask(() => failed('an effect')(error)) // an effect cannot stop itself while it runs
      host.whenMounted(() => isOff() || scope.add(guardedEffect(run, later)))
    },
    onDispose: (run) => void scope.add(run),
  } as Context)
}

function createPluginRouter({ router, report }: HostParts, isOff: () => boolean): Router {
  const go =
    (how: 'push' | 'replace' | 'reset') =>
    (view: AnyView, ...params: readonly unknown[]): Promise<never> => {
      if (isOff()) return Promise.resolve(undefined as never)
      const visit = (router[how] as (view: AnyView, ...params: readonly unknown[]) => Promise<never>)(view, ...params)
      visit.catch(report) // callers that ignore the promise do not have to handle its rejection
      return visit
    }
  return seal({
    current: router.current,
    depth: router.depth,
    push: go('push'),
    replace: go('replace'),
    reset: go('reset'),
    back: () => isOff() || router.back(),
    close: () => isOff() || router.close(),
  })
}

function createPluginToasts({ loadServices, report }: HostParts, isOff: () => boolean): Toasts {
  const toast = (kind: 'success' | 'error' | 'loading' | 'hide') => (message?: string) => {
    loadServices().then(({ toasts }) => isOff() || toasts[kind](message ?? ''), report)
  }
  return seal({ success: toast('success'), error: toast('error'), loading: toast('loading'), hide: toast('hide') })
}

type Refuse = (message: string) => never

/** Capabilities that the plugin provides and uses, each of which its spec has to list. */
function createCapabilities(
  { capabilities }: ContextHost,
  spec: AnySpec,
  scope: Scope,
  undeclared: Refuse,
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
