import { parse, type StandardSchema } from '../plugins/schema.js'
import type { ReadOptions, RequestOptions } from './api.js'
import type { Cache } from './cache.js'
import type { ApiTargets } from './endpoints.js'
import { type FetchOptions, fetchRead, fetchWrite, toJson } from './fetch.js'
import { abortError } from './wait.js'

export interface Target {
  /** Base URL and path, without the query. Error messages contain this URL instead of the full one, because the query may contain private data. */
  readonly url: string
  readonly targets: ApiTargets
  readonly cache: Cache
}

type WithSignal<T> = T & { readonly signal: AbortSignal }

function withQuery({ url, targets }: Target, query: RequestOptions<unknown>['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...targets.identification })) {
    const isEmptyList = Array.isArray(value) && value.length === 0
    if (value !== undefined && !isEmptyList) search.append(name, String(value))
  }
  return search.size > 0 ? `${url}?${search}` : url
}

/** Parses a cached reply; `undefined` if the schema refuses it, because another caller may have cached it with another schema. */
function reparse<T>(schema: StandardSchema<T>, value: unknown, source: string): { readonly parsed: T } | undefined {
  try {
    return { parsed: parse(schema, value, source) }
  } catch {
    return undefined // the caller sends the request again
  }
}

/** Options of `fetch`. Cookies are sent to the page's own origin only. */
const initOf = ({ withCookies, okStatuses }: RequestOptions<unknown>): FetchOptions => ({
  ...(withCookies && { credentials: 'same-origin' }),
  ...(okStatuses && { isAnswer: (status) => okStatuses.includes(status) }),
})

/** Reads from a service, or from the cache, and parses the reply. */
export async function get<T>(target: Target, options: WithSignal<ReadOptions<T>>, read = fetchRead): Promise<T> {
  const { query, schema, staleMs = 0, onStale, signal } = options
  if (signal.aborted) throw abortError(signal)
  const url = withQuery(target, query)
  const cached = target.cache.read(url)
  const value = cached && (cached.ageMs < staleMs || onStale) ? reparse(schema, cached.value, target.url) : undefined
  if (value && cached && cached.ageMs < staleMs) return value.parsed
  if (value) onStale?.(value.parsed)
  // without `staleMs`, the request also bypasses the browser's HTTP cache
  const init: FetchOptions = { ...(staleMs <= 0 && { cache: 'no-store' }), ...initOf(options) }
  const reply = await read(url, init, signal)
  const parsed = parse(schema, reply, target.url)
  // an existing entry is replaced even without `staleMs`
  if (staleMs > 0 || cached) target.cache.write(url, reply)
  return parsed
}

/** Writes to a service. The request is sent once. */
export async function post<T>(target: Target, body: unknown, options: WithSignal<RequestOptions<T>>): Promise<T> {
  const { query, schema, signal } = options
  const content: RequestInit =
    body instanceof URLSearchParams ? { body } : { headers: { 'content-type': 'application/json' }, body: toJson(body) }
  const init: FetchOptions = { method: 'POST', ...content, ...initOf(options) }
  return parse(schema, await fetchWrite(withQuery(target, query), init, signal), target.url)
}
