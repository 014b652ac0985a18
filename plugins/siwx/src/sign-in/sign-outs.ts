import type { Context, Signal } from '@wallet-modal/kernel'
import type { SignInState } from '../contract.js'
import type { KnownSessions } from '../known-sessions.js'
import type { SiwxOptions } from '../options.js'
import { watchDisconnectedWallets } from '../sign-out/disconnected-wallets.js'
import type { EndedAddresses } from '../sign-out/sign-out-patterns.js'
import { accountIdOf } from './active-account.js'
import type { SignInAttempts } from './sign-in-attempts.js'

interface SignOutDependencies {
  readonly options: SiwxOptions
  readonly state: Signal<SignInState>
  readonly sessions: KnownSessions
  readonly attempts: SignInAttempts
  readonly isRequired: boolean
  /** Chain families that are disconnected because the server is unavailable. A failed sign-out of these families displays no message. */
  readonly unavailable: Set<string>
}

interface SignOuts {
  /** See `SignIn.signOut`. */
  signOut(): Promise<void>
  /** See `SignInFlow.onDisconnected`. */
  onDisconnected(namespace: string, remainingAddresses: readonly string[]): Promise<void>
}

/** Ends sessions on request, and when wallets disconnect. */
export function createSignOuts(ctx: Context, dependencies: SignOutDependencies): SignOuts {
  const { options, state, sessions, attempts, isRequired, unavailable } = dependencies
  const endSessions = async (namespace: string, addresses: EndedAddresses): Promise<void> => {
    if (options.signOutOnDisconnect === false) return
    const isSilent = unavailable.delete(namespace)
    await sessions.endFamily(namespace, addresses).catch((error: unknown) => {
      if (!isSilent) ctx.toast.error(() => ctx.t('signIn.stillIn'))
      throw error
    })
  }
  watchDisconnectedWallets(ctx, (namespace, addresses) => {
    endSessions(namespace, { only: addresses }).catch(ctx.log.warn)
  })
  return {
    async signOut() {
      const connection = ctx.connections.active.peek()
      attempts.stop()
      await sessions.end()
      if (isRequired) await ctx.connections.disconnect()
      else if (connection) state.value = { status: 'needed', accountId: accountIdOf(connection) }
    },
    onDisconnected: (namespace, remainingAddresses) => endSessions(namespace, { except: remainingAddresses }),
  }
}
