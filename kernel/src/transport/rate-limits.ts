import { WalletModalError } from '../errors.js'
import { askedDelayMs } from './fetch.js'

/** Pause after a refusal that names no time. */
export const REST_MS = 60_000
const MAX_REST_MS = 600_000

/** Until when an origin that answered "too many requests" to every try is not asked at all, in milliseconds since 1970. */
export type RateLimits = Map<string, number>

/** Throws the refusal of an origin whose time is not over. */
export function checkLimit(limits: RateLimits, url: string): void {
  const { origin, host } = new URL(url)
  const restMs = (limits.get(origin) ?? 0) - Date.now()
  if (restMs <= 0 || restMs > MAX_REST_MS) return // a clock that was set back ends every pause
  const seconds = Math.ceil(restMs / 1000)
  throw new WalletModalError('HTTP_STATUS', `${host} has had too many requests. It is asked again in ${seconds} s.`, {
    status: 429,
  })
}

/** Takes notice of such a refusal. */
export const noteLimit = (limits: RateLimits, url: string, error: WalletModalError): void =>
  void limits.set(new URL(url).origin, Date.now() + Math.min(askedDelayMs(error) ?? REST_MS, MAX_REST_MS))
