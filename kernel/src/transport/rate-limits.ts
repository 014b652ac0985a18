import { WalletModalError } from '../errors.js'
import { askedDelayMs } from './fetch.js'

/** Pause after a refusal that names no time. */
export const REST_MS = 60_000
const MAX_REST_MS = 600_000

/** Origins that answered "too many requests" to every try. Until their time is over they are not asked at all. */
export class RateLimits {
  readonly #until = new Map<string, number>()

  /** Throws the refusal of an origin whose time is not over. */
  check(url: string): void {
    const { origin, host } = new URL(url)
    const restMs = (this.#until.get(origin) ?? 0) - Date.now()
    if (restMs <= 0 || restMs > MAX_REST_MS) return // a clock that was set back ends every pause
    const seconds = Math.ceil(restMs / 1000)
    throw new WalletModalError('HTTP_STATUS', `${host} has had too many requests. It is asked again in ${seconds} s.`, {
      status: 429,
    })
  }

  /** Takes notice of a failure, where it is such a refusal. */
  note(url: string, error: unknown): void {
    if (!(error instanceof WalletModalError) || error.status !== 429) return
    const restMs = Math.min(askedDelayMs(error) ?? REST_MS, MAX_REST_MS)
    this.#until.set(new URL(url).origin, Date.now() + restMs)
  }
}
