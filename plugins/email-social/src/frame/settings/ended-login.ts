import type { FrameRequest } from '../../frame-messages.js'
import { forgetSession, type Login } from '../account.js'
import { FrameError } from '../gateway.js'

interface LoginEnd {
  /** Counts logins and their ends. */
  generation(): number
  /** Ends the login in this frame. Returns it. */
  leave(): Login | null
}

/** Ends a login that the gateway no longer knows, such as one that another device signed out, when a request meets its end. */
export function endWithGateway(
  answer: (request: FrameRequest) => Promise<unknown>,
  { generation, leave }: LoginEnd,
): (request: FrameRequest) => Promise<unknown> {
  return async (request) => {
    const begunIn = generation()
    try {
      return await answer(request)
    } catch (error) {
      const isEnd = error instanceof FrameError && error.code === 'UNAUTHORIZED'
      // a request of an earlier login does not end a later one
      const ended = isEnd && begunIn === generation() ? leave() : null
      if (ended) await forgetSession(ended)
      throw error
    }
  }
}
