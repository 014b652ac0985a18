import type { ApiTargets, ReadOptions, RequestOptions } from '../api.js'
import { parse } from '../schema.js'
import { cacheOf } from './cache.js'
import { fetchRead, fetchWrite } from './fetch.js'

interface Target {
  readonly url: string
  readonly targets: ApiTargets
  readonly cache: object
}

type Signalled<T> = T & { readonly signal: AbortSignal }

function withQuery({ url, targets }: Target, query: RequestOptions<unknown>['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, ...targets.identification })) {
    if (value !== undefined) search.append(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return `${url}?${search}`
}

/** A read of a service, parsed before anybody sees it. */
export async function get<T>(target: Target, { query, schema, staleMs = 0, onStale, signal }: Signalled<ReadOptions<T>>): Promise<T> {
  const url = withQuery(target, query)
  const cache = cacheOf(target.cache)
  const known = cache.read(url)
  if (known && known.ageMs < staleMs) return parse(schema, known.value, url)
  if (known && onStale) onStale(parse(schema, known.value, url))
  const value = parse(schema, await fetchRead(url, {}, signal), url)
  if (staleMs > 0) cache.write(url, value)
  return value
}

/** A write to a service. Sent as text where that spares a preflight is not worth a special case: services of this field take JSON. */
export async function post<T>(target: Target, body: unknown, { query, schema, signal }: Signalled<RequestOptions<T>>): Promise<T> {
  const url = withQuery(target, query)
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return parse(schema, await fetchWrite(url, init, signal), url)
}
