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

/** Error with the code `HTTP_STATUS`, the status 429 and a sentence for visitors. */
function rateLimited({ host }: URL, pauseMs: number, cause?: unknown): WalletModalError {
  const seconds = Math.ceil(Math.max(pauseMs, 0) / 1000)
  return new WalletModalError(
    'HTTP_STATUS',
    `${host} received too many requests. The next request is possible in ${seconds} s.`,
    { status: 429, cause },
  )
}

/** Throws `HTTP_STATUS` with status 429 during the pause of an origin. */
function checkLimit(limits: RateLimits, url: URL): void {
  const pauseMs = (limits.get(url.origin) ?? 0) - Date.now()
  if (pauseMs <= 0 || pauseMs > MAX_PAUSE_MS) return // longer than any pause: the clock was set back
  throw rateLimited(url, pauseMs)
}

/** Pause in milliseconds that `Retry-After` requires (seconds or an HTTP date), with a maximum. */
function pauseOf({ cause }: WalletModalError): number {
  const header = cause instanceof Response ? cause.headers.get('retry-after') : null
  const ms = header === null ? PAUSE_MS : /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? PAUSE_MS : Math.min(ms, MAX_PAUSE_MS)
}

/** After HTTP 429, starts the pause of the origin and returns the error for it. Returns other errors unchanged. */
function startPause(limits: RateLimits, url: URL, error: unknown): unknown {
  if (!(error instanceof WalletModalError) || error.status !== 429) return error
  const pauseMs = pauseOf(error)
  limits.set(url.origin, Date.now() + pauseMs)
  return rateLimited(url, pauseMs, error.cause)
}

/** Like `fetchRead`, but does not retry after HTTP 429. */
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
    throw startPause(limits, url, error)
  }
}

/**
 * Sends a write request to a third-party service once, without the site's project id. Sends strings unchanged and other values as JSON. HTTP 429
 * pauses only reads from the origin, so that a signed transaction is sent at once.
 */
export async function postText<T>(
  { url, limits }: Pick<Target, 'url'> & { readonly limits: RateLimits },
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
  const sending = fetchWrite(search.size > 0 ? `${url}?${search}` : url, init, signal)
  const text =
    (await sending.catch((error: unknown) => {
      throw startPause(limits, new URL(url), error)
    })) ?? ''
  return parse(schema, { status, text }, url)
}
