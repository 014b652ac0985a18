import { tooEarly } from '../errors/errors.js'
import { seal } from '../errors/guard.js'
import type { StandardSchema } from '../plugins/schema.js'

export interface RequestOptions<T> {
  /** Values that are `undefined` are left out; lists are joined by commas. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  /** The reply is parsed by it before anybody sees it. */
  readonly schema: StandardSchema<T>
  readonly signal?: AbortSignal
  /** Sends and takes cookies, where the service lies on the page's own origin: a sign-in, for one. Others never see any. Default: false. */
  readonly withCookies?: boolean
  /** HTTP statuses of failures whose body is an answer too, and is parsed by the schema: 400, where it says why. */
  readonly answers?: readonly number[]
}

export interface WriteOptions<T> extends RequestOptions<T> {
  /** For services of others: sent without identification, a text as it is and other values as JSON; the schema gets `{ status, text }`. */
  readonly isText?: boolean
}

export interface ReadOptions<T> extends RequestOptions<T> {
  /**
   * For services of others: sends neither the site's project id nor the name of the SDK, and does not ask a service again that answered "too many
   * requests" until the time that it names is over (60 s where it names none).
   */
  readonly isAnonymous?: boolean
  /** How long an answer counts as fresh, in milliseconds; absent or 0: always asked anew. */
  readonly staleMs?: number
  /** Gets an answer that is past its time at once, while a new one is fetched. */
  readonly onStale?: (value: T) => void
}

/** Calls of one service. Reads are retried, writes never. Errors: `HTTP_STATUS`, `NETWORK_ERROR`, `TIMEOUT`, `ABORTED`, `INVALID_DATA`. */
export interface ServiceApi {
  get<T>(path: string, options: ReadOptions<T>): Promise<T>
  /** The body is sent as JSON, or as a form where it is a `URLSearchParams`. */
  post<T>(path: string, body: unknown, options: WriteOptions<T>): Promise<T>
  /** A URL for `<img src>`, with the site's identification. For views, and models after their first request: the code comes with both. */
  url(path: string): string
  /** The address of a path for a transport of the plugin's own, such as a WebSocket. Rejects with `NO_PROJECT_ID`. */
  resolve(path: string): Promise<string>
}

export interface RpcOptions<T> {
  readonly schema: StandardSchema<T>
  readonly signal?: AbortSignal
}

/** JSON-RPC of one network. `read` is batched and retried, `write` goes out once. */
export interface RpcApi {
  read<T>(method: string, params: readonly unknown[], options: RpcOptions<T>): Promise<T>
  write<T>(method: string, params: readonly unknown[], options: RpcOptions<T>): Promise<T>
}

export interface Api {
  /** `catalogue`, `blockchain`, `analytics` or a service of a plugin's own. */
  service(name: string): ServiceApi
  rpc(caipNetworkId: string): RpcApi
}

/** The API before its code is there: requests load it, addresses need it loaded. */
export function createApiFacade(load: () => Promise<Api>, loaded: () => Api | undefined): Api {
  return seal({
    service(name) {
      const service = async (): Promise<ServiceApi> => (await load()).service(name)
      return seal({
        get: async (path, options) => (await service()).get(path, options),
        post: async (path, body, options) => (await service()).post(path, body, options),
        resolve: async (path) => (await service()).resolve(path),
        url: (path) => loaded()?.service(name).url(path) ?? tooEarly('url'),
      })
    },
    rpc(caipNetworkId) {
      const rpc = async (): Promise<RpcApi> => (await load()).rpc(caipNetworkId)
      return seal({
        read: async (method, params, options) => (await rpc()).read(method, params, options),
        write: async (method, params, options) => (await rpc()).write(method, params, options),
      })
    },
  } satisfies Api)
}
