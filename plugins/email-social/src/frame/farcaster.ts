import { FrameError, gateway, refusal } from './gateway.js'

/** A Farcaster login of this frame. Its secret stays here: the link that the phone opens does not tell it. */
export interface FarcasterLogin {
  /** Starts over, and ends the login before it. */
  begin(): Promise<{ readonly url: string }>
  /** Resolves with a session token once the visitor approved. Rejects where the login expired, was refused or was ended. */
  approved(): Promise<string>
  abort(): void
}

const POLL_MS = 1_000
/** Failures to reach the gateway or Farcaster that are waited out. */
const PATIENCE = 5

export function createFarcasterLogin(site: string): FarcasterLogin {
  let current: string | undefined
  const ask = async (request: string, failures = 0): Promise<string> => {
    if (request !== current) throw new FrameError(4001, 'The login was ended.')
    try {
      const session = await gateway.farcasterResult(request)
      if (session !== null) return session
    } catch (error) {
      const isOutage = !(error instanceof FrameError) || error.code === 'SOURCE_FAILED'
      if (!isOutage || failures >= PATIENCE) throw error
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
      return ask(request, failures + 1)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    return ask(request)
  }
  return {
    async begin() {
      current = undefined
      const { request, url } = await gateway.beginFarcaster(site)
      current = request
      return { url }
    },
    async approved() {
      const mine = current
      if (mine === undefined)
        throw await refusal({
          code: 'NO_LOGIN',
          message: 'This login has ended. Start again.',
          reason: 'LOGIN_EXPIRED',
        })
      const session = await ask(mine)
      if (mine !== current) throw new FrameError(4001, 'The login was ended.')
      current = undefined
      return session
    },
    abort() {
      current = undefined
    },
  }
}
