import { type Context, computed, type Signal, signal } from '@wallet-modal/kernel'
import type { EmailSocialUser } from './contract.js'
import type { ReplyPayload } from './frame-messages.js'
import { isWalletConnected, whenDisconnected } from './login/login-connections.js'
import { isSocial } from './social/socials.js'
import type { SmartAccountChoice } from './wallet-settings.js'

type User = ReplyPayload<'GET_USER'>

/**
 * Stores the logged-in user, and signals derived from the user. The user is `null` while nobody is logged in, and after the embedded wallet was
 * disconnected. While the embedded wallet is connected, `publicUser` has the fields that sites may read.
 */
export function createUserState(ctx: Context, publicUser: Signal<EmailSocialUser | null>) {
  const email = signal<string | null>(null)
  const smartAccount = signal<SmartAccountChoice | null>(null)
  const isLoggedIn = signal(false)
  const user = signal<User | null>(null)
  /** Number of changes of the user so far. */
  let generation = 0
  const isConnected = computed(() => isWalletConnected(ctx))
  ctx.effect(() => {
    publicUser.value = isConnected.value && user.value ? toPublicUser(user.value) : null
  })
  ctx.onDispose(() => {
    publicUser.value = null
  })
  const setUser = <Next extends User | null>(next: Next): Next => {
    generation++
    user.value = next
    isLoggedIn.value = next !== null
    email.value = next?.email ?? null
    const contract = next?.smartAccount
    smartAccount.value =
      next && contract !== undefined
        ? { type: next.preferredAccountType, contract, address: next.address, chains: next.chains }
        : null
    return next
  }
  whenDisconnected(ctx, () => setUser(null))
  return { email, smartAccount, isLoggedIn, user: () => user.peek(), generation: () => generation, setUser }
}

function toPublicUser({ email, socialProvider = '' }: User): EmailSocialUser {
  if (email !== undefined) return Object.freeze({ email, login: 'email' })
  return Object.freeze(isSocial(socialProvider) ? { login: socialProvider } : {})
}
