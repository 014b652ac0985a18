import { type Context, messageOf, WalletModalError } from '@wallet-modal/kernel'

/** Esplora answers with plain text here, and takes it. */
type Service = Pick<ReturnType<Context['api']['service']>, 'resolve'>

const TIMEOUT_MS = 10_000
const MAX_LENGTH = 8_000_000

interface TextRequest {
  readonly path: string
  /** Sent by POST. Default: a GET. */
  readonly body?: string
  readonly signal?: AbortSignal
}

interface TextReply {
  readonly status: number
  readonly text: string
}

/** One request without identification, cookies or a referrer. Rejects with `NETWORK_ERROR`. */
export async function requestText(service: Service, { path, body, signal }: TextRequest): Promise<TextReply> {
  const url = await service.resolve(path)
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      ...(body !== undefined && { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
      ...{ credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' },
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { status: response.status, text: (await response.text()).slice(0, MAX_LENGTH).trim() }
  } catch (error) {
    const { host } = new URL(url)
    throw new WalletModalError('NETWORK_ERROR', `${host} could not be reached: ${messageOf(error)}`, { cause: error })
  }
}
