import type { FrameRequest } from '../../frame-messages.js'
import { deleteSession, type Login } from '../account/account.js'
import { FrameError } from '../gateway.js'

interface LoginEnd {
  /** Incremented at each login and logout. */
  generation(): number
  /** Ends the login in this frame. Returns the ended login; `null` if nobody was logged in. */
  leave(): Login | null
}

/** Wraps `answer`: ends a login that the gateway no longer accepts, for example because another device signed it out. */
export function withLoginEnd(
  answer: (request: FrameRequest) => Promise<unknown>,
  { generation, leave }: LoginEnd,
): (request: FrameRequest) => Promise<unknown> {
  return async (request) => {
    const generationBefore = generation()
    try {
      return await answer(request)
    } catch (error) {
      const isEnd = error instanceof FrameError && error.code === 'UNAUTHORIZED'
      // a request of an earlier login must not end a later one
      const ended = isEnd && generationBefore === generation() ? leave() : null
      if (ended) await deleteSession(ended)
      throw error
    }
  }
}
