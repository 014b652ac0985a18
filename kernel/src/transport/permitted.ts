import { WalletModalError } from '../errors/errors.js'
import type { Api } from './api.js'
import type { Cache } from './cache.js'
import type { ApiTargets } from './endpoints.js'
import { get, post } from './http.js'
import { patternOf } from './permission-pattern.js'
import type { Batchers } from './rpc.js'
import type { RateLimits } from './third-party.js'

export interface PermittedOptions {
  readonly plugin: string
  /** `service:path` and `rpc:method` patterns. `*` matches any text within one path segment; at the end of a pattern, any text. */
  readonly permissions: readonly string[]
  readonly abortSignal: AbortSignal
  /** Reports and throws `NOT_PERMITTED`. */
  deny(message: string): never
}

/** Shared state of all plugins of one modal. */
export interface Transport {
  readonly targets: ApiTargets
  readonly cache: Cache
  readonly batchers: Batchers
  readonly limits: RateLimits
}

/** Loads the JSON-RPC code, which no page needs before a wallet is connected. */
const loadRpc = (): Promise<typeof import('./rpc.js')> =>
  import('./rpc.js').catch((cause: unknown) => {
    throw new WalletModalError('NETWORK_ERROR', 'The code for node requests was not loaded. Nothing was sent.', {
      cause,
    })
  })

/**
 * Whether a URL parser leaves a path unchanged: no query, fragment, dot segments, empty segments, encoded separators, spaces or control characters.
 */
const isPlainPath = (path: unknown): path is string =>
  typeof path === 'string' &&
  /^(\/[-\w.~!$&'()*+,;=:@%]*)+$/.test(path) &&
  !/\/\/|\/\.\.?(\/|$)|%(?![\da-f]{2})|%(2e|2f|5c|[01]|7f)/i.test(path)

/** API of one plugin, limited to its permissions. Its requests are aborted when the plugin is disabled. */
export function createPermittedApi(
  { plugin, permissions, abortSignal, deny }: PermittedOptions,
  { targets, cache, batchers, limits }: Transport,
): Api {
  const patterns = permissions.map(patternOf)
  const permit = (subject: string, isPlain: boolean): void => {
    if (abortSignal.aborted) throw new WalletModalError('ABORTED', `"${plugin}" was disabled.`, { plugin })
    if (isPlain && patterns.some((pattern) => pattern.test(subject))) return
    deny(`asks for ${JSON.stringify(subject)} without listing it in permissions.api.`)
  }
  const combined = (signal: AbortSignal | undefined): AbortSignal =>
    signal ? AbortSignal.any([signal, abortSignal]) : abortSignal
  return {
    service(name) {
      const permitPath = (path: string): void =>
        permit(`${name}:${path}`, typeof name === 'string' && isPlainPath(path) && !name.includes(':'))
      const target = (path: string) => {
        permitPath(path)
        return { url: targets.serviceUrl(name) + path, targets, cache }
      }
      return {
        async get(path, options) {
          const request = { ...options, signal: combined(options.signal) }
          if (!options.isAnonymous) return get(target(path), request)
          const thirdParty = { ...target(path), limits }
          return (await import('./third-party.js')).getThirdParty(thirdParty, request)
        },
        async post(path, body, options) {
          const request = { ...options, signal: combined(options.signal) }
          if (!options.isText) return post(target(path), body, request)
          const { url } = target(path)
          return (await import('./third-party.js')).postText({ url, limits }, body, request)
        },
        resolve: async (path) => target(path).url,
        url: (path) => `${target(path).url}?${new URLSearchParams(targets.identification)}`,
      }
    },
    rpc(caipNetworkId) {
      const permitMethod = (method: string): void =>
        permit(`rpc:${method}`, typeof method === 'string' && /^\w+$/.test(method))
      const nodes = () => ({ urls: targets.rpcUrls(caipNetworkId), batchers })
      return {
        async read(method, params, { schema, signal }) {
          permitMethod(method)
          const { rpcRead } = await loadRpc()
          return rpcRead(nodes(), { method, params, schema, signal: combined(signal) })
        },
        async write(method, params, { schema, signal }) {
          permitMethod(method)
          const { rpcWrite } = await loadRpc()
          return rpcWrite(nodes(), { method, params, schema, signal: combined(signal) })
        },
      }
    },
  }
}
