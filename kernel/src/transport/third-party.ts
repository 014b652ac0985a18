import { WalletModalError } from '../errors/errors.js'
import { parse } from '../plugins/schema.js'
import type { ReadOptions, WriteOptions } from './api.js'
import { type FetchOptions, fetchRead, fetchWrite, isTemporary, toJson } from './fetch.js'
import { get, type Target } from './http.js'

/** Pause in milliseconds after HTTP 429 without `Retry-After`. */
export const PAUSE_MS = 60_000
const MAX_PAUSE_MS = 600_000

/** End of the pause of each origin that replied with HTTP 429, in milliseconds since 1970. */
export type RateLimits = Map<string, number>

/** Throws `HTTP_STATUS` with status 429 during the pause of an origin. */
function checkLimit(limits: RateLimits, { origin, host }: URL): void {
  const pauseMs = (limits.get(origin) ?? 0) - Date.now()
  if (pauseMs <= 0 || pauseMs > MAX_PAUSE_MS) return // longer than any pause: the clock was set back
  const seconds = Math.ceil(pauseMs / 1000)
  throw new WalletModalError('HTTP_STATUS', `${host} is rate limited. The next request is possible in ${seconds} s.`, {
    status: 429,
  })
}

/** Pause in milliseconds that `Retry-After` requires (seconds or an HTTP date), with a maximum. */
function pauseOf({ cause }: WalletModalError): number {
  const header = cause instanceof Response ? cause.headers.get('retry-after') : null
  const ms = header === null ? PAUSE_MS : /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? PAUSE_MS : Math.min(ms, MAX_PAUSE_MS)
}

/** Like `fetchRead`, but not repeated after HTTP 429: the pause applies instead. */
const readUnlessLimited: typeof fetchRead = (url, init, signal) =>
  fetchRead(url, init, signal, (error) => error.status !== 429 && isTemporary(error))

/** Reads from a third-party service, without the site's project id. After HTTP 429, sends no request to the origin during its pause. */
export async function getThirdParty<T>(
  { limits, ...target }: Target & { readonly limits: RateLimits },
  options: ReadOptions<T> & { readonly signal: AbortSignal },
): Promise<T> {
  const url = new URL(target.url)
  checkLimit(limits, url)
  try {
    return await get({ ...target, targets: { ...target.targets, identification: {} } }, options, readUnlessLimited)
  } catch (error) {
    if (error instanceof WalletModalError && error.status === 429) limits.set(url.origin, Date.now() + pauseOf(error))
    throw error
  }
}

/** Sends a write request to a third-party service once, without the site's project id. Sends strings unchanged and other values as JSON. */
export async function postText<T>(
  url: string,
  body: unknown,
  { query = {}, schema, okStatuses = [], signal }: WriteOptions<T> & { readonly signal: AbortSignal },
): Promise<T> {
  let status = 200
  const isAnswer = (received: number): boolean => {
    status = received
    return okStatuses.includes(received)
  }
  const content: RequestInit =
    typeof body === 'string'
      ? { headers: { 'content-type': 'text/plain' }, body }
      : { headers: { 'content-type': 'application/json' }, body: toJson(body) }
  const init: FetchOptions = { method: 'POST', ...content, isAnswer, isText: true }
  const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && !isEmptyList(value))
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)]))
  const text = (await fetchWrite(search.size > 0 ? `${url}?${search}` : url, init, signal)) ?? ''
  return parse(schema, { status, text }, url)
}
