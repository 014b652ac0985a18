import { failNotLoaded } from '../errors/errors.js'
import { seal } from '../errors/guard.js'
import { lazyMethods } from '../lazy-once.js'
import type { StandardSchema } from '../plugins/schema.js'

export interface RequestOptions<T> {
  /** `undefined` values and empty lists are omitted; other lists are joined with commas. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  /** Parses the reply before it is returned. */
  readonly schema: StandardSchema<T>
  readonly signal?: AbortSignal
  /** Sends and accepts cookies, for services on the page's own origin, such as sign-in. Default: false. */
  readonly withCookies?: boolean
  /** HTTP error statuses, such as 400, whose body the schema parses like a reply. All other error statuses throw `HTTP_STATUS`. */
  readonly okStatuses?: readonly number[]
}

export interface WriteOptions<T> extends RequestOptions<T> {
  /**
   * For third-party services: omits the site's project id. Sends strings unchanged and other values as JSON. The schema parses `{ status, text }`.
   * HTTP 429 delays later reads as described in {@link ReadOptions.isAnonymous}, but no writes.
   */
  readonly isText?: boolean
}

export interface ReadOptions<T> extends RequestOptions<T> {
  /**
   * For third-party services: omits the site's project id and the SDK's name. After HTTP 429 (too many requests), anonymous reads from the same
   * origin fail with `HTTP_STATUS` until the time in `Retry-After` has passed (default 60 s).
   */
  readonly isAnonymous?: boolean
  /** Lifetime of a cached reply in milliseconds; absent or 0: no cache. */
  readonly staleMs?: number
  /** Called immediately with an expired reply while a new one is being fetched (stale-while-revalidate). */
  readonly onStale?: (value: T) => void
}

/**
 * Client of one service. Reads are retried, writes never. Errors: `NO_PROJECT_ID` (the service has no URL), `HTTP_STATUS`, `NETWORK_ERROR`,
 * `TIMEOUT`, `ABORTED`, `INVALID_DATA`; `INVALID_ARGUMENT` for a body that is no JSON value.
 */
export interface ServiceApi {
  /** Sends a GET request. Retried if it fails. */
  get<T>(path: string, options: ReadOptions<T>): Promise<T>
  /** Sends a POST request, once. The body is sent as JSON, or as a form if it is a `URLSearchParams`. */
  post<T>(path: string, body: unknown, options: WriteOptions<T>): Promise<T>
  /**
   * URL for `<img src>` with the site's project id. Throws `NO_VIEW` until the API's code is loaded: call it only in views, or after the first
   * request.
   */
  url(path: string): string
  /** URL of a path for the plugin's own transport, such as a WebSocket. Rejects with `NO_PROJECT_ID`. */
  resolve(path: string): Promise<string>
}

export interface RpcOptions<T> {
  readonly schema: StandardSchema<T>
  readonly signal?: AbortSignal
}

/**
 * JSON-RPC client of one network. `read` is batched and retried, `write` is sent once; `read` throws `INVALID_ARGUMENT` for a method that writes.
 * Both throw `RPC_ERROR`, `UNKNOWN_NETWORK` (the network has no RPC URL), and the errors of {@link ServiceApi} except `NO_PROJECT_ID`.
 */
export interface RpcApi {
  /** Sends a method that changes nothing. Batched, and retried if it fails. */
  read<T>(method: string, params: readonly unknown[], options: RpcOptions<T>): Promise<T>
  /** Sends a method, once. */
  write<T>(method: string, params: readonly unknown[], options: RpcOptions<T>): Promise<T>
}

/** API of a plugin, limited to its permissions. Other requests throw `NOT_PERMITTED`. */
export interface Api {
  /** Client of a service: `catalogue`, `blockchain`, `analytics` or a plugin's own service. */
  service(name: string): ServiceApi
  /** JSON-RPC client of a network, by its CAIP-2 id. */
  rpc(caipNetworkId: string): RpcApi
}

/** API whose code is loaded by the first request. Until then, `url` throws `NO_VIEW`. */
export function createApiFacade(load: () => Promise<Api>, loaded: () => Api | undefined): Api {
  return seal({
    service(name) {
      const later = lazyMethods(async () => (await load()).service(name))
      return seal({
        get: later('get'),
        post: later('post'),
        resolve: later('resolve'),
        url: (path) => loaded()?.service(name).url(path) ?? failNotLoaded('url'),
      })
    },
    rpc(caipNetworkId) {
      const later = lazyMethods(async () => (await load()).rpc(caipNetworkId))
      return seal({ read: later('read'), write: later('write') })
    },
  } satisfies Api)
}
