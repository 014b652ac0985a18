import { type Signal, signal } from '@wallet-modal/kernel'
import type { EmailSocialUser } from './contract.js'
import type { ReplyPayload } from './frame-messages.js'
import { isSocial } from './social/socials.js'
import type { SmartAccountChoice } from './wallet-settings.js'

type User = ReplyPayload<'GET_USER'>

/** User of the login (`null` while nobody is logged in), and signals derived from it. Writes the fields that sites may read to `publicUser`. */
export function createUserState(publicUser: Signal<EmailSocialUser | null>) {
  const email = signal<string | null>(null)
  const smartAccount = signal<SmartAccountChoice | null>(null)
  const isLoggedIn = signal(false)
  let user: User | null = null
  return {
    email,
    smartAccount,
    isLoggedIn,
    user: () => user,
    setUser<Next extends User | null>(next: Next): Next {
      user = next
      isLoggedIn.value = next !== null
      email.value = next?.email ?? null
      publicUser.value = next && toPublicUser(next)
      const contract = next?.smartAccount
      smartAccount.value =
        next && contract !== undefined
          ? { type: next.preferredAccountType, contract, address: next.address, chains: next.chains }
          : null
      return next
    },
  }
}

function toPublicUser({ email, socialProvider = '' }: User): EmailSocialUser {
  if (email !== undefined) return Object.freeze({ email, login: 'email' })
  return Object.freeze(isSocial(socialProvider) ? { login: socialProvider } : {})
}
