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
 * Wraps `answer`. If the gateway rejects the session, for example because another device has signed it out, ends the login and deletes the session.
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
      const isEnd = error instanceof FrameError && error.code === 'UNAUTHORIZED'
      // a request of an earlier login must not end a later login
      const ended = isEnd && generationBefore === generation() ? leave() : null
      if (ended) await deleteSession(ended)
      throw error
    }
  }
}
