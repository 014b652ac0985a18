import type { ReplyPayload } from '../../frame-messages.js'
import { keepSession, type Login, type ReadyLogin, readyLogin, restoreLogin } from '../account/account.js'
import { storeKnownWallet } from '../account/known-wallet.js'
import { FrameError, gateway } from '../gateway.js'

/** Login of this frame, for one site. */
export interface FrameSession {
  /** Incremented at each login and logout, so that results of an earlier login are discarded. */
  generation(): number
  /** Activates a session, and returns the action required from the visitor in the frame. */
  enter(session: string): Promise<ReplyPayload<'CONNECT_OTP'>>
  /** Stored or current login; `null` if nobody is logged in, or this browser has no share of the key. */
  restore(): Promise<ReadyLogin | null>
  /** As {@link FrameSession.restore}, but rejects with 4100 in place of `null`. */
  loggedIn(): Promise<ReadyLogin>
  /** Account with a usable key, after the visitor has saved or entered the recovery code if necessary. */
  finish(): Promise<ReadyLogin>
  changeEmail(email: string): Promise<void>
  /** Ends the login in this frame. Returns the ended session. */
  leave(): Login | null
}

const notLoggedIn = (): FrameError => new FrameError(4100, 'Log in first.')

/** With its key, which the visitor creates or recovers now. */
async function withKey(login: Login): Promise<ReadyLogin> {
  const { setUpKey, recoverKey } = await import('../key/setup.js')
  const address = login.account.wallet?.address
  return address === undefined ? setUpKey(login) : recoverKey(login, address)
}

export function createFrameSession(site: string): FrameSession {
  let login: Login | null = null
  let ready: ReadyLogin | null = null
  let generation = 0

  const restore = async (): Promise<ReadyLogin | null> => {
    if (ready) return ready
    const mine = generation
    const restored = login ?? (await restoreLogin(site))
    const known = restored && (await readyLogin(restored))
    if (mine !== generation) return ready // another login or logout happened meanwhile
    login = restored
    ready = known
    return ready
  }
  return {
    generation: () => generation,
    restore,
    async enter(session) {
      const mine = ++generation
      const made = { session, account: await gateway.account(session) }
      const known = await readyLogin(made)
      if (mine !== generation) throw new FrameError(4001, 'The login was ended.')
      login = made
      ready = known
      if (known) await keepSession(made)
      return { next: known ? 'NOTHING' : made.account.wallet ? 'RECOVER' : 'SAVE_RECOVERY' }
    },
    async loggedIn() {
      const known = await restore()
      if (known) return known
      throw notLoggedIn()
    },
    async finish() {
      const known = await restore()
      if (known) return known
      const mine = login
      if (!mine) throw notLoggedIn()
      const done = await withKey(mine)
      if (login !== mine) throw new FrameError(4001, 'The login was ended.')
      await keepSession(mine)
      ready = done
      return done
    },
    async changeEmail(email) {
      if (login) login = { ...login, account: { ...login.account, email } }
      if (!ready) return
      ready = { ...ready, account: { ...ready.account, email } }
      await storeKnownWallet(ready)
    },
    leave() {
      const ended = login
      generation++
      login = null
      ready = null
      return ended
    },
  }
}
