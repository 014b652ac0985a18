import { parse, type StandardSchema } from '../plugins/schema.js'
import type { ReadOptions, RequestOptions } from './api.js'
import type { Cache } from './cache.js'
import type { ApiTargets } from './endpoints.js'
import { aborted, type FetchOptions, fetchRead, fetchWrite, toJson } from './fetch.js'

export interface Target {
  /** Base URL and path, for error messages: the query may contain private data. */
  readonly url: string
  readonly targets: ApiTargets
  readonly cache: Cache
}

type Signalled<T> = T & { readonly signal: AbortSignal }

function withQuery({ url, targets }: Target, query: RequestOptions<unknown>['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...targets.identification })) {
    if (value !== undefined) search.append(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return search.size > 0 ? `${url}?${search}` : url
}

/** Parses a cached reply; `undefined` if it does not match, because another caller cached it with another schema. */
function reparse<T>(schema: StandardSchema<T>, value: unknown, what: string): { readonly parsed: T } | undefined {
  try {
    return { parsed: parse(schema, value, what) }
  } catch {
    return undefined // the caller sends the request again
  }
}

/** Cookies are sent to the page's own origin only. */
const initOf = ({ withCookies, answers }: RequestOptions<unknown>): FetchOptions => ({
  ...(withCookies && { credentials: 'same-origin' }),
  ...(answers && { isAnswer: (status) => answers.includes(status) }),
})

/** Read of a service, parsed before it is returned. */
export async function get<T>(target: Target, options: Signalled<ReadOptions<T>>): Promise<T> {
  const { query, schema, staleMs = 0, onStale, signal } = options
  if (signal.aborted) throw aborted(signal)
  const url = withQuery(target, query)
  const known = target.cache.read(url)
  const value = known && (known.ageMs < staleMs || onStale) ? reparse(schema, known.value, target.url) : undefined
  if (value && known && known.ageMs < staleMs) return value.parsed
  if (value) onStale?.(value.parsed)
  // also bypasses the browser's HTTP cache
  const init: FetchOptions = { ...(staleMs <= 0 && { cache: 'no-store' }), ...initOf(options) }
  const reply = await fetchRead(url, init, signal)
  const parsed = parse(schema, reply, target.url)
  // a reply without cache replaces the cached one
  if (staleMs > 0 || known) target.cache.write(url, reply)
  return parsed
}

/** Write to a service: sent once. */
export async function post<T>(target: Target, body: unknown, options: Signalled<RequestOptions<T>>): Promise<T> {
  const { query, schema, signal } = options
  const content: RequestInit =
    body instanceof URLSearchParams ? { body } : { headers: { 'content-type': 'application/json' }, body: toJson(body) }
  const init: FetchOptions = { method: 'POST', ...content, ...initOf(options) }
  return parse(schema, await fetchWrite(withQuery(target, query), init, signal), target.url)
}
