import type { ReplyPayload } from '../../frame-messages.js'
import {
  deleteSession,
  type Login,
  type LoginWithKey,
  readLoginWithKey,
  restoreLogin,
  storeSession,
} from '../account/account.js'
import { storeKnownWallet } from '../account/known-wallet.js'
import { type FrameAccount, FrameError, gateway } from '../gateway.js'
import { withSetupLock } from '../key/setup-lock.js'

/** Login of this frame, for one site. */
export interface FrameSession {
  /** Number of logins and logouts so far. A caller compares it before and after a request to detect that the login has changed. */
  generation(): number
  /** Location of the login's approvals: in the frame or in a separate window. `window` if nobody is logged in. */
  approvals(): FrameAccount['approvals']
  /** Logs in with a session token. Resolves with what the visitor must do in the frame before the key is usable. */
  enter(session: string): Promise<ReplyPayload<'CONNECT_OTP'>>
  /** Current login, or else the stored login; `null` if nobody is logged in, or if this browser has no share of the key. */
  restore(): Promise<LoginWithKey | null>
  /** Like {@link FrameSession.restore}, but a newer login that another tab of the site has stored replaces the current login. */
  refresh(): Promise<LoginWithKey | null>
  /** Like {@link FrameSession.restore}, but rejects with 4100 instead of resolving with `null`. */
  loggedIn(): Promise<LoginWithKey>
  /**
   * Resolves with a login whose key is usable. Before that, lets the visitor create or recover the key if necessary. Rejects with 4100 without a
   * login.
   */
  finish(): Promise<LoginWithKey>
  /**
   * Sets the new email address of a login (`changed`) after the gateway has changed the address. Does nothing if the login has ended or was replaced.
   */
  changeEmail(changed: Login, email: string): Promise<void>
  /** Ends the login in this frame. Returns the ended login; `null` if nobody was logged in. */
  leave(): Login | null
}

const notLoggedIn = (): FrameError => new FrameError(4100, 'Log in first.')

const loginEnded = (): FrameError => new FrameError(4001, 'The login was ended.')

/**
 * Lets the visitor create or recover the key of a login. Does not ask the visitor if this browser has a key share: an earlier attempt may have stored
 * it although the gateway's reply was lost. Creates a key only with the account's lock (`withSetupLock`). Reads the account again with the lock,
 * because another tab may have created the key.
 */
async function createOrRecoverKey(
  { session }: Login,
  loginEnd: AbortSignal,
  { hasLock = false } = {},
): Promise<LoginWithKey> {
  const login = { session, account: await gateway.account(session) }
  const stored = await readLoginWithKey(login)
  if (stored) return stored
  const { setUpKey, recoverKey } = await import('../key/setup.js')
  const address = login.account.wallet?.address
  if (address !== undefined) return recoverKey(login, address, { loginEnd })
  if (hasLock) return setUpKey(login, loginEnd)
  return withSetupLock(login.account.accountId, loginEnd, () => createOrRecoverKey(login, loginEnd, { hasLock: true }))
}

const isSameAccount = (login: Login | null, other: Login): boolean =>
  login?.account.accountId === other.account.accountId

/** Creation or recovery of an account's key by the visitor. */
interface KeySetup {
  /**
   * Resolves with the account's current login when the key is usable. Several logins of one account share a pending setup, because a second setup
   * would display another recovery code.
   */
  run(login: Login): Promise<LoginWithKey>
  /** Ends the pending setup with 4001. */
  abort(): void
}

function createKeySetup(currentLogin: () => Login | null): KeySetup {
  let pending: { readonly login: Login; readonly end: AbortController; readonly key: Promise<LoginWithKey> } | undefined
  const start = (login: Login) => {
    const end = new AbortController()
    const key = createOrRecoverKey(login, end.signal).finally(() => {
      if (pending?.end === end) pending = undefined
    })
    return { login, end, key }
  }
  return {
    async run(login) {
      if (!pending || !isSameAccount(pending.login, login)) pending = start(login)
      const finished = await pending.key
      const current = currentLogin()
      if (!current || !isSameAccount(current, login)) throw loginEnded()
      return { ...finished, session: current.session }
    },
    abort() {
      pending?.end.abort(loginEnded())
      pending = undefined
    },
  }
}

const refuse = (): never => {
  throw notLoggedIn()
}

interface SessionState {
  /** Current login; `null` if nobody is logged in. */
  login: Login | null
  /** The current login, once its key is usable. */
  loginWithKey: LoginWithKey | null
  /** See {@link FrameSession.generation}. */
  generation: number
}

/** Implements {@link FrameSession.restore}. Leaves the state unchanged if another login or logout happens during the reads. */
async function restoreState(state: SessionState, site: string): Promise<LoginWithKey | null> {
  if (state.loginWithKey) return state.loginWithKey
  const generationAtStart = state.generation
  const login = state.login ?? (await restoreLogin(site))
  const loginWithKey = login && (await readLoginWithKey(login))
  if (generationAtStart === state.generation) Object.assign(state, { login, loginWithKey })
  return state.loginWithKey
}

/**
 * Stores the current login's session for later visits. Rejects with 4001, and deletes the session, if the login ends or is replaced during the
 * write. Compares the sessions, not the generations, because a later login changes the generation even if it fails.
 */
async function storeCurrent(state: SessionState, current: LoginWithKey): Promise<void> {
  await storeSession(current)
  if (state.login?.session === current.session) return
  await deleteSession(current)
  throw loginEnded()
}

export function createFrameSession(site: string): FrameSession {
  const state: SessionState = { login: null, loginWithKey: null, generation: 0 }
  const setup = createKeySetup(() => state.login)
  const restore = (): Promise<LoginWithKey | null> => restoreState(state, site)
  const leave = (): Login | null => {
    const ended = state.login
    state.generation++
    setup.abort()
    ;[state.login, state.loginWithKey] = [null, null]
    return ended
  }
  return {
    generation: () => state.generation,
    approvals: () => state.login?.account.approvals ?? 'window',
    restore,
    async refresh() {
      const current = state.loginWithKey
      const stored = current && (await restoreLogin(site, current))
      if (stored && stored !== current && state.loginWithKey === current) leave()
      return restore()
    },
    async enter(session) {
      const ownGeneration = ++state.generation
      const newLogin = { session, account: await gateway.account(session) }
      const newLoginWithKey = await readLoginWithKey(newLogin)
      if (ownGeneration !== state.generation) {
        gateway.signOut(session).catch(() => null) // without a reply, the unused session expires by itself
        throw loginEnded()
      }
      if (newLoginWithKey || !isSameAccount(state.login, newLogin)) setup.abort()
      state.generation++ // requests that started during the reads belong to the earlier login
      state.login = newLogin
      state.loginWithKey = newLoginWithKey
      if (newLoginWithKey) await storeCurrent(state, newLoginWithKey)
      return { next: newLoginWithKey ? 'NOTHING' : newLogin.account.wallet ? 'RECOVER' : 'SAVE_RECOVERY' }
    },
    loggedIn: async () => (await restore()) ?? refuse(),
    async finish() {
      const restored = await restore()
      if (restored) return restored
      const finished = await setup.run(state.login ?? refuse())
      if (state.login?.session !== finished.session) throw loginEnded()
      state.loginWithKey = finished
      await storeCurrent(state, finished)
      return finished
    },
    async changeEmail(changed, email) {
      const { login, loginWithKey } = state
      if (login?.session !== changed.session) return
      state.login = { ...login, account: { ...login.account, email } }
      if (!loginWithKey) return
      state.loginWithKey = { ...loginWithKey, account: { ...loginWithKey.account, email } }
      await storeKnownWallet(state.loginWithKey)
    },
    leave,
  }
}
