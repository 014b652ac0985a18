import type { ReadOptions, ServiceApi } from '@wallet-modal/kernel'
import { RequestError } from '../http.js'
import { readReplyText } from './reply-text.js'

/** Options of sources that use HTTP services. */
export interface SourceOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Receives failures of services before the caller does. */
  readonly onFault?: (error: unknown) => void
}

interface ServicePlan extends SourceOptions {
  /** Base URL. */
  readonly url: string
  /** Rate limit of the service, per second. */
  readonly perSecond: number
}

const TIMEOUT_MS = 10_000
/** Maximum time that a request waits in the queue. */
const MAX_WAIT_MS = 5_000
/** Pause after a 429 or 503 without `Retry-After`, and upper bound of that header. */
const REST_S = 5
const MAX_REST_S = 60
const MAX_REPLY_BYTES = 5_000_000
const MAX_CACHED = 2_000
/** Maximum size of the cache, in characters of JSON. */
const MAX_CACHED_CHARACTERS = 32_000_000

/** Client of one HTTP service, shared by all visitors of a gateway: rate limit, shared replies, and pauses after 429 and 503. */
export function createSourceService({ url, perSecond, ...options }: ServicePlan): Pick<ServiceApi, 'get'> {
  const { host } = new URL(url)
  const base = url.replace(/\/+$/, '')
  const cache = createCache()
  const running = new Map<string, Promise<unknown>>()
  const takeTurn = createTurns(host, perSecond)
  const ask = async (target: string): Promise<unknown> => {
    await takeTurn()
    const { data, length } = await fetchJson(target, host, options).catch((error: unknown) => {
      if (error instanceof RequestError && error.retryAfterS !== undefined) takeTurn.rest(error.retryAfterS)
      options.onFault?.(error)
      throw error
    })
    cache.write(target, data, length)
    return data
  }
  const askOnce = (target: string): Promise<unknown> => {
    const pendingReply = running.get(target) ?? ask(target).finally(() => running.delete(target))
    running.set(target, pendingReply)
    return pendingReply
  }
  return {
    async get<T>(path: string, { query = {}, schema, staleMs = 0 }: ReadOptions<T>): Promise<T> {
      const search = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      )
      const target = `${base}${path}${search.size > 0 ? `?${search}` : ''}`
      const data = cache.read(target, staleMs) ?? (await askOnce(target))
      return parse(schema, data, host)
    },
  }
}

const unanswered = (host: string, why: string, cause?: unknown): RequestError =>
  new RequestError('SOURCE_FAILED', `${host} ${why}.`, { cause })
const tooMany = (host: string, retryAfterS: number): RequestError =>
  new RequestError('TOO_MANY_REQUESTS', `${host} limits requests. Try again after ${retryAfterS} s.`, { retryAfterS })

async function fetchJson(url: string, host: string, { fetch = globalThis.fetch }: SourceOptions) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const reply = await fetch(url, { signal, headers: { accept: 'application/json' } }).catch((cause: unknown) => {
    throw unanswered(host, 'does not answer', cause)
  })
  if (reply.status === 429 || reply.status === 503) throw tooMany(host, restOf(reply))
  if (!reply.ok) throw unanswered(host, `answered with HTTP status ${reply.status}`)
  try {
    const text = await readReplyText(reply, MAX_REPLY_BYTES)
    const data: unknown = JSON.parse(text)
    return { data, length: text.length }
  } catch (cause) {
    throw unanswered(host, 'answered with something that is not JSON', cause)
  }
}

/** Seconds of `Retry-After`: a number or an HTTP date. */
function restOf({ headers }: Response): number {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? REST_S : Math.min(Math.max(seconds, 1), MAX_REST_S)
}

function parse<T>(schema: ReadOptions<T>['schema'], data: unknown, host: string): T {
  const result = (() => {
    try {
      return schema['~standard'].validate(data)
    } catch (cause) {
      throw unanswered(host, 'answered with something unexpected', cause)
    }
  })()
  if (result instanceof Promise || result.issues) throw unanswered(host, 'answered with something unexpected')
  return result.value
}

/** Spaces requests evenly. Rejects those that would wait too long, and all during a pause. */
function createTurns(host: string, perSecond: number) {
  const everyMs = 1000 / perSecond
  let [nextAt, restsUntil] = [0, 0]
  const take = async (): Promise<void> => {
    const now = Date.now()
    if (restsUntil > now) throw tooMany(host, Math.ceil((restsUntil - now) / 1000))
    const at = Math.max(now, nextAt)
    if (at - now > MAX_WAIT_MS) throw tooMany(host, Math.ceil((at - now) / 1000))
    nextAt = at + everyMs
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }
  return Object.assign(take, {
    rest(seconds: number): void {
      restsUntil = Math.max(restsUntil, Date.now() + seconds * 1000)
    },
  })
}

/** Least recently used cache by URL, limited by size. */
function createCache() {
  const entries = new Map<string, { readonly data: unknown; readonly length: number; readonly at: number }>()
  let total = 0
  const remove = (url: string): void => {
    total -= entries.get(url)?.length ?? 0
    entries.delete(url)
  }
  return {
    read(url: string, staleMs: number): unknown {
      const entry = entries.get(url)
      return entry && Date.now() - entry.at < staleMs ? entry.data : undefined
    },
    write(url: string, data: unknown, length: number): void {
      remove(url)
      entries.set(url, { data, length, at: Date.now() })
      total += length
      for (const oldest of entries.keys()) {
        if (entries.size <= MAX_CACHED && total <= MAX_CACHED_CHARACTERS) return
        remove(oldest)
      }
    },
  }
}
