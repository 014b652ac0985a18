import { Refusal } from './refusal.js'

/** A request to be rate-limited. */
export interface LimitedRequest {
  readonly route: 'nonce' | 'verify'
  /** The body is not read yet, and must not be read. */
  readonly request: Request
}

/** Returns the seconds that the sender has to wait; 0 allows the request. */
export type RateLimit = (limited: LimitedRequest) => number | Promise<number>

/**
 * Calls the site's limit, and throws a `Refusal` (`TOO_MANY_REQUESTS`) if the sender has to wait. Must be called before the nonce of the request is
 * marked as used, so that the visitor can send the request again.
 */
export async function checkRate(rateLimit: RateLimit | undefined, limited: LimitedRequest): Promise<void> {
  const waitS = Math.ceil((await rateLimit?.(limited)) ?? 0)
  if (waitS > 0) throw new Refusal('TOO_MANY_REQUESTS', `Try again after ${waitS} seconds.`, { retryAfterS: waitS })
}
