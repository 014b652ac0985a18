import { WalletModalError } from './errors.js'
import type { StandardSchema } from './schema.js'

export interface RequestOptions<T> {
  /** Values that are `undefined` are left out; lists are joined by commas. */
  readonly query?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>
  /** The reply is parsed by it before anybody sees it. */
  readonly schema: StandardSchema<T>
  readonly signal?: AbortSignal
}

export interface ReadOptions<T> extends RequestOptions<T> {
  /** How long an answer counts as fresh, in milliseconds; absent or 0: always asked anew. */
  readonly staleMs?: number
  /** Gets an answer that is past its time at once, while a new one is fetched. */
  readonly onStale?: (value: T) => void
}

/** Calls of one service. Reads are retried, writes never. Errors: `HTTP_STATUS`, `NETWORK_ERROR`, `TIMEOUT`, `ABORTED`, `INVALID_DATA`. */
export interface ServiceApi {
  get<T>(path: string, options: ReadOptions<T>): Promise<T>
  post<T>(path: string, body: unknown, options: RequestOptions<T>): Promise<T>
  /** A URL for `<img src>`, with the site's identification. */
  url(path: string): string
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

/** Where requests go and under which name; resolved anew for every request. */
export interface ApiTargets {
  serviceUrl(service: string): string
  rpcUrls(caipNetworkId: string): readonly string[]
  readonly identification: Readonly<Record<string, string>>
}

interface ApiOptions {
  readonly plugin: string
  readonly permissions: readonly string[]
  readonly targets: ApiTargets
  readonly abortSignal: AbortSignal
  readonly transport: () => Promise<typeof import('./transport/index.js')>
  /** Shared by all plugins of one modal, and made by the transport. */
  readonly cache: object
}

const fits = (pattern: string, subject: string): boolean => {
  const [head = '', ...tails] = pattern.split('*')
  if (!subject.startsWith(head)) return false
  if (tails.length === 0) return subject === head
  let rest = subject.slice(head.length)
  for (const tail of tails.slice(0, -1)) {
    const at = rest.indexOf(tail)
    if (at < 0) return false
    rest = rest.slice(at + tail.length)
  }
  return rest.endsWith(tails.at(-1) ?? '')
}

/** The API as one plugin sees it: only what its permissions list, ended with the plugin. The transport itself is loaded on first use. */
export function createApi({ plugin, permissions, targets, abortSignal, transport, cache }: ApiOptions): Api {
  const permit = (subject: string): void => {
    if (abortSignal.aborted) throw new WalletModalError('ABORTED', `"${plugin}" was switched off.`, { plugin })
    const path = subject.slice(subject.indexOf(':') + 1)
    if (/(^|\/)\.\.?(\/|$)|[?#\\]|%2e|%2f|%5c/i.test(path) || !permissions.some((pattern) => fits(pattern, subject))) {
      throw new WalletModalError('NOT_PERMITTED', `"${plugin}" asks for "${subject}" without listing it in permissions.api.`, { plugin })
    }
  }
  const both = (signal: AbortSignal | undefined): AbortSignal => (signal ? AbortSignal.any([signal, abortSignal]) : abortSignal)
  return {
    service: (name) => ({
      async get(path, options) {
        permit(`${name}:${path}`)
        const { get } = await transport()
        return get({ url: targets.serviceUrl(name) + path, targets, cache }, { ...options, signal: both(options.signal) })
      },
      async post(path, body, options) {
        permit(`${name}:${path}`)
        const { post } = await transport()
        return post({ url: targets.serviceUrl(name) + path, targets, cache }, body, { ...options, signal: both(options.signal) })
      },
      url(path) {
        permit(`${name}:${path}`)
        return `${targets.serviceUrl(name)}${path}?${new URLSearchParams(targets.identification)}`
      },
    }),
    rpc: (caipNetworkId) => ({
      async read(method, params, { schema, signal }) {
        permit(`rpc:${method}`)
        const { rpcRead } = await transport()
        return rpcRead({ urls: targets.rpcUrls(caipNetworkId), cache }, { method, params, schema, signal: both(signal) })
      },
      async write(method, params, { schema, signal }) {
        permit(`rpc:${method}`)
        const { rpcWrite } = await transport()
        return rpcWrite({ urls: targets.rpcUrls(caipNetworkId), cache }, { method, params, schema, signal: both(signal) })
      },
    }),
  }
}
