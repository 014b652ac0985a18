import type { ReadOptions, ServiceApi } from '@wallet-modal/kernel'
import { RequestError } from '../http.js'
import { readReplyText } from '../reply-text.js'

/** Options of sources that use HTTP services. */
export interface SourceOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
  /** Receives each failure of a service. The error is also thrown to the caller. */
  readonly onFault?: (error: unknown) => void
}

interface ServiceOptions extends SourceOptions {
  /** Base URL. */
  readonly url: string
  /** Maximum number of requests per second. */
  readonly perSecond: number
}

const TIMEOUT_MS = 10_000
/** Maximum time that a request waits in the queue. */
const MAX_WAIT_MS = 5_000
/** Pause after the status 429 or 503, if the reply has no header `Retry-After`. */
const PAUSE_S = 5
/** Upper bound on the pause that `Retry-After` sets. */
const MAX_PAUSE_S = 60
const MAX_REPLY_BYTES = 5_000_000
const MAX_CACHED = 2_000
/** Maximum size of the cache, in characters of JSON. */
const MAX_CACHED_CHARACTERS = 32_000_000

/** Client of one HTTP service for all visitors of a gateway. Caches replies, limits the request rate, and pauses after the status 429 or 503. */
export function createSourceService({ url, perSecond, ...options }: ServiceOptions): Pick<ServiceApi, 'get'> {
  const { host } = new URL(url)
  const base = url.replace(/\/+$/, '')
  const cache = createCache()
  const running = new Map<string, Promise<unknown>>()
  const waitForSlot = createRateLimiter(host, perSecond)
  const request = async (target: string): Promise<unknown> => {
    await waitForSlot()
    const { data, length } = await fetchJson(target, host, options).catch((error: unknown) => {
      if (error instanceof RequestError && error.retryAfterS !== undefined) waitForSlot.pause(error.retryAfterS)
      options.onFault?.(error)
      throw error
    })
    cache.write(target, data, length)
    return data
  }
  const requestOnce = (target: string): Promise<unknown> => {
    const pendingReply = running.get(target) ?? request(target).finally(() => running.delete(target))
    running.set(target, pendingReply)
    return pendingReply
  }
  return {
    async get<T>(path: string, { query = {}, schema, staleMs = 0 }: ReadOptions<T>): Promise<T> {
      const search = new URLSearchParams(
        Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
      )
      const target = `${base}${path}${search.size > 0 ? `?${search}` : ''}`
      const data = cache.read(target, staleMs) ?? (await requestOnce(target))
      return parse(schema, data, host)
    },
  }
}

const sourceFailed = (host: string, reason: string, cause?: unknown): RequestError =>
  new RequestError('SOURCE_FAILED', `${host} ${reason}.`, { cause })
const rateLimited = (host: string, retryAfterS: number): RequestError =>
  new RequestError('TOO_MANY_REQUESTS', `${host} limits requests. Try again after ${retryAfterS} s.`, { retryAfterS })

async function fetchJson(url: string, host: string, { fetch = globalThis.fetch }: SourceOptions) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const reply = await fetch(url, { signal, headers: { accept: 'application/json' } }).catch((cause: unknown) => {
    throw sourceFailed(host, 'does not answer', cause)
  })
  if (reply.status === 429 || reply.status === 503) throw rateLimited(host, retryAfterOf(reply))
  if (!reply.ok) throw sourceFailed(host, `answered with HTTP status ${reply.status}`)
  try {
    const text = await readReplyText(reply, MAX_REPLY_BYTES)
    const data: unknown = JSON.parse(text)
    return { data, length: text.length }
  } catch (cause) {
    throw sourceFailed(host, 'returned a reply that is too large or not JSON', cause)
  }
}

/** Seconds to pause, from the header `Retry-After`, which contains a number of seconds or an HTTP date. */
function retryAfterOf({ headers }: Response): number {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? PAUSE_S : Math.min(Math.max(seconds, 1), MAX_PAUSE_S)
}

function parse<T>(schema: ReadOptions<T>['schema'], data: unknown, host: string): T {
  const result = (() => {
    try {
      return schema['~standard'].validate(data)
    } catch (cause) {
      throw sourceFailed(host, 'returned an unexpected reply', cause)
    }
  })()
  if (result instanceof Promise || result.issues) throw sourceFailed(host, 'returned an unexpected reply')
  return result.value
}

/** Spaces requests evenly. Rejects requests that would wait longer than {@link MAX_WAIT_MS}, and all requests during a pause. */
function createRateLimiter(host: string, perSecond: number) {
  const everyMs = 1000 / perSecond
  let [nextAt, pausedUntil] = [0, 0]
  const take = async (): Promise<void> => {
    const now = Date.now()
    if (pausedUntil > now) throw rateLimited(host, Math.ceil((pausedUntil - now) / 1000))
    const at = Math.max(now, nextAt)
    if (at - now > MAX_WAIT_MS) throw rateLimited(host, Math.ceil((at - now) / 1000))
    nextAt = at + everyMs
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now))
  }
  return Object.assign(take, {
    pause(seconds: number): void {
      pausedUntil = Math.max(pausedUntil, Date.now() + seconds * 1000)
    },
  })
}

/** Cache by URL. If it is full, the entries that were written first are removed. */
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
