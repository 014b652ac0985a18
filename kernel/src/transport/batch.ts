import { WalletModalError } from '../errors/errors.js'
import { fetchRead, fetchWrite, toJson } from './fetch.js'
import { abortError } from './wait.js'

export const MAX_BATCH = 1000

interface PendingCall {
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
const isUnsupportedType = (error: unknown): boolean => statusOf(error, 'HTTP_STATUS') === 415
/**
 * Whether a node may have refused a request because it is a batch. False if the HTTP status means that the node is slow, unavailable or rate limited.
 */
const mayRefuseBatch = (error: unknown): boolean =>
  ![undefined, 408, 429, 502, 503, 504].includes(statusOf(error, 'HTTP_STATUS'))

/** Whether a response with an HTTP error status contains a JSON-RPC error. Bitcoin Core up to version 27 sends such responses. */
const isRpcError = (status: number, reply: unknown): boolean =>
  [400, 404, 500].includes(status) && isRecord(reply) && isRecord(reply.error) && typeof reply.error.code === 'number'

/** Result of one JSON-RPC reply. Throws `RPC_ERROR` with the node's code as `status`, and `INVALID_DATA` for an invalid reply. */
export function resultOf(reply: unknown, method: string): unknown {
  // some nodes send the error as text; a result beside an error is ignored
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

/** Code of the error if a node replied to a batch with a single error; 0 if the error has no code. `undefined` for any other reply. */
function refusalOf(answer: unknown, { length }: readonly PendingCall[]): number | undefined {
  const [first, ...others]: readonly unknown[] = Array.isArray(answer) ? answer : [answer]
  if (length < 2 || others.length > 0) return undefined
  try {
    resultOf(first, '')
    return undefined
  } catch (error) {
    return statusOf(error, 'RPC_ERROR')
  }
}

const toBody = (calls: readonly PendingCall[]): string => {
  const requests = calls.map(({ method, params }, id) => toRequest(id, method, params))
  return requests.length === 1 ? requests.join() : `[${requests.join()}]`
}

/**
 * Replies in the order of `count` requests. A single request gets the first reply; several requests are matched by id. Of replies with the same id,
 * the first is used.
 */
function sortReplies(answer: unknown, count: number): readonly unknown[] {
  const replies = Array.isArray(answer) ? answer : [answer]
  if (count === 1) return replies.slice(0, 1)
  // a single error may apply to all requests; a single result cannot
  if (!Array.isArray(answer))
    return Array.from({ length: count }, () => (isRecord(answer) && isRecord(answer.error) ? answer : undefined))
  const byId = new Map<unknown, unknown>()
  for (const reply of replies) if (isRecord(reply) && !byId.has(reply.id)) byId.set(reply.id, reply)
  return Array.from({ length: count }, (_, id) => byId.get(id))
}

/** Batches all requests that are made to one URL within the same tick. */
export class Batcher {
  readonly #pending: PendingCall[] = []
  /** `text/plain` avoids a CORS preflight, and most nodes accept it. */
  #contentType: 'text/plain' | 'application/json' = 'text/plain'
  /** Maximum number of requests in a batch; 1 if the node refuses batches. */
  #maxSize = MAX_BATCH
  /** Time (`performance.now()`) until which the URL is used only if no other one is available. */
  avoidUntil = 0

  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /**
   * Sends a body by POST. A node that replies with status 415 has not processed the body: the body is sent again as `application/json`, which all
   * later requests use too.
   */
  async post(body: string, send: typeof fetchRead, signal: AbortSignal): Promise<unknown> {
    const contentType = this.#contentType
    const init = { method: 'POST', headers: { 'content-type': contentType }, body, isAnswer: isRpcError }
    try {
      return await send(this.#url, init, signal)
    } catch (error) {
      if (contentType === 'application/json' || !isUnsupportedType(error)) throw error
      this.#contentType = 'application/json'
      return this.post(body, send, signal)
    }
  }

  call(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    const json = toJson(params)
    return new Promise((resolve, reject) => {
      const stop = (): void => reject(abortError(signal))
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      const removeListener = (): void => signal.removeEventListener('abort', stop)
      this.#pending.push({
        method,
        params: json,
        signal,
        resolve: (result) => {
          removeListener()
          resolve(result)
        },
        reject: (error) => {
          removeListener()
          reject(error)
        },
      })
      if (this.#pending.length === 1) queueMicrotask(() => this.#flush())
    })
  }

  #flush(): void {
    this.#sendAll(this.#pending.splice(0))
  }

  #sendAll(calls: readonly PendingCall[]): void {
    const active = calls.filter(({ signal }) => !signal.aborted)
    for (let start = 0; start < active.length; start += this.#maxSize)
      void this.#send(active.slice(start, start + this.#maxSize))
  }

  async #send(calls: readonly PendingCall[]): Promise<void> {
    const { signal, release } = whenAllAborted(calls.map((call) => call.signal))
    try {
      const answer = await this.post(toBody(calls), fetchRead, signal)
      const code = refusalOf(answer, calls)
      if (code !== undefined && (await this.#acceptsSingleCall(calls, signal, code))) this.#sendAll(calls)
      else settle(calls, answer)
    } catch (error) {
      if (calls.length > 1 && mayRefuseBatch(error) && (await this.#acceptsSingleCall(calls, signal)))
        this.#sendAll(calls)
      else for (const call of calls) call.reject(error)
    } finally {
      release()
    }
  }

  /**
   * Sends the first call of a refused batch alone, once. Returns true if the node replies with a result, or with a JSON-RPC error other than `code`.
   * Batches are then no longer used for this URL.
   */
  async #acceptsSingleCall(calls: readonly PendingCall[], signal: AbortSignal, code?: number): Promise<boolean> {
    const first = calls.slice(0, 1)
    try {
      const answer = await this.post(toBody(first), fetchWrite, signal)
      for (const { method } of first) resultOf(sortReplies(answer, 1)[0], method)
    } catch (error) {
      const singleCode = statusOf(error, 'RPC_ERROR')
      if (singleCode === undefined || singleCode === code) return false // the error is not a JSON-RPC error, or it is the same as for the batch
    }
    this.#maxSize = 1
    return true
  }
}

/** Resolves or rejects each call with its reply. */
function settle(calls: readonly PendingCall[], answer: unknown): void {
  const replies = sortReplies(answer, calls.length)
  calls.forEach((call, at) => {
    try {
      call.resolve(resultOf(replies[at], call.method))
    } catch (error) {
      call.reject(error)
    }
  })
}

/** Signal that is aborted when all `signals` are aborted. `release` removes the listeners. */
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
