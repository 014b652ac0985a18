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

/** One JSON-RPC request; `params` are JSON already. */
export const toRequest = (id: number, method: string, params: string): string =>
  `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${params}}`

const statusOf = (error: unknown, code: 'HTTP_STATUS' | 'RPC_ERROR'): number | undefined =>
  error instanceof WalletModalError && error.code === code ? (error.status ?? 0) : undefined
const isRefusedType = (error: unknown): boolean => statusOf(error, 'HTTP_STATUS') === 415
/** A node that is too slow, is down for a moment or has had too many requests says so by status, and is not asked more often for it. */
const mayRefuseBatch = (error: unknown): boolean =>
  ![undefined, 408, 429, 502, 503, 504].includes(statusOf(error, 'HTTP_STATUS'))

/** The HTTP statuses by which nodes say once more that a call failed, as bitcoind does up to version 27. What passes says nothing of the call. */
const isRefusal = (status: number, reply: unknown): boolean =>
  [400, 404, 500].includes(status) && isRecord(reply) && isRecord(reply.error) && typeof reply.error.code === 'number'

/** What one reply says. Throws `RPC_ERROR` with the node's code as `status`, and `INVALID_DATA` for what is no reply. */
export function resultOf(reply: unknown, method: string): unknown {
  // some nodes send a mere text; whatever stands there, a result beside it is not to be believed
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

/** The code of one error that stands in place of all replies to a batch, in a list or not; 0 where it has none. */
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

/** The reply to each of `count` requests. One request takes what comes; several are told apart by id, and the first answer counts. */
function sortReplies(answer: unknown, count: number): readonly unknown[] {
  const replies = Array.isArray(answer) ? answer : [answer]
  if (count === 1) return replies.slice(0, 1)
  // one error may stand for all of them; one result cannot
  if (!Array.isArray(answer))
    return Array.from({ length: count }, () => (isRecord(answer) && isRecord(answer.error) ? answer : undefined))
  const byId = new Map<unknown, unknown>()
  for (const reply of replies) if (isRecord(reply) && !byId.has(reply.id)) byId.set(reply.id, reply)
  return Array.from({ length: count }, (_, id) => byId.get(id))
}

/** Sends everything that is asked of one URL in the same tick as one batch. */
export class Batcher {
  readonly #waiting: Waiting[] = []
  /** Text spares the preflight, and most nodes read it. */
  #type: 'text/plain' | 'application/json' = 'text/plain'
  /** Some nodes, such as free ones, take no batches, or small ones only. */
  #size = MAX_BATCH
  /** By the page's own clock: until then it is asked only where no other can be. */
  restsUntil = 0

  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Posts a body. A node that insists on JSON's own type (415) has read nothing yet: it gets the body again as that, and from then on. */
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

  /** Asks the first of calls that were refused together alone, once. A node that answers it gets every call alone from then on. */
  async #answersOne(calls: readonly Waiting[], signal: AbortSignal, code?: number): Promise<boolean> {
    const first = calls.slice(0, 1)
    try {
      const answer = await this.post(toBody(first), fetchWrite, signal)
      for (const { method } of first) resultOf(sortReplies(answer, 1)[0], method)
    } catch (error) {
      const own = statusOf(error, 'RPC_ERROR')
      if (own === undefined || own === code) return false // it refuses that one as well
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

/** A batch ends when nobody waits for it any more. */
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
