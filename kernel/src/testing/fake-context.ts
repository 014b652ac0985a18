import { createModalCore } from '../modal/modal-core.js'
import { createContext } from '../plugins/context.js'
import type { Context, PluginSpec } from '../plugins/plugin.js'
import { parse } from '../plugins/schema.js'
import { Scope } from '../scope.js'
import type { Api, RequestOptions, RpcApi, ServiceApi } from '../transport/api.js'

/** Members of {@link Context} that are objects. A test can replace single members of these objects. */
type ObjectMember = 'api' | 'storage' | 'router' | 'toast' | 'connections' | 'site' | 'log'

/** Replacements for members of a {@link Context}. */
export type FakeContextChanges = Partial<Omit<Context, ObjectMember>> & {
  readonly [Member in ObjectMember]?: Partial<Context[Member]>
}

const spec: PluginSpec<object, void> = {
  name: 'fake-context',
  kernel: '^0.1',
  permissions: { api: ['*'], origins: { window: ['*'] }, storage: ['connector', 'transactions', 'submissions'] },
  setup: () => undefined,
}

/**
 * Context of a plugin in a modal without networks, wallets and other plugins, for tests of a single function. `changes` replaces members. The modal
 * is not on the page: `ctx.effect` runs nothing, and `ctx.t` returns the key. Prefer `createWalletModal` with the real plugin.
 */
export function createFakeContext(changes: FakeContextChanges = {}): Context {
  const scope = new Scope(() => undefined)
  const core = createModalCore({ plugins: [], logLevel: 'silent' }, () => undefined, scope.signal)
  const ctx = createContext(core.host, spec, scope)
  return {
    ...ctx,
    ...changes,
    api: { ...ctx.api, ...changes.api },
    storage: { ...ctx.storage, ...changes.storage },
    router: { ...ctx.router, ...changes.router },
    toast: { ...ctx.toast, ...changes.toast },
    connections: { ...ctx.connections, ...changes.connections },
    site: { ...ctx.site, ...changes.site },
    log: { ...ctx.log, ...changes.log },
  }
}

export interface FakeRpcRequest {
  readonly caipNetworkId: string
  readonly method: string
  readonly params: readonly unknown[]
  /** Whether the request was sent with `write`. */
  readonly isWrite: boolean
  readonly signal: AbortSignal | undefined
}

/**
 * `rpc` of an API whose nodes reply with the result of `reply`. As in the real API, the schema of the request parses the reply. Nothing is batched or
 * retried.
 */
export function createFakeRpc(reply: (request: FakeRpcRequest) => unknown): Api['rpc'] {
  return (caipNetworkId) => {
    const send =
      (isWrite: boolean): RpcApi['read'] =>
      async (method, params, { schema, signal }) =>
        parse(schema, await reply({ caipNetworkId, method, params, isWrite, signal }), `Reply to ${method}`)
    return { read: send(false), write: send(true) }
  }
}

export interface FakeServiceRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `undefined` for GET. */
  readonly body: unknown
  readonly query: RequestOptions<unknown>['query']
}

/**
 * Client of a service that replies with the results of `reply`. As in the real API, the schema of the request parses the reply. Nothing is cached or
 * retried. To test URLs and HTTP statuses, use `createFakeApi`.
 */
export function createFakeService(reply: (request: FakeServiceRequest) => unknown): ServiceApi {
  const url = (path: string): string => `https://service.invalid${path}`
  return {
    get: async (path, { schema, query }) =>
      parse(schema, await reply({ method: 'GET', path, body: undefined, query }), `Reply to ${path}`),
    post: async (path, body, { schema, query }) =>
      parse(schema, await reply({ method: 'POST', path, body, query }), `Reply to ${path}`),
    url,
    resolve: async (path) => url(path),
  }
}
