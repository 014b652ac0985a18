import { Refusal } from './refusal.js'

/** A request that the site may turn away. */
export interface LimitedRequest {
  readonly route: 'nonce' | 'verify'
  /** Its body has not been read, and must not be. */
  readonly request: Request
}

/** Seconds that the sender has to wait; 0 lets the request through. */
export type RateLimit = (limited: LimitedRequest) => number | Promise<number>

/** Asks the site before anything is done for the request, so that no nonce is used up. */
export async function checkRate(rateLimit: RateLimit | undefined, limited: LimitedRequest): Promise<void> {
  const waitS = Math.ceil((await rateLimit?.(limited)) ?? 0)
  if (waitS > 0) throw new Refusal('TOO_MANY_REQUESTS', `Try again after ${waitS} seconds.`, { retryAfterS: waitS })
}
