import { messageOf, WalletModalError } from '../errors/errors.js'
import { addRequestEntry } from '../errors/timeline.js'
import { abortError, wait } from './wait.js'

export const TIMEOUT_MS = 10_000
export const RETRY_DELAYS_MS = [150, 300, 600] as const
export const RETRY_AFTER_CAP_MS = 30_000
/** Maximum length of a reply, in UTF-16 code units. */
export const MAX_REPLY_LENGTH = 5_000_000

const retryStatus = new Set([408, 413, 429])
const isTemporaryStatus = (status: number): boolean => retryStatus.has(status) || (status >= 500 && status <= 599)

/** JSON text of a value. Throws `INVALID_ARGUMENT` for values that JSON does not support, such as a bigint. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch (error) {
    throw new WalletModalError(
      'INVALID_ARGUMENT',
      `The body of a request cannot be serialized as JSON: ${messageOf(error)}`,
      {
        cause: error,
      },
    )
  }
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url // an invalid URL is displayed unchanged
  }
}

/** Options of a request. */
export interface FetchOptions extends RequestInit {
  /** Whether a response with an HTTP error status counts as a reply. */
  isAnswer?(status: number, data: unknown): boolean
  /** Whether the reply is plain text. Default: JSON. */
  readonly isText?: boolean
}

interface Attempt {
  readonly url: string
  readonly init: FetchOptions
  readonly signal: AbortSignal
}

/** Sends a request once and reads its reply. Rejects with `TIMEOUT` and closes the connection after {@link TIMEOUT_MS}. */
async function send({ url, init: { isAnswer, isText, ...init }, signal }: Attempt): Promise<unknown> {
  const read = isText ? readText : readData
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      ...init,
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.any([signal, timeout.signal]),
    })
    if (!response.ok) {
      const errorBody = isAnswer && (await read(response, url).catch(() => undefined)) // a body that cannot be read counts as absent
      if (isAnswer?.(response.status, errorBody)) return errorBody
      response.body?.cancel().catch(() => null) // the body is not used, and may be endless
      throw new WalletModalError('HTTP_STATUS', `HTTP status code: ${response.status}`, {
        status: response.status,
        cause: response,
      })
    }
    return await read(response, url)
  } catch (error) {
    if (error instanceof WalletModalError) throw error
    if (signal.aborted) throw abortError(signal)
    const [code, problem] = timeout.signal.aborted
      ? (['TIMEOUT', `did not answer within ${TIMEOUT_MS / 1000} s`] as const)
      : (['NETWORK_ERROR', `could not be reached: ${messageOf(error)}`] as const)
    throw new WalletModalError(code, `${hostOf(url)} ${problem}.`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** In development, adds each request to the browser's User Timing. */
async function sendWithEntry(attempt: Attempt): Promise<unknown> {
  const from = performance.now()
  const addEntry = (outcome: string): void => addRequestEntry(attempt.url, attempt.init, { from, outcome })
  try {
    const reply = await send(attempt)
    addEntry('answered')
    return reply
  } catch (error) {
    addEntry(error instanceof WalletModalError ? `${error.code}${error.status ? ` ${error.status}` : ''}` : 'failed')
    throw error
  }
}

const sendOnce = process.env.NODE_ENV === 'production' ? send : sendWithEntry

function toData(text: string, url: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WalletModalError('INVALID_DATA', `${hostOf(url)} sent a response that is not JSON.`, {
      cause: error,
    })
  }
}

/** Reads at most {@link MAX_REPLY_LENGTH}, so that an endless reply does not exhaust the page's memory. */
async function readText({ body }: Response, url: string): Promise<string> {
  const reader = body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    text += decoder.decode(chunk.value, { stream: true })
    if (text.length <= MAX_REPLY_LENGTH) continue
    reader.cancel().catch(() => null)
    throw new WalletModalError(
      'INVALID_DATA',
      `${hostOf(url)} sent a response longer than ${MAX_REPLY_LENGTH} characters.`,
    )
  }
  return text + decoder.decode()
}

const readData = async (response: Response, url: string): Promise<unknown> => toData(await readText(response, url), url)

/** Delay of the header `Retry-After` (seconds or an HTTP date), at most {@link RETRY_AFTER_CAP_MS}. `undefined` without a valid header. */
function retryAfterMs({ cause }: WalletModalError): number | undefined {
  const header = cause instanceof Response ? cause.headers.get('retry-after') : null
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_CAP_MS)
}

/** Whether a failure may be temporary. */
export const isTemporary = ({ code, status = 0 }: WalletModalError): boolean =>
  code === 'NETWORK_ERROR' || code === 'TIMEOUT' || (code === 'HTTP_STATUS' && isTemporaryStatus(status))

/** Sends a read request. Retries it after 150, 300 and 600 ms, or after the time in `Retry-After`, if the failure may be temporary. */
export async function fetchRead(
  url: string,
  init: FetchOptions,
  signal: AbortSignal,
  mayRetry = isTemporary,
): Promise<unknown> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await sendOnce({ url, init, signal })
    } catch (error) {
      if (!(error instanceof WalletModalError) || !mayRetry(error)) throw error
      await wait(retryAfterMs(error) ?? delay, signal)
    }
  }
  return sendOnce({ url, init, signal })
}

/** Sends a write request once. Never retries it. */
export const fetchWrite = (url: string, init: FetchOptions, signal: AbortSignal): Promise<unknown> =>
  sendOnce({ url, init, signal })
