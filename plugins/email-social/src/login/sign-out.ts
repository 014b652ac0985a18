import type { Context } from '@wallet-modal/kernel'
import type { FrameChannel } from '../frame-channel.js'
import type { ReplyPayload, RequestPayload } from '../frame-messages.js'
import type { AccountReads } from './account-reads.js'
import { activateOtherWallets, type MissingLogin } from './login-connections.js'

type User = ReplyPayload<'GET_USER'>

/** Time limit of requests that end a login or cancel approvals. */
export const END_MS = 3_000

export interface SignOut {
  /** Ends the login in the frame and at the gateway, and disconnects the wallet. */
  signOut(): Promise<void>
  /** Ends a login whose view was closed before the login was finished. An earlier login of the site stays connected unless it was replaced. */
  abandonLogin(): Promise<void>
}

interface SignOutDependencies extends Pick<AccountReads, 'hasLoginOf'> {
  channel(): Promise<FrameChannel>
  readonly missingLogin: MissingLogin
  user(): User | null
  setUser(user: null): void
  emitDisconnected(): void
}

/** Creates the methods that end logins. */
export function createSignOut(
  ctx: Context,
  { channel, user, setUser, emitDisconnected, hasLoginOf, missingLogin }: SignOutDependencies,
): SignOut {
  const endSession = async (payload?: RequestPayload<'SIGN_OUT'>): Promise<void> => {
    await (await channel()).request('SIGN_OUT', payload, END_MS).catch(ctx.log.warn)
  }
  return {
    async signOut() {
      setUser(null)
      missingLogin.mute()
      await endSession()
      if (user()) return // the visitor has logged in again during the request
      emitDisconnected()
      missingLogin.forgetAll()
    },
    async abandonLogin() {
      await endSession({ keepsStored: true })
      const earlier = user()
      if (earlier && (await hasLoginOf(earlier))) return
      if (user()?.address !== earlier?.address) return // another account has logged in during the requests
      setUser(null)
      activateOtherWallets(ctx)
      emitDisconnected()
    },
  }
}
