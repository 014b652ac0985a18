import type { Context, Signal } from '@wallet-modal/kernel'
import type { SignInSession, SignInState } from '../contract.js'
import type { KnownSessions } from '../known-sessions.js'
import type { SiteServer } from '../site-server.js'

/** Longest delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

interface AttemptParts {
  readonly state: Signal<SignInState>
  readonly server: SiteServer
  readonly sessions: KnownSessions
  /** Called when the session of the active account expires. */
  expired(): void
}

/** Attempts to sign in. A new one makes the results of older ones obsolete. */
export interface SignInAttempts {
  /** Starts an attempt. Returns a function that is false after the next attempt has started. */
  begin(): () => boolean
  /** Returns the same for the latest attempt. */
  current(): () => boolean
  /** Cancels pending requests to wallet and server. */
  stop(): void
  /** The active account is signed in with this session. */
  enter(session: SignInSession): void
  /** Account that was signed in last. */
  lastAccountId(): string | undefined
}

export function createSignInAttempts(ctx: Context, { state, server, sessions, expired }: AttemptParts): SignInAttempts {
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAccountId: string | undefined

  const current = (): (() => boolean) => {
    const own = turn
    return () => own === turn
  }
  const begin = (): (() => boolean) => {
    clearTimeout(timer)
    const before = state.peek()
    if (before.status === 'verifying') sessions.revoke(before.accountId)
    turn++
    return current()
  }
  ctx.onDispose(() => {
    turn++
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
      const left = Math.min(Date.parse(session.expiresAt) - server.now(), MAX_TIMER_MS)
      timer = setTimeout(expired, Math.max(left, 0))
    },
    lastAccountId: () => lastAccountId,
  }
}
