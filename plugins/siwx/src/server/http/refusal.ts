/** Reason why a request was refused. The codes are stable. */
export type RefusalCode =
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  /** Sent by a page of another site. */
  | 'WRONG_ORIGIN'
  | 'BAD_REQUEST'
  /** The text is not a valid sign-in message of this server. */
  | 'BAD_MESSAGE'
  | 'UNKNOWN_NETWORK'
  | 'EXPIRED'
  /** The nonce was not issued to this browser, was used before, or has expired. */
  | 'BAD_NONCE'
  | 'BAD_SIGNATURE'
  /** The chain could not be queried for a contract's signature. */
  | 'NOT_VERIFIABLE'
  /** The site's `rateLimit` requires the sender to wait. */
  | 'TOO_MANY_REQUESTS'
  /** The site does not store sessions, so they cannot be listed or ended from another browser. */
  | 'NOT_STORED'

const statuses: Readonly<Record<RefusalCode, number>> = {
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  WRONG_ORIGIN: 403,
  BAD_REQUEST: 400,
  BAD_MESSAGE: 422,
  UNKNOWN_NETWORK: 422,
  EXPIRED: 422,
  BAD_NONCE: 422,
  BAD_SIGNATURE: 401,
  NOT_VERIFIABLE: 502,
  TOO_MANY_REQUESTS: 429,
  NOT_STORED: 404,
}

/** Error that the handler converts to a JSON response. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  /** Value of the header `Retry-After`, in seconds. Set only with the code `TOO_MANY_REQUESTS`. */
  readonly retryAfterS: number | undefined

  constructor(code: RefusalCode, message: string, options?: ErrorOptions & { readonly retryAfterS?: number }) {
    super(message, options)
    this.code = code
    this.retryAfterS = options?.retryAfterS
  }
  get status(): number {
    return statuses[this.code]
  }
}
