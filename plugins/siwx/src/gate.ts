import { type ActiveConnection, type Context, openingViews, type Signal } from '@wallet-modal/kernel'
import { SIWXSignMessage, type SignIn, type SignInSession, type SignInState, signedIn, signedOut } from './contract.js'
import { formatSignInMessage } from './message.js'
import type { SiwxOptions } from './options.js'
import { createSiteServer } from './site-server.js'

/** All that happens once somebody is connected. */
export interface Gate extends Pick<SignIn, 'signIn' | 'sign' | 'cancel' | 'signOut'> {
  /** Brings the state up to date with the account in use. A connection that came back by itself is only interrupted where sign-in is required. */
  follow(isRestored: boolean): void
  /** A chain family has no wallet any more. */
  disconnected(namespace: string): Promise<void>
}

const CHANGED = 'changed'
/** The longest time that a browser's timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1

const accountIdOf = ({ caipNetworkId, account }: ActiveConnection): string => `${caipNetworkId}:${account.address}`
const isValid = ({ expiresAt }: SignInSession): boolean => Date.parse(expiresAt) > Date.now()

export function createGate(ctx: Context, options: SiwxOptions, state: Signal<SignInState>): Gate {
  const { active } = ctx.connections
  const server = createSiteServer(ctx, options)
  const isRequired = options.required !== false
  /** By account. Absent: the server was not asked yet. */
  let known: ReadonlyMap<string, SignInSession> | undefined
  let asking: Promise<void> | undefined
  /** Every new intent makes a higher one; what belongs to an older one is void. */
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastSignedIn: string | undefined

  const isShown = (): boolean => ctx.router.current.peek()?.view.name === SIWXSignMessage.name
  const ask = (): void => {
    if (!isShown()) void ctx.router.reset(SIWXSignMessage)
  }
  /** Asks the server which sessions there are. */
  const read = (): Promise<void> => {
    asking ??= server
      .sessions()
      .then((list) => {
        known = new Map(list.filter(isValid).map((one) => [one.accountId, one]))
      })
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const enter = (session: SignInSession): void => {
    state.value = { status: 'signedIn', accountId: session.accountId, session }
    lastSignedIn = session.accountId
    clearTimeout(timer)
    const left = Math.min(Date.parse(session.expiresAt) - Date.now(), MAX_TIMER_MS)
    timer = setTimeout(reread, Math.max(left, 0))
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
    turn++
    clearTimeout(timer)
    state.value = { status: 'none' }
    if (isShown()) ctx.router.close()
  }
  /** What the server could not say lets nobody in. */
  const failed = async (error: unknown, mine: number): Promise<void> => {
    ctx.log.warn(error)
    const now = active.peek()
    if (mine !== turn || !now) return
    ctx.toast.error(ctx.t('signIn.unavailable'))
    if (isRequired) await ctx.connections.disconnect(now.namespace, now.connectorId)
    else state.value = { status: 'needed', accountId: accountIdOf(now) }
  }
  const decide = (accountId: string, isRestored: boolean): void => {
    const session = known?.get(accountId)
    if (session && isValid(session)) {
      leaveFor(session)
      return
    }
    if (known) {
      state.value = { status: 'needed', accountId }
      if (isRequired || !isRestored) ask()
      return
    }
    const mine = turn
    state.value = { status: 'checking', accountId }
    read().then(
      () => mine === turn && decide(accountId, isRestored),
      (error: unknown) => failed(error, mine).catch(ctx.log.warn),
    )
  }
  const follow = (isRestored: boolean): void => {
    const now = active.peek()
    if (!now?.network) {
      if (state.peek().status !== 'none') rest()
      if (!known && !asking) read().catch(ctx.log.info) // ahead of a visitor who is about to connect
      return
    }
    const accountId = accountIdOf(now)
    const before = state.peek()
    if (before.status !== 'none' && before.accountId === accountId) {
      if (isRequired && before.status === 'needed') ask()
      return
    }
    turn++
    clearTimeout(timer)
    decide(accountId, isRestored)
  }
  /** Something may have changed in another tab, or with the time. */
  function reread(): void {
    known = undefined
    const before = state.peek()
    if (before.status === 'none' || before.status === 'signing' || before.status === 'verifying') return
    turn++
    decide(before.accountId, true)
  }
  const tellTabs = (): void => ctx.storage.set(CHANGED, crypto.getRandomValues(new Uint32Array(2)).join('-'))
  /** Counts at once, so that nobody who comes back meanwhile is taken for signed in. Without a list: whatever the server knows. */
  const forget = async (listed?: readonly string[]): Promise<void> => {
    const accountIds = listed ?? [...(known?.keys() ?? [])]
    known = new Map([...(known ?? [])].filter(([id]) => !accountIds.includes(id)))
    await server.signOut(listed)
    tellTabs()
    ctx.emit(signedOut, { accountIds })
  }
  /** Nobody waits for this session any more, but its cookie has come. */
  const takeBack = async ({ accountId }: SignInSession): Promise<void> => {
    if (known?.has(accountId)) return
    await server.signOut([accountId]).catch(ctx.log.warn)
    tellTabs()
  }

  ctx.onDispose(ctx.storage.watch(CHANGED, reread))
  ctx.onDispose(() => {
    turn++
    clearTimeout(timer)
  })
  return {
    follow,
    async disconnected(namespace) {
      if (options.signOutOnDisconnect === false) return
      if (!known) await read()
      const gone = [...(known?.keys() ?? [])].filter((id) => id.startsWith(`${namespace}:`))
      if (gone.length > 0) await forget(gone)
    },
    async signIn() {
      follow(false)
      const now = state.peek()
      if (now.status === 'none') return null
      if (now.status === 'signedIn') return now.session
      await ctx.router.push(SIWXSignMessage)
      const after = state.peek()
      return after.status === 'signedIn' ? after.session : null
    },
    async sign() {
      const now = active.peek()
      const before = state.peek()
      if (!now || before.status !== 'needed') return
      const { accountId } = before
      const mine = ++turn
      const { adapter, account, caipNetworkId } = now
      const back = (problem: 'signIn.declined' | 'signIn.failed', error: unknown): void => {
        ctx.log.warn(error)
        if (mine !== turn) return
        state.value = { status: 'needed', accountId }
        ctx.toast.error(ctx.t(problem))
      }
      state.value = { status: 'signing', accountId }
      const challenge = await server.challenge().catch((error: unknown) => back('signIn.failed', error))
      if (!challenge || mine !== turn) return
      if (challenge.domain !== location.host)
        return back(
          'signIn.failed',
          `The server signs visitors in to ${challenge.domain}, and this page is ${location.host}. Set "origin" of createSiwxServer().`,
        )
      const data = { ...challenge, address: account.address, caipNetworkId }
      const message = formatSignInMessage(data)
      const signature = await adapter.signMessage(message).catch((error: unknown) => back('signIn.declined', error))
      if (!signature || mine !== turn) return
      state.value = { status: 'verifying', accountId }
      const session = await server.verify(message, signature).catch((error: unknown) => back('signIn.failed', error))
      if (!session) return
      if (mine !== turn) return takeBack(session)
      if (session.accountId !== accountId) return back('signIn.failed', `The server signed ${session.accountId} in.`)
      known = new Map([...(known ?? []), [session.accountId, session]])
      enter(session)
      ctx.storage.set(CHANGED, session.signedInAt)
      ctx.emit(signedIn, { data, message, signature, session })
      if (isShown()) ctx.router.close()
    },
    async cancel() {
      const now = active.peek()
      const before = state.peek()
      turn++
      if (before.status === 'signing' || before.status === 'verifying')
        state.value = { status: 'needed', accountId: before.accountId }
      if (!now || !isRequired) return void ctx.router.close()
      const last = lastSignedIn?.split(':').slice(0, 2).join(':')
      const isSameAccount = last && lastSignedIn === `${last}:${now.account.address}` && known?.has(lastSignedIn)
      if (isSameAccount && last !== now.caipNetworkId) {
        const outcome = await ctx.connections.switchNetwork(last).catch(ctx.log.warn)
        if (outcome?.status === 'switched') return
      }
      await ctx.connections.disconnect(now.namespace, now.connectorId)
    },
    async signOut() {
      const now = active.peek()
      await forget()
      if (isRequired && now) await ctx.connections.disconnect(now.namespace, now.connectorId)
      else if (now) state.value = { status: 'needed', accountId: accountIdOf(now) }
    },
  }
}
