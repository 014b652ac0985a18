import { WalletModalError } from '../errors/errors.js'
import { parse, type StandardSchema } from '../plugins/schema.js'
import { Batcher, resultOf, toRequest } from './batch.js'
import { fetchWrite, RETRY_DELAYS_MS, toJson } from './fetch.js'
import { wait } from './wait.js'

/** Batchers by URL. */
export type Batchers = Map<string, Batcher>

interface Call<T> {
  readonly method: string
  readonly params: readonly unknown[]
  readonly schema: StandardSchema<T>
  readonly signal: AbortSignal
}

interface Target {
  readonly urls: readonly string[]
  readonly batchers: Batchers
}

/** Codes of JSON-RPC errors that may be temporary. */
const temporaryCodes = new Set([-1, -32005, -32603, 429])
/** Codes of JSON-RPC errors that every node would return: invalid parameters, a reverted call, a refused or rejected request. */
const finalCodes = new Set([3, 4001, 5000, -32602, -32003])
/** Whether the name of a method indicates a write. `getSignatureStatuses` is a read. */
const isWrite = (method: string): boolean => /(^|_)(send|submit|broadcast|sign(?!ature)|request[A-Z])/i.test(method)

/** Time in milliseconds for which a node that did not respond is tried last. */
export const AVOID_MS = 30_000

const isUnavailable = (error: unknown): boolean =>
  error instanceof WalletModalError && ['NETWORK_ERROR', 'TIMEOUT', 'HTTP_STATUS'].includes(error.code)

function batcherOf(batchers: Batchers, url: string): Batcher {
  const batcher = batchers.get(url) ?? new Batcher(url)
  batchers.set(url, batcher)
  return batcher
}

/** Batchers in the order of the URLs; those that recently did not respond come last. */
function byAvailability({ urls, batchers }: Target): readonly Batcher[] {
  const all = urls.map((url) => batcherOf(batchers, url))
  const isAvoided = ({ avoidUntil }: Batcher): boolean => avoidUntil > performance.now()
  return [...all.filter((one) => !isAvoided(one)), ...all.filter(isAvoided)]
}

const codeOf = (error: unknown): number =>
  error instanceof WalletModalError && error.code === 'RPC_ERROR' ? (error.status ?? 0) : 0

async function readFrom<T>(batcher: Batcher, { method, params, schema, signal }: Call<T>): Promise<T> {
  const read = async (): Promise<T> => parse(schema, await batcher.call(method, params, signal), method)
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await read()
    } catch (error) {
      if (!temporaryCodes.has(codeOf(error))) throw error
      await wait(delay, signal)
    }
  }
  return read()
}

/** Sends a read request, batched. Retries the request; if a URL fails, sends it to the next URL. */
export async function rpcRead<T>(target: Target, call: Call<T>): Promise<T> {
  if (isWrite(call.method)) {
    throw new WalletModalError(
      'INVALID_ARGUMENT',
      `read() repeats requests, so it cannot send "${call.method}".${process.env.NODE_ENV === 'production' ? '' : ' Use write(), which sends it once.'}`,
    )
  }
  let lastError: unknown
  for (const batcher of byAvailability(target)) {
    try {
      return await readFrom(batcher, call)
    } catch (error) {
      if (call.signal.aborted || finalCodes.has(codeOf(error))) throw error
      if (isUnavailable(error)) batcher.avoidUntil = performance.now() + AVOID_MS
      lastError = error
    }
  }
  throw lastError
}

/** Sends a write request once, without a batch, to the first URL that is not known to be unavailable. */
export async function rpcWrite<T>(target: Target, { method, params, schema, signal }: Call<T>): Promise<T> {
  const batcher = byAvailability(target)[0] ?? batcherOf(target.batchers, '')
  const reply = await batcher.post(toRequest(0, method, toJson(params)), fetchWrite, signal)
  return parse(schema, resultOf(reply, method), method)
}
