import type { Context, Signal, WalletConnection } from '@wallet-modal/kernel'
import type { SignInState } from '../contract.js'
import type { KnownSessions } from '../known-sessions.js'
import type { SignInAttempts } from './sign-in-attempts.js'
import type { SignInView } from './sign-in-view.js'

interface ActiveAccountDependencies {
  readonly state: Signal<SignInState>
  readonly sessions: KnownSessions
  readonly attempts: SignInAttempts
  readonly view: SignInView
  readonly isRequired: boolean
  /** Chain families that are disconnected because the server is unavailable. */
  readonly unavailable: Set<string>
}

/** Determines whether the active account is signed in, and opens or closes the sign-in view accordingly. */
interface ActiveAccount {
  /**
   * Updates the state for the active account, and opens the view if the account is not signed in. If sign-in is optional, opens the view only in the
   * tab in which the visitor connected the wallet or switched the account. `isRestored`: whether the connection was restored on page load.
   */
  follow(isRestored: boolean): void
  /** Checks again whether the account is signed in. Does nothing during a sign-in, which checks the sessions itself. */
  recheck(): void
}

/** Pause before the sessions are read, if sign-in is optional. */
const BEFORE_REQUEST_MS = 50

export const accountIdOf = ({ caipNetworkId, account }: WalletConnection): string =>
  `${caipNetworkId}:${account.address}`

/** Guesses whether the visitor switched the account in this tab. A switch changes the active account in all tabs of the site. */
const isSwitchedHere = ({ router }: Context, isRestored: boolean): boolean =>
  document.visibilityState === 'visible' && (!isRestored || router.current.peek() !== null)

/** Reads the sessions. If sign-in is optional, waits first, so that the request does not delay the painting of a new account. */
async function readSessions({ sessions, isRequired }: ActiveAccountDependencies): Promise<void> {
  if (!isRequired) await new Promise((resolve) => setTimeout(resolve, BEFORE_REQUEST_MS))
  if (!sessions.isRead()) await sessions.read()
}

export function createActiveAccount(ctx: Context, dependencies: ActiveAccountDependencies): ActiveAccount {
  const { state, sessions, attempts, view, isRequired } = dependencies
  const { active } = ctx.connections

  /** Value of `mayAsk` in the latest check. `recheck` uses it if that check has not finished. */
  let mayAskAfterCheck = false
  /** Reads the sessions if necessary. Closes the view for a signed-in account, otherwise opens it if sign-in is required or `mayAsk` is true. */
  const decide = (accountId: string, mayAsk: boolean): void => {
    const session = sessions.of(accountId)
    if (session) {
      attempts.setSignedIn(session)
      view.leave()
      return
    }
    if (sessions.isRead()) {
      state.value = { status: 'needed', accountId }
      if (isRequired || mayAsk) view.open()
      return
    }
    const isCurrent = attempts.current()
    mayAskAfterCheck = mayAsk
    state.value = { status: 'checking', accountId }
    readSessions(dependencies).then(
      () => isCurrent() && decide(accountId, mayAsk),
      (error: unknown) => {
        ctx.log.warn(error)
        if (isCurrent()) handleServerFailure(ctx, dependencies).catch(ctx.log.warn)
      },
    )
  }
  const reset = (): void => {
    attempts.begin()
    state.value = { status: 'none' }
    view.close()
  }
  return {
    follow(isRestored) {
      const connection = active.peek()
      if (!connection?.network) {
        if (state.peek().status !== 'none') reset()
        if (!sessions.isRead()) sessions.read().catch(ctx.log.info) // prefetch for a visitor who is about to connect
        return
      }
      const accountId = accountIdOf(connection)
      const current = state.peek()
      if (current.status !== 'none' && current.accountId === accountId) {
        if (isRequired && current.status === 'needed') view.open()
        return
      }
      attempts.begin()
      decide(accountId, current.status === 'none' ? !isRestored : isSwitchedHere(ctx, isRestored))
    },
    recheck() {
      const current = state.peek()
      if (current.status === 'none' || current.status === 'signing' || current.status === 'verifying') return
      attempts.begin()
      decide(current.accountId, current.status === 'checking' && mayAskAfterCheck)
    },
  }
}

/** Handles a failed request for the sessions. If sign-in is required, disconnects the wallet. Otherwise sets the state `needed`. */
async function handleServerFailure(
  ctx: Context,
  { state, isRequired, unavailable }: ActiveAccountDependencies,
): Promise<void> {
  const connection = ctx.connections.active.peek()
  if (!connection) return
  ctx.toast.error(() => ctx.t('signIn.unavailable'))
  if (isRequired) {
    unavailable.add(connection.namespace)
    await ctx.connections.disconnect(connection.namespace, connection.connectorId)
  } else state.value = { status: 'needed', accountId: accountIdOf(connection) }
}
