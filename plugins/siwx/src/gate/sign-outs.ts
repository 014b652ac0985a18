import type { Context, Signal } from '@wallet-modal/kernel'
import type { SignInState } from '../contract.js'
import { watchDisconnectedWallets } from '../disconnected-wallets.js'
import type { KnownSessions } from '../known-sessions.js'
import type { SiwxOptions } from '../options.js'
import { accountIdOf } from './active-account.js'
import type { SignInAttempts } from './sign-in-attempts.js'

interface SignOutParts {
  readonly options: SiwxOptions
  readonly state: Signal<SignInState>
  readonly sessions: KnownSessions
  readonly attempts: SignInAttempts
  readonly isRequired: boolean
  /** Chain families that are disconnected because the server is unavailable: their sign-outs are stored without a message. */
  readonly unavailable: Set<string>
}

interface SignOuts {
  /** Ends the sessions of this browser. */
  signOut(): Promise<void>
  /** Ends the sessions of a chain family whose last wallet was disconnected. */
  disconnected(namespace: string): Promise<void>
}

/** Ends sessions, also those of wallets that leave. */
export function createSignOuts(ctx: Context, parts: SignOutParts): SignOuts {
  const { options, state, sessions, attempts, isRequired, unavailable } = parts
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
  return {
    async signOut() {
      const now = ctx.connections.active.peek()
      attempts.stop()
      await sessions.end()
      if (isRequired) await ctx.connections.disconnect()
      else if (now) state.value = { status: 'needed', accountId: accountIdOf(now) }
    },
    disconnected: (namespace) => endSessions(namespace),
  }
}
