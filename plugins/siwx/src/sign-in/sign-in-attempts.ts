import type { Context, Signal } from '@wallet-modal/kernel'
import type { SignInSession, SignInState } from '../contract.js'
import type { KnownSessions } from '../known-sessions.js'
import type { SiteServer } from '../site-server.js'

/** Maximum delay of `setTimeout`. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface AttemptDependencies {
  readonly state: Signal<SignInState>
  readonly server: SiteServer
  readonly sessions: KnownSessions
  /** Called when the session of the active account expires, at the latest after about 24 days (the maximum delay of `setTimeout`). */
  onExpired(): void
}

/** Attempts to sign in. The results of an attempt are ignored once a newer attempt has started. */
export interface SignInAttempts {
  /**
   * Starts an attempt. Returns a function that checks whether this attempt is still the latest one. If the server was verifying the signature of the
   * previous attempt, ends the session that the server may create for that attempt.
   */
  begin(): () => boolean
  /** Starts no attempt. Returns a function that returns false once an attempt was started or stopped after this call. */
  current(): () => boolean
  /** Ends the latest attempt and ignores the results of its pending requests. Sets the state `signing` or `verifying` back to `needed`. */
  stop(): void
  /** Sets the state `signedIn` with this session. Calls `onExpired` when the session expires. */
  setSignedIn(session: SignInSession): void
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
    setSignedIn(session) {
      state.value = { status: 'signedIn', accountId: session.accountId, session }
      lastAccountId = session.accountId
      clearTimeout(timer)
      const remainingMs = Math.min(Date.parse(session.expiresAt) - server.now(), MAX_TIMER_MS)
      timer = setTimeout(onExpired, Math.max(remainingMs, 0))
    },
    lastAccountId: () => lastAccountId,
  }
}
