import type { Context, Signal } from '@wallet-modal/kernel'
import type { SignInSession, SignInState } from '../contract.js'
import type { KnownSessions } from '../known-sessions.js'
import type { SiteServer } from '../site-server.js'

/** Longest delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface AttemptDependencies {
  readonly state: Signal<SignInState>
  readonly server: SiteServer
  readonly sessions: KnownSessions
  /** Called when the session of the active account expires, or after the longest delay of a timer (about 24 days) if that is earlier. */
  onExpired(): void
}

/** Attempts to sign in. The results of an attempt are ignored once a newer attempt has started. */
export interface SignInAttempts {
  /** Starts an attempt. Returns a function that tells whether this attempt is still the latest. */
  begin(): () => boolean
  /** Returns the same kind of function for the latest attempt. Starts no attempt. */
  current(): () => boolean
  /** Ends the latest attempt: the results of its pending requests are ignored. */
  stop(): void
  /** Sets the state `signedIn` with this session, until the session expires. */
  enter(session: SignInSession): void
  /** CAIP-10 id of the account that was signed in last. */
  lastAccountId(): string | undefined
}

export function createSignInAttempts(
  ctx: Context,
  { state, server, sessions, onExpired }: AttemptDependencies,
): SignInAttempts {
  let attemptCount = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAccountId: string | undefined

  const current = (): (() => boolean) => {
    const attempt = attemptCount
    return () => attempt === attemptCount
  }
  const begin = (): (() => boolean) => {
    clearTimeout(timer)
    const before = state.peek()
    if (before.status === 'verifying') sessions.revoke(before.accountId)
    attemptCount++
    return current()
  }
  ctx.onDispose(() => {
    attemptCount++
    clearTimeout(timer)
  })
  return {
    begin,
    current,
    stop() {
      const before = state.peek()
      begin()
      if (before.status === 'signing' || before.status === 'verifying')
        state.value = { status: 'needed', accountId: before.accountId }
    },
    enter(session) {
      state.value = { status: 'signedIn', accountId: session.accountId, session }
      lastAccountId = session.accountId
      clearTimeout(timer)
      const remainingMs = Math.min(Date.parse(session.expiresAt) - server.now(), MAX_TIMER_MS)
      timer = setTimeout(onExpired, Math.max(remainingMs, 0))
    },
    lastAccountId: () => lastAccountId,
  }
}
