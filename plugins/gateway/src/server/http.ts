import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'

/**
 * Error codes of refused requests. They are never renamed or reused; messages may change. `UNANSWERED`: a node did not reply, so the result of the
 * request is unknown. `SOURCE_FAILED`: an upstream service failed.
 */
export type RequestErrorCode =
  | 'INVALID_REQUEST'
  | 'UNAUTHORIZED'
  | 'NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'TOO_LARGE'
  | 'UNSUPPORTED_TYPE'
  | 'TOO_MANY_REQUESTS'
  | 'SOURCE_FAILED'
  | 'UNANSWERED'

const statuses = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  SOURCE_FAILED: 502,
  UNANSWERED: 504,
} as const satisfies Record<RequestErrorCode, number>

/** Detail of a `RequestErrorCode`. The embedded wallet has a translated text for each reason. Reasons are never renamed or reused. */
export type RefusalReason =
  | 'COOLDOWN'
  | 'WRONG_CODE'
  | 'CODE_EXPIRED'
  | 'CODE_LOCKED'
  | 'ADDRESS_LOCKED'
  | 'ADDRESS_TAKEN'
  | 'ADDRESS_UNCHANGED'
  | 'CHANGE_EXPIRED'
  | 'NO_EMAIL'
  | 'NO_KEY'
  | 'LOGIN_EXPIRED'
  | 'LOGIN_ENDED'
  | 'LOGIN_REFUSED'
  | 'SITE_NOT_ALLOWED'
  | 'NOT_PROVEN'
  | 'FARCASTER_SILENT'
  | 'PASSKEYS_FULL'
  | 'NODE_SILENT'
  | 'SIGNATURE_LIMIT'
  | 'KEY_LIMIT'

/** Error for a refused request, thrown by routes and sources. The message is sent to the caller. */
export class RequestError extends Error {
  override readonly name = 'RequestError'

  constructor(
    readonly code: RequestErrorCode,
    message: string,
    options: { readonly cause?: unknown; readonly retryAfterS?: number; readonly reason?: RefusalReason } = {},
  ) {
    super(message, options)
    this.retryAfterS = options.retryAfterS
    this.reason = options.reason
  }

  readonly reason: RefusalReason | undefined

  /** Value of the header `Retry-After`, in seconds. */
  readonly retryAfterS: number | undefined

  get status() {
    return statuses[this.code]
  }
}

/** Type guard by name, because several copies of this package may be loaded. */
export const isRequestError = (error: unknown): error is RequestError =>
  error instanceof Error && error.name === 'RequestError' && 'code' in error

/** Error with the code `INVALID_REQUEST`. */
export const invalid = (message: string): RequestError => new RequestError('INVALID_REQUEST', message)

/** Response to a refused request: `{ error: { code, message } }`, with `reason` if there is one. */
export function refuse(c: Context, error: RequestError): Response {
  if (error.retryAfterS !== undefined) c.header('Retry-After', String(error.retryAfterS))
  const { code, message, reason } = error
  return c.json({ error: { code, message, ...(reason !== undefined && { reason }) } }, error.status)
}

/** Error response in the Blockchain API's format: `{ status: 'FAILED', reasons: [{ location, description }] }`. */
export const failed = (c: Context, description: string, status: 400 | 404 | 409 | 429 | 502 = 400): Response =>
  c.json({ status: 'FAILED', reasons: [{ location: 'body', description }] }, status)

/** Refuses bodies above `maxBytes`, with or without a declared length. */
export const limitBody = (maxBytes: number): MiddlewareHandler =>
  bodyLimit({
    maxSize: maxBytes,
    onError: () => {
      throw new RequestError('TOO_LARGE', `The request's body is larger than ${maxBytes} bytes.`)
    },
  })

/** Media type of a request's body in lower case, without its parameters. Empty if the header is absent. */
export const mediaTypeOf = (c: Context): string =>
  (c.req.header('content-type') ?? '').split(';', 1).join('').trim().toLowerCase()

/** Parses external data. Throws `INVALID_REQUEST` with the path of the first invalid value. */
export function parseRequest<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true })
  if (result.success) return result.output
  const [issue] = result.issues
  const path = v.getDotPath(issue)
  throw invalid(path === null ? issue.message : `"${path}": ${issue.message}`)
}

/** Parses the body as JSON, or throws `INVALID_REQUEST`. */
export async function readJson(c: Context): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not JSON.')
  }
}

/** Name of the context variable for the configured origin. */
const ORIGIN = 'gatewayOrigin'

/** Sets the result of {@link originOf} for all routes that are added after this middleware. */
export const setOrigin =
  (origin: string): MiddlewareHandler =>
  (c, next) => {
    c.set(ORIGIN, origin)
    return next()
  }

/** Origin of the gateway, for URLs in replies. Without {@link setOrigin}: origin of the request's URL, which is `http:` behind a proxy with TLS. */
export const originOf = (c: Context): string => c.get(ORIGIN) ?? new URL(c.req.url).origin
