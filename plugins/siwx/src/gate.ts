import {
  type ActiveConnection,
  type Authenticator,
  type Context,
  openingViews,
  type Signal,
  tracked,
} from '@wallet-modal/kernel'
import { createChallenges } from './challenges.js'
import {
  type DeviceSessions,
  SIWXSignMessage,
  type SignIn,
  type SignInSession,
  type SignInState,
  signedIn,
} from './contract.js'
import { createDevices } from './devices.js'
import { watchDisconnectedWallets } from './disconnected-wallets.js'
import { createKnownSessions } from './known-sessions.js'
import type { SiwxOptions } from './options.js'
import { createProofs } from './proofs.js'
import { sign } from './sign.js'
import { createSiteServer } from './site-server.js'

/** Sign-in flow after an account is connected. */
export interface Gate
  extends Pick<SignIn, 'signIn' | 'sign' | 'cancel' | 'signOut'>,
    Pick<Authenticator, 'request' | 'submit'> {
  readonly devices: DeviceSessions
  /** Updates the state for the active account. A restored connection is interrupted only if sign-in is required. */
  follow(isRestored: boolean): void
  /** The last wallet of a chain family was disconnected. */
  disconnected(namespace: string): Promise<void>
}

/** Longest delay of a browser timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

const accountIdOf = ({ caipNetworkId, account }: ActiveConnection): string => `${caipNetworkId}:${account.address}`

export function createGate(ctx: Context, options: SiwxOptions, state: Signal<SignInState>): Gate {
  const { active } = ctx.connections
  const server = createSiteServer(ctx, options)
  const sessions = createKnownSessions(ctx, server, reread)
  const challenges = createChallenges(ctx, server)
  const isRequired = options.required !== false
  /** Incremented with every new action; results of older actions are ignored. */
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastSignedIn: string | undefined
  /** Chain families that are disconnected because the server is unavailable: their sign-outs are stored without a message. */
  const unavailable = new Set<string>()

  const isShown = (): boolean => ctx.router.current.peek()?.view.name === SIWXSignMessage.name
  const ask = (): void => {
    challenges.prepare()
    if (!isShown()) void ctx.router.reset(SIWXSignMessage)
  }
  const begin = (): number => {
    clearTimeout(timer)
    const before = state.peek()
    if (before.status === 'verifying') sessions.takeBack(before.accountId)
    return ++turn
  }
  /** Cancels pending requests to wallet and server. */
  const stopSigning = (): void => {
    const before = state.peek()
    begin()
    if (before.status === 'signing' || before.status === 'verifying')
      state.value = { status: 'needed', accountId: before.accountId }
  }
  const enter = (session: SignInSession): void => {
    state.value = { status: 'signedIn', accountId: session.accountId, session }
    lastSignedIn = session.accountId
    clearTimeout(timer)
    const left = Math.min(Date.parse(session.expiresAt) - server.now(), MAX_TIMER_MS)
    timer = setTimeout(expire, Math.max(left, 0))
  }
  const leaveFor = (session: SignInSession): void => {
    enter(session)
    if (!isShown()) return
    const next = ctx
      .all(openingViews)
      .peek()
      .find((one) => one.when())
    if (next) void ctx.router.reset(next.view)
    else ctx.router.close()
  }
  const rest = (): void => {
    begin()
    state.value = { status: 'none' }
    if (isShown()) ctx.router.close()
  }
  /** If the server does not reply, nobody is signed in. */
  const failed = async (error: unknown, mine: number): Promise<void> => {
    ctx.log.warn(error)
    const now = active.peek()
    if (mine !== turn || !now) return
    ctx.toast.error(ctx.t('signIn.unavailable'))
    if (isRequired) {
      unavailable.add(now.namespace)
      await ctx.connections.disconnect(now.namespace, now.connectorId)
    } else state.value = { status: 'needed', accountId: accountIdOf(now) }
  }
  const decide = (accountId: string, isRestored: boolean): void => {
    const session = sessions.of(accountId)
    if (session) {
      leaveFor(session)
      return
    }
    if (sessions.isRead()) {
      state.value = { status: 'needed', accountId }
      if (isRequired || !isRestored) ask()
      return
    }
    const mine = turn
    state.value = { status: 'checking', accountId }
    sessions.read().then(
      () => mine === turn && decide(accountId, isRestored),
      (error: unknown) => failed(error, mine).catch(ctx.log.warn),
    )
  }
  const follow = (isRestored: boolean): void => {
    const now = active.peek()
    if (!now?.network) {
      if (state.peek().status !== 'none') rest()
      if (!sessions.isRead()) sessions.read().catch(ctx.log.info) // prefetch for a visitor who is about to connect
      return
    }
    const accountId = accountIdOf(now)
    const before = state.peek()
    if (before.status !== 'none' && before.accountId === accountId) {
      if (isRequired && before.status === 'needed') ask()
      return
    }
    begin()
    decide(accountId, isRestored)
  }
  /** Discards the known sessions. A pending sign-in notices when the server replies. */
  function reread(): void {
    const before = state.peek()
    if (before.status === 'none' || before.status === 'signing' || before.status === 'verifying') return
    begin()
    decide(before.accountId, true)
  }
  function expire(): void {
    sessions.drop()
    reread()
  }

  const endSessions = async (namespace: string, addresses?: readonly string[]): Promise<void> => {
    if (options.signOutOnDisconnect === false) return
    const isUnasked = unavailable.delete(namespace)
    await sessions.endFamily(namespace, addresses).catch((error: unknown) => {
      if (!isUnasked) ctx.toast.error(ctx.t('signIn.stillIn'))
      throw error
    })
  }
  watchDisconnectedWallets(ctx, (namespace, addresses) => {
    endSessions(namespace, addresses).catch(ctx.log.warn)
  })
  const signOut = async (): Promise<void> => {
    const now = active.peek()
    stopSigning()
    await sessions.end()
    if (isRequired) await ctx.connections.disconnect()
    else if (now) state.value = { status: 'needed', accountId: accountIdOf(now) }
  }
  ctx.onDispose(() => {
    turn++
    clearTimeout(timer)
  })
  return {
    ...createProofs({ ctx, server, sessions, challenges }),
    follow,
    disconnected: (namespace) => endSessions(namespace),
    async signIn() {
      follow(false)
      const now = state.peek()
      if (now.status === 'none') return null
      if (now.status === 'signedIn') return now.session
      challenges.prepare()
      await ctx.router.push(SIWXSignMessage)
      const after = state.peek()
      return after.status === 'signedIn' ? after.session : null
    },
    async sign() {
      const now = active.peek()
      if (!now || state.peek().status !== 'needed') return
      const mine = begin()
      ctx.emit(tracked, { event: 'CLICK_SIGN_SIWX_MESSAGE' })
      const record = await sign({ ctx, state, server, sessions, challenges }, now, () => mine === turn)
      if (!record) return
      sessions.add(record.session)
      enter(record.session)
      ctx.emit(signedIn, record)
      ctx.emit(tracked, { event: 'SIWX_AUTH_SUCCESS' })
      if (isShown()) ctx.router.close()
    },
    async cancel() {
      const now = active.peek()
      ctx.emit(tracked, { event: 'CLICK_CANCEL_SIWX' })
      stopSigning()
      if (!now || !isRequired) return void ctx.router.close()
      const last = lastSignedIn?.split(':').slice(0, 2).join(':')
      const isSameAccount = last && lastSignedIn === `${last}:${now.account.address}` && sessions.of(lastSignedIn)
      if (isSameAccount && last !== now.caipNetworkId) {
        const outcome = await ctx.connections.switchNetwork(last).catch(ctx.log.warn)
        if (outcome?.status === 'switched') return
      }
      await ctx.connections.disconnect(now.namespace, now.connectorId)
    },
    signOut,
    devices: createDevices({ ctx, state, server, sessions, signOut, reread }),
  }
}
