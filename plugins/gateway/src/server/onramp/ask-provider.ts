import * as v from 'valibot'
import { invalid, RequestError } from '../http.js'
import { readReplyText } from '../reply-text.js'
import { parseWithDigits } from './decimals.js'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 4 * 1024 * 1024
/** Maximum length of a provider's error message in a reply of the gateway, in characters. */
const MAX_MESSAGE_LENGTH = 300

/** HTTP API of a provider. */
export interface ProviderApi {
  /** Display name. */
  readonly name: string
  readonly fetch: typeof fetch
  /** Authentication headers. */
  headers(method: string, url: URL): Promise<Record<string, string>>
}

export interface ProviderCall<S extends v.GenericSchema> {
  readonly url: URL
  /** JSON body of a POST. Absent: GET. */
  readonly body?: object
  /** Schema of the reply. Numbers are parsed as text with all digits. */
  readonly schema: S
}

/**
 * Sends one request to a provider. Throws `INVALID_REQUEST` with the provider's message if the provider refuses the purchase. Throws
 * `TOO_MANY_REQUESTS` if the provider limits requests, and `SOURCE_FAILED` if it does not respond, rejects the API key or sends an invalid reply.
 */
export async function askProvider<S extends v.GenericSchema>(
  api: ProviderApi,
  { url, body, schema }: ProviderCall<S>,
): Promise<v.InferOutput<S>> {
  const method = body ? 'POST' : 'GET'
  const headers = { accept: 'application/json', ...(await api.headers(method, url)) }
  const reply = await api
    .fetch(url, {
      ...{ method, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) },
      headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    .then(async (response) => ({
      status: response.status,
      isOk: response.ok,
      text: await readReplyText(response, MAX_BYTES),
    }))
    .catch((cause: unknown) => {
      throw new RequestError('SOURCE_FAILED', `${api.name} does not respond. Try again later.`, { cause })
    })
  if (!reply.isOk) throw toRequestError(api.name, reply)
  const parsed = v.safeParse(schema, parseReply(reply.text))
  if (parsed.success) return parsed.output
  const cause = new Error(
    `${method} ${url.pathname}: ${v.getDotPath(parsed.issues[0]) ?? 'the reply'} does not match the schema`,
  )
  throw new RequestError('SOURCE_FAILED', `${api.name} returned an invalid reply.`, { cause })
}

function parseReply(text: string): unknown {
  try {
    return parseWithDigits(text)
  } catch {
    return undefined
  }
}

function toRequestError(
  name: string,
  { status, text }: { readonly status: number; readonly text: string },
): RequestError {
  const message = messageIn(parseReply(text))
  const cause = new Error(`HTTP status ${status}${message && `: ${message}`}`)
  if (status === 401 || status === 403)
    return new RequestError('SOURCE_FAILED', `${name} rejects this site’s API key.`, { cause })
  if (status === 429) return new RequestError('TOO_MANY_REQUESTS', `${name} is busy. Try again in a minute.`, { cause })
  if (status >= 500) return new RequestError('SOURCE_FAILED', `${name} failed. Try again later.`, { cause })
  return invalid(message ? `${name}: ${message}` : `${name} refused this purchase.`)
}

/** Error message of a reply: `message` at Meld and in Coinbase's version 1, `errorMessage` in Coinbase's version 2, else the first of `errors`. */
function messageIn(body: unknown): string {
  const { message, errorMessage, errors }: Readonly<Record<string, unknown>> = Object(body)
  const [first] = Array.isArray(errors) ? errors : []
  const sentence = [message, errorMessage, first].find((text) => typeof text === 'string' && text !== '')
  return String(sentence ?? '').slice(0, MAX_MESSAGE_LENGTH)
}
