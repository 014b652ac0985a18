import { FrameError, gateway, refusal } from '../gateway.js'
import { isFault, isGone } from './poll-errors.js'

/** Farcaster login of this frame. The id with which the frame reads the result is a secret: it stays in this frame and is not in the phone's link. */
export interface FarcasterLogin {
  /** Starts a login and ends the previous login. Resolves with the link for the Farcaster app. Rejects with 4001 if the login ends before that. */
  begin(): Promise<{ readonly url: string }>
  /**
   * Resolves with a session token once the visitor has approved. Rejects if the login expired, was refused or was ended, or if the gateway or
   * Farcaster failed. If a session arrives after the end of the login, the frame signs it out at the gateway.
   */
  approved(): Promise<string>
  /** Ends the login: pending calls of `begin` and `approved` reject with 4001. */
  abort(): void
}

const POLL_MS = 1_000
/**
 * Number of consecutive requests that may fail without ending the login. This applies to requests without a reply, to `REFUSED` (by a proxy), `FAULT`
 * (of the gateway or a proxy) and `SOURCE_FAILED` (Farcaster did not respond). All other errors end the login immediately.
 */
const MAX_FAILURES = 5

const loginEnded = (): FrameError => new FrameError(4001, 'The login was ended.')

export function createFarcasterLogin(site: string): FarcasterLogin {
  /** Id of the pending login. */
  let current: string | undefined
  /** Number of starts and ends so far. */
  let generation = 0
  /** `errors`: errors of the preceding requests, since the last reply. */
  const poll = async (request: string, errors: readonly unknown[] = []): Promise<string> => {
    if (request !== current) throw loginEnded()
    try {
      const session = await gateway.farcasterResult(request)
      if (session !== null) return session
    } catch (error) {
      const isOutage =
        !(error instanceof FrameError) || ['SOURCE_FAILED', 'REFUSED', 'FAULT'].includes(String(error.code))
      // the result can be read only once: `NOT_FOUND` after a fault may mean that the gateway failed after reading it
      if (!isOutage || errors.length >= MAX_FAILURES) throw isGone(error) ? (errors.find(isFault) ?? error) : error
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      return poll(request, [...errors, error])
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    return poll(request)
  }
  return {
    async begin() {
      const generationAtStart = ++generation
      current = undefined
      const { request, url } = await gateway.beginFarcaster(site)
      if (generationAtStart !== generation) throw loginEnded()
      current = request
      return { url }
    },
    async approved() {
      const request = current
      if (request === undefined)
        throw await refusal({
          code: 'NO_LOGIN',
          message: 'This login has ended. Start again.',
          reason: 'LOGIN_EXPIRED',
        })
      const session = await poll(request)
      if (request !== current) {
        gateway.signOut(session).catch(() => null) // without a reply, the unused session expires by itself
        throw loginEnded()
      }
      current = undefined
      return session
    },
    abort() {
      generation++
      current = undefined
    },
  }
}
