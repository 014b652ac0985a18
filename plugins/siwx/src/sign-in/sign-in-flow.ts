import { type Authenticator, type Context, type Signal, tracked } from '@wallet-modal/kernel'
import { createChallenges } from '../challenges.js'
import { type DeviceSessions, SIWXSignMessage, type SignIn, type SignInState, signedIn } from '../contract.js'
import { createDevices } from '../devices.js'
import { createKnownSessions } from '../known-sessions.js'
import type { SiwxOptions } from '../options.js'
import { createProofs } from '../proofs.js'
import { sign } from '../sign.js'
import { createSiteServer } from '../site-server.js'
import { createActiveAccount } from './active-account.js'
import { createCancel } from './cancel.js'
import { createSignInAttempts } from './sign-in-attempts.js'
import { createSignInView } from './sign-in-view.js'
import { createSignOuts } from './sign-outs.js'

/** Sign-in flow after an account is connected. */
export interface SignInFlow
  extends Pick<SignIn, 'signIn' | 'sign' | 'cancel' | 'networkAfterCancel' | 'signOut'>,
    Pick<Authenticator, 'request' | 'submit'> {
  readonly devices: DeviceSessions
  /** Updates the state for the active account. For a restored connection, opens the view only if sign-in is required. */
  follow(isRestored: boolean): void
  /** Called when the modal opens. Updates the state. Without a connected wallet, prefetches a challenge, so that the wallet can prompt at once. */
  onOpened(isRestored: boolean): void
  /**
   * Called when the active wallet of a chain family was disconnected. Ends the sessions of the family. Keeps the sessions of `remainingAddresses`:
   * the addresses of the family's other connected wallets. Rejects if the server cannot be reached.
   */
  onDisconnected(namespace: string, remainingAddresses: readonly string[]): Promise<void>
}

export function createSignInFlow(ctx: Context, options: SiwxOptions, state: Signal<SignInState>): SignInFlow {
  const { active } = ctx.connections
  const isRequired = options.required !== false
  const unavailable = new Set<string>()
  const server = createSiteServer(ctx, options)
  const recheck = (): void => activeAccount.recheck()
  const sessions = createKnownSessions(ctx, server, recheck)
  const challenges = createChallenges(ctx, {
    // never in parallel with reading the sessions: both replies may set the browser cookie, to which the server binds the challenge
    async challenge() {
      if (!sessions.isRead()) await sessions.read().catch(ctx.log.info)
      return server.challenge()
    },
  })
  const view = createSignInView(ctx, challenges)
  const onExpired = (): void => {
    sessions.invalidate()
    recheck()
  }
  const attempts = createSignInAttempts(ctx, { state, server, sessions, onExpired })
  const activeAccount = createActiveAccount(ctx, { state, sessions, attempts, view, isRequired, unavailable })
  const signOuts = createSignOuts(ctx, { options, state, sessions, attempts, isRequired, unavailable })
  return {
    ...createProofs({ ctx, server, sessions, challenges }),
    ...signOuts,
    ...createCancel(ctx, { sessions, attempts, isRequired }),
    follow: activeAccount.follow,
    onOpened(isRestored) {
      activeAccount.follow(isRestored)
      if (ctx.connections.status.peek() === 'disconnected') challenges.prepare()
    },
    async signIn() {
      activeAccount.follow(false)
      const before = state.peek()
      if (before.status === 'none') return null
      if (before.status === 'signedIn') return before.session
      challenges.prepare()
      await ctx.router.push(SIWXSignMessage)
      const after = state.peek()
      return after.status === 'signedIn' ? after.session : null
    },
    async sign() {
      const connection = active.peek()
      if (!connection || state.peek().status !== 'needed') return
      const isCurrent = attempts.begin()
      ctx.emit(tracked, { event: 'CLICK_SIGN_SIWX_MESSAGE' })
      const record = await sign({ ctx, state, server, sessions, challenges }, connection, isCurrent)
      if (!record) return
      sessions.add(record.session)
      attempts.setSignedIn(record.session)
      ctx.emit(signedIn, record)
      ctx.emit(tracked, { event: 'SIWX_AUTH_SUCCESS' })
      view.close()
    },
    devices: createDevices({ ctx, state, server, sessions, signOutHere: signOuts.signOut, recheck }),
  }
}
