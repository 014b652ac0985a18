import type { FrameRequest } from '../../frame-messages.js'
import { deleteSession, type Login } from '../account/account.js'
import { FrameError } from '../gateway.js'

interface LoginEnd {
  /** Number of logins and logouts. */
  generation(): number
  /** Ends the login in this frame. Returns the ended login; `null` if nobody was logged in. */
  leave(): Login | null
}

/**
 * Wraps `answer`. If the gateway rejects the session, for example because another device has signed it out, ends the login, deletes the session and
 * rejects with `UNAUTHORIZED`. The page ends its login on this code. Therefore, if the login has changed since the request, rejects with 4100: the
 * page may already use the new login.
 */
export function endRejectedLogin(
  answer: (request: FrameRequest) => Promise<unknown>,
  { generation, leave }: LoginEnd,
): (request: FrameRequest) => Promise<unknown> {
  return async (request) => {
    const generationBefore = generation()
    try {
      return await answer(request)
    } catch (error) {
      if (!(error instanceof FrameError) || error.code !== 'UNAUTHORIZED') throw error
      if (generationBefore !== generation()) throw new FrameError(4100, error.message, undefined, error.reason)
      const ended = leave()
      if (ended) await deleteSession(ended)
      throw error
    }
  }
}
