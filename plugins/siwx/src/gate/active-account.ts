import type { ActiveConnection, Context, Signal } from '@wallet-modal/kernel'
import type { SignInState } from '../contract.js'
import type { KnownSessions } from '../known-sessions.js'
import type { SignInAttempts } from './sign-in-attempts.js'
import type { SignInView } from './sign-in-view.js'

interface ActiveAccountParts {
  readonly state: Signal<SignInState>
  readonly sessions: KnownSessions
  readonly attempts: SignInAttempts
  readonly view: SignInView
  readonly isRequired: boolean
  /** Chain families that are disconnected because the server is unavailable. */
  readonly unavailable: Set<string>
}

/** Decides whether the active account is signed in. */
interface ActiveAccount {
  /** Updates the state for the active account. A restored connection is interrupted only if sign-in is required. */
  follow(isRestored: boolean): void
  /** Decides again, because the known sessions changed. A pending sign-in notices when the server replies. */
  reread(): void
}

export const accountIdOf = ({ caipNetworkId, account }: ActiveConnection): string =>
  `${caipNetworkId}:${account.address}`

export function createActiveAccount(ctx: Context, parts: ActiveAccountParts): ActiveAccount {
  const { state, sessions, attempts, view, isRequired } = parts
  const { active } = ctx.connections

  const decide = (accountId: string, isRestored: boolean): void => {
    const session = sessions.of(accountId)
    if (session) {
      attempts.enter(session)
      view.leave()
      return
    }
    if (sessions.isRead()) {
      state.value = { status: 'needed', accountId }
      if (isRequired || !isRestored) view.open()
      return
    }
    const isCurrent = attempts.current()
    state.value = { status: 'checking', accountId }
    sessions.read().then(
      () => isCurrent() && decide(accountId, isRestored),
      (error: unknown) => {
        ctx.log.warn(error)
        if (isCurrent()) serverFailed(ctx, parts).catch(ctx.log.warn)
      },
    )
  }
  const rest = (): void => {
    attempts.begin()
    state.value = { status: 'none' }
    view.close()
  }
  return {
    follow(isRestored) {
      const now = active.peek()
      if (!now?.network) {
        if (state.peek().status !== 'none') rest()
        if (!sessions.isRead()) sessions.read().catch(ctx.log.info) // prefetch for a visitor who is about to connect
        return
      }
      const accountId = accountIdOf(now)
      const before = state.peek()
      if (before.status !== 'none' && before.accountId === accountId) {
        if (isRequired && before.status === 'needed') view.open()
        return
      }
      attempts.begin()
      decide(accountId, isRestored)
    },
    reread() {
      const before = state.peek()
      if (before.status === 'none' || before.status === 'signing' || before.status === 'verifying') return
      attempts.begin()
      decide(before.accountId, true)
    },
  }
}

/** If the server does not reply, nobody is signed in. */
async function serverFailed(ctx: Context, { state, isRequired, unavailable }: ActiveAccountParts): Promise<void> {
  const now = ctx.connections.active.peek()
  if (!now) return
  ctx.toast.error(ctx.t('signIn.unavailable'))
  if (isRequired) {
    unavailable.add(now.namespace)
    await ctx.connections.disconnect(now.namespace, now.connectorId)
  } else state.value = { status: 'needed', accountId: accountIdOf(now) }
}
