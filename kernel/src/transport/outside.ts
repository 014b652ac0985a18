import { WalletModalError } from '../errors/errors.js'
import { parse } from '../plugins/schema.js'
import type { ReadOptions, WriteOptions } from './api.js'
import { type Asking, fetchWrite } from './fetch.js'
import { get, type Target } from './http.js'

/** Pause after a refusal that names no time. */
export const REST_MS = 60_000
const MAX_REST_MS = 600_000

/** Until when an origin that answered "too many requests" to every try is not asked at all, in milliseconds since 1970. */
export type RateLimits = Map<string, number>

/** Throws the refusal of an origin whose time is not over. */
function checkLimit(limits: RateLimits, { origin, host }: URL): void {
  const restMs = (limits.get(origin) ?? 0) - Date.now()
  if (restMs <= 0 || restMs > MAX_REST_MS) return // a clock that was set back ends every pause
  const seconds = Math.ceil(restMs / 1000)
  throw new WalletModalError('HTTP_STATUS', `${host} has had too many requests. It is asked again in ${seconds} s.`, {
    status: 429,
  })
}

/** The pause that a refusal names by `Retry-After`: seconds or an HTTP date. */
function restOf({ cause }: WalletModalError): number {
  const header = cause instanceof Response ? cause.headers.get('retry-after') : null
  const ms = header === null ? REST_MS : /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? REST_MS : Math.min(ms, MAX_REST_MS)
}

/** A read of a service of others: without identification, and not while the service has had too many requests. */
export async function getOutside<T>(
  { limits, ...target }: Target & { readonly limits: RateLimits },
  options: ReadOptions<T> & { readonly signal: AbortSignal },
): Promise<T> {
  const url = new URL(target.url)
  checkLimit(limits, url)
  try {
    return await get({ ...target, targets: { ...target.targets, identification: {} } }, options)
  } catch (error) {
    if (error instanceof WalletModalError && error.status === 429) limits.set(url.origin, Date.now() + restOf(error))
    throw error
  }
}

/** A write of plain text to a service of others that answers with plain text: sent once, without identification. */
export async function postText<T>(
  url: string,
  body: unknown,
  { schema, answers = [], signal }: WriteOptions<T> & { readonly signal: AbortSignal },
): Promise<T> {
  let status = 200
  const isAnswer = (told: number): boolean => {
    status = told
    return answers.includes(told)
  }
  const headers = { 'content-type': 'text/plain' }
  const init: Asking = { method: 'POST', headers, body: String(body), isAnswer, isText: true }
  const text = (await fetchWrite(url, init, signal)) ?? ''
  return parse(schema, { status, text }, url)
}
