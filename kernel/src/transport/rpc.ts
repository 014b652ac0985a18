import { WalletModalError } from '../errors.js'
import { parse, type StandardSchema } from '../schema.js'
import { fetchRead, fetchWrite, RETRY_DELAYS_MS, wait } from './fetch.js'

export const MAX_BATCH = 1000

interface Call<T> {
  readonly method: string
  readonly params: readonly unknown[]
  readonly schema: StandardSchema<T>
  readonly signal: AbortSignal
}

interface Target {
  readonly urls: readonly string[]
  readonly cache: object
}

interface Waiting {
  readonly method: string
  readonly params: readonly unknown[]
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

/** JSON-RPC answers that may be different a moment later. */
const retryCodes = new Set([-1, -32005, -32603, 429])
const isWrite = (method: string): boolean => /send|submit|broadcast|sign/i.test(method)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const request = (id: number, { method, params }: Pick<Waiting, 'method' | 'params'>): object => ({ jsonrpc: '2.0', id, method, params })
// text/plain spares the preflight; every JSON-RPC server of this field reads it
const asPost = (body: unknown): RequestInit => ({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: JSON.stringify(body) })

function resultOf(reply: unknown, method: string): unknown {
  if (isRecord(reply) && isRecord(reply.error)) {
    const { code, message } = reply.error
    throw new WalletModalError('RPC_ERROR', typeof message === 'string' ? message : `${method} failed.`, {
      status: typeof code === 'number' ? code : undefined,
      cause: reply.error,
    })
  }
  if (isRecord(reply) && 'result' in reply) return reply.result
  throw new WalletModalError('INVALID_DATA', `The node did not answer "${method}".`)
}

/** Sends everything that was asked for in the same tick as one batch. */
class Batcher {
  #waiting: Waiting[] = []

  constructor(readonly url: string) {}

  call(method: string, params: readonly unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ method, params, resolve, reject })
      if (this.#waiting.length === 1) queueMicrotask(() => this.#flush())
    })
  }

  #flush(): void {
    const all = this.#waiting
    this.#waiting = []
    for (let at = 0; at < all.length; at += MAX_BATCH) void this.#send(all.slice(at, at + MAX_BATCH))
  }

  async #send(calls: readonly Waiting[]): Promise<void> {
    const [only] = calls
    const body = calls.length === 1 && only ? request(0, only) : calls.map((call, id) => request(id, call))
    try {
      const replies = await fetchRead(this.url, asPost(body), new AbortController().signal)
      const byId = new Map((Array.isArray(replies) ? replies : [replies]).map((reply: unknown) => [isRecord(reply) ? reply.id : undefined, reply]))
      calls.forEach((call, id) => {
        try {
          call.resolve(resultOf(byId.get(id), call.method))
        } catch (error) {
          call.reject(error)
        }
      })
    } catch (error) {
      for (const call of calls) call.reject(error)
    }
  }
}

const batchers = new WeakMap<object, Map<string, Batcher>>()

function batcherOf(owner: object, url: string): Batcher {
  const known = batchers.get(owner) ?? new Map<string, Batcher>()
  batchers.set(owner, known)
  const batcher = known.get(url) ?? new Batcher(url)
  known.set(url, batcher)
  return batcher
}

const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const stop = (): void => reject(new WalletModalError('ABORTED', 'The request was aborted.', { cause: signal.reason }))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })

async function readFrom<T>(url: string, owner: object, { method, params, schema, signal }: Call<T>): Promise<T> {
  const batcher = batcherOf(owner, url)
  for (const delay of [...RETRY_DELAYS_MS, undefined]) {
    try {
      return parse(schema, await untilAborted(batcher.call(method, params), signal), method)
    } catch (error) {
      const passing = error instanceof WalletModalError && error.code === 'RPC_ERROR' && retryCodes.has(error.status ?? 0)
      if (!passing || delay === undefined) throw error
      await wait(delay, signal)
    }
  }
  throw new WalletModalError('RPC_ERROR', `${method} failed.`)
}

/** A read: batched, retried, and asked of the next URL where one cannot answer. */
export async function rpcRead<T>({ urls, cache }: Target, call: Call<T>): Promise<T> {
  if (isWrite(call.method)) throw new WalletModalError('INVALID_ARGUMENT', `"${call.method}" changes something: use write(), which is never repeated.`)
  let last: unknown
  for (const url of urls) {
    try {
      return await readFrom(url, cache, call)
    } catch (error) {
      if (call.signal.aborted) throw error
      last = error
    }
  }
  throw last
}

/** A write: sent once, to the first URL, alone. */
export async function rpcWrite<T>({ urls }: Target, { method, params, schema, signal }: Call<T>): Promise<T> {
  const reply = await fetchWrite(urls[0] ?? '', asPost(request(0, { method, params })), signal)
  return parse(schema, resultOf(reply, method), method)
}
