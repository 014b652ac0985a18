import { WalletModalError } from '../errors/errors.js'
import { aborted, fetchRead, fetchWrite, toJson } from './fetch.js'

export const MAX_BATCH = 1000

interface Waiting {
  readonly method: string
  readonly params: string
  readonly signal: AbortSignal
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON-RPC request with serialized `params`. */
export const toRequest = (id: number, method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`

const statusOf = (error: unknown, code: 'HTTP_STATUS' | 'RPC_ERROR'): number | undefined =>
  error instanceof WalletModalError && error.code === code ? (error.status ?? 0) : undefined
const isRefusedType = (error: unknown): boolean => statusOf(error, 'HTTP_STATUS') === 415
/** HTTP statuses of a node that is slow, temporarily down or rate-limited; not retried more often. */
const mayRefuseBatch = (error: unknown): boolean =>
  ![undefined, 408, 429, 502, 503, 504].includes(statusOf(error, 'HTTP_STATUS'))

/** HTTP error statuses that repeat a JSON-RPC error, as in bitcoind up to version 27. Other statuses say nothing about the call. */
const isRefusal = (status: number, reply: unknown): boolean =>
  [400, 404, 500].includes(status) && isRecord(reply) && isRecord(reply.error) && typeof reply.error.code === 'number'

/** Result of one JSON-RPC reply. Throws `RPC_ERROR` with the node's code as `status`, and `INVALID_DATA` for an invalid reply. */
export function resultOf(reply: unknown, method: string): unknown {
  // some nodes send only text; with any error, a result beside it is not trusted
  if (isRecord(reply) && reply.error !== undefined && reply.error !== null) {
    const { code, message = reply.error }: { readonly code?: unknown; readonly message?: unknown } = Object(reply.error)
    throw new WalletModalError(
      'RPC_ERROR',
      typeof message === 'string' && message ? message.slice(0, 500) : `${method} failed.`,
      {
        status: typeof code === 'number' ? code : undefined,
        cause: reply.error,
      },
    )
  }
  if (isRecord(reply) && Object.hasOwn(reply, 'result')) return reply.result
  throw new WalletModalError('INVALID_DATA', `The node did not answer "${method}".`)
}

/** Code of a single error returned instead of all replies to a batch, in a list or not; 0 if it has none. */
function refusalOf(answer: unknown, { length }: readonly Waiting[]): number | undefined {
  const [only, ...more]: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  if (length < 2 || more.length > 0) return undefined
  try {
    resultOf(only, '')
    return undefined
  } catch (error) {
    return statusOf(error, 'RPC_ERROR')
  }
}

const toBody = (calls: readonly Waiting[]): string => {
  const requests = calls.map(({ method, params }, id) => toRequest(id, method, params))
  return requests.length === 1 ? requests.join() : `[${requests.join()}]`
}

/** Replies to `count` requests. A single request takes the first reply; several are matched by id, and the first reply for an id counts. */
function sortReplies(answer: unknown, count: number): readonly unknown[] {
  const replies = Array.isArray(answer) ? answer : [answer]
  if (count === 1) return replies.slice(0, 1)
  // one error may apply to all of them; one result cannot
  if (!Array.isArray(answer))
    return Array.from({ length: count }, () => (isRecord(answer) && isRecord(answer.error) ? answer : undefined))
  const byId = new Map<unknown, unknown>()
  for (const reply of replies) if (isRecord(reply) && !byId.has(reply.id)) byId.set(reply.id, reply)
  return Array.from({ length: count }, (_, id) => byId.get(id))
}

/** Batches all requests to one URL within the same tick. */
export class Batcher {
  readonly #waiting: Waiting[] = []
  /** `text/plain` avoids a CORS preflight, and most nodes accept it. */
  #type: 'text/plain' | 'application/json' = 'text/plain'
  /** Some nodes, such as free ones, refuse batches or accept small ones only. */
  #size = MAX_BATCH
  /** Unavailable until this time of the page's clock: used only if no other URL is available. */
  avoidUntil = 0

  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Posts a body. If a node requires `application/json` (415), it has not processed anything: sends the body again with that type, which is used from
   * then on.
   */
  async post(body: string, send: typeof fetchRead, signal: AbortSignal): Promise<unknown> {
    const type = this.#type
    const init = { method: 'POST', headers: { 'content-type': type }, body, isAnswer: isRefusal }
    try {
      return await send(this.#url, init, signal)
    } catch (error) {
      if (type === 'application/json' || !isRefusedType(error)) throw error
      this.#type = 'application/json'
      return this.post(body, send, signal)
    }
  }

  call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    const json = toJson(params)
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(aborted(signal))
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      const settled = (): void => signal.removeEventListener('abort', stop)
      this.#waiting.push({
        method,
        params: json,
        signal,
        resolve: (result) => {
          settled()
          resolve(result)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      })
      if (this.#waiting.length === 1) queueMicrotask(() => this.#flush())
    })
  }

  #flush(): void {
    this.#sendAll(this.#waiting.splice(0))
  }

  #sendAll(calls: readonly Waiting[]): void {
    const live = calls.filter(({ signal }) => !signal.aborted)
    for (let at = 0; at < live.length; at += this.#size) void this.#send(live.slice(at, at + this.#size))
  }

  async #send(calls: readonly Waiting[]): Promise<void> {
    const { signal, release } = whenAllAborted(calls.map((call) => call.signal))
    try {
      const answer = await this.post(toBody(calls), fetchRead, signal)
      const code = refusalOf(answer, calls)
      if (code !== undefined && (await this.#answersOne(calls, signal, code))) this.#sendAll(calls)
      else settle(calls, answer)
    } catch (error) {
      if (calls.length > 1 && mayRefuseBatch(error) && (await this.#answersOne(calls, signal))) this.#sendAll(calls)
      else for (const call of calls) call.reject(error)
    } finally {
      release()
    }
  }

  /** Sends the first of the jointly refused calls alone, once. If the node answers it, all calls are sent alone from then on. */
  async #answersOne(calls: readonly Waiting[], signal: AbortSignal, code?: number): Promise<boolean> {
    const first = calls.slice(0, 1)
    try {
      const answer = await this.post(toBody(first), fetchWrite, signal)
      for (const { method } of first) resultOf(sortReplies(answer, 1)[0], method)
    } catch (error) {
      const own = statusOf(error, 'RPC_ERROR')
      if (own === undefined || own === code) return false // the single call was refused with the same error
    }
    this.#size = 1
    return true
  }
}

function settle(calls: readonly Waiting[], answer: unknown): void {
  const replies = sortReplies(answer, calls.length)
  calls.forEach((call, at) => {
    try {
      call.resolve(resultOf(replies[at], call.method))
    } catch (error) {
      call.reject(error)
    }
  })
}

/** Aborts a batch when no caller waits for it any more. */
function whenAllAborted(signals: readonly AbortSignal[]): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController()
  const check = (): void => {
    if (signals.every((signal) => signal.aborted)) controller.abort()
  }
  const unique = new Set(signals)
  for (const signal of unique) signal.addEventListener('abort', check)
  return {
    signal: controller.signal,
    release: () => {
      for (const signal of unique) signal.removeEventListener('abort', check)
    },
  }
}
