import { messageOf, WalletModalError } from '../errors.js'

export const TIMEOUT_MS = 10_000
export const RETRY_DELAYS_MS = [150, 300, 600] as const
export const RETRY_AFTER_CAP_MS = 30_000
export const MAX_REPLY_BYTES = 5_000_000

const retryStatus = new Set([408, 413, 429])
const isRetryStatus = (status: number): boolean => retryStatus.has(status) || status >= 500

/** Waits, or rejects with `ABORTED`. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
    const stop = (): void => {
      done()
      reject(aborted(signal))
    }
    const timer = setTimeout(() => {
      done()
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })
}

const aborted = (signal: AbortSignal): WalletModalError => new WalletModalError('ABORTED', 'The request was aborted.', { cause: signal.reason })

interface Attempt {
  readonly url: string
  readonly init: RequestInit
  readonly signal: AbortSignal
}

/** One try: ends after {@link TIMEOUT_MS}, body included, and really closes the connection. */
async function once({ url, init, signal }: Attempt): Promise<unknown> {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, { ...init, credentials: 'omit', referrerPolicy: 'no-referrer', signal: AbortSignal.any([signal, limit]) })
    if (!response.ok) throw new WalletModalError('HTTP_STATUS', `HTTP status code: ${response.status}`, { status: response.status, cause: response })
    return await readJson(response)
  } catch (error) {
    if (error instanceof WalletModalError) throw error
    if (signal.aborted) throw aborted(signal)
    if (limit.aborted) throw new WalletModalError('TIMEOUT', `${new URL(url).host} did not answer within ${TIMEOUT_MS / 1000} s.`, { cause: error })
    throw new WalletModalError('NETWORK_ERROR', `${new URL(url).host} could not be reached: ${messageOf(error)}`, { cause: error })
  }
}

async function readJson(response: Response): Promise<unknown> {
  const text = await readText(response)
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new WalletModalError('INVALID_DATA', `${new URL(response.url).host} answered with something that is not JSON.`, { cause: error })
  }
}

/** Reads at most {@link MAX_REPLY_BYTES}: a reply without end must not fill the page's memory. */
async function readText(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value
    if (text.length > MAX_REPLY_BYTES) {
      await reader?.cancel()
      throw new WalletModalError('INVALID_DATA', `${new URL(response.url).host} answered with more than ${MAX_REPLY_BYTES} bytes.`)
    }
  }
  return text
}

/** Seconds or an HTTP date, capped. */
function retryAfterMs(error: WalletModalError): number | undefined {
  const header = error.cause instanceof Response ? error.cause.headers.get('retry-after') : null
  if (header === null) return undefined
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), RETRY_AFTER_CAP_MS)
}

const mayRetry = (error: unknown): error is WalletModalError =>
  error instanceof WalletModalError &&
  (error.code === 'NETWORK_ERROR' || error.code === 'TIMEOUT' || (error.code === 'HTTP_STATUS' && isRetryStatus(error.status ?? 0)))

/** A read: tried again after 150, 300 and 600 ms where the failure may pass. */
export async function fetchRead(url: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await once({ url, init, signal })
    } catch (error) {
      if (!mayRetry(error)) throw error
      await wait(retryAfterMs(error) ?? delay, signal)
    }
  }
  return once({ url, init, signal })
}

/** A write: sent once, whatever happens. */
export const fetchWrite = (url: string, init: RequestInit, signal: AbortSignal): Promise<unknown> => once({ url, init, signal })
