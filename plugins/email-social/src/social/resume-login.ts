import type { Context, Signal } from '@wallet-modal/kernel'
import { ConnectingSocial } from '../contract.js'
import { takeStartedLogin } from './started-logins.js'
import { returnLogin } from './window-return.js'

interface ReturnedLogin {
  /** Fragment of the URL with which the gateway has redirected the login window to this page. */
  readonly fragment: string
  /** Receives the fragment if this page must finish the login. */
  readonly returnedLogin: Signal<string | null>
}

/**
 * Returns the result of a social login to the page that has started it. If that page is gone, opens the view that finishes the login in this page.
 * Ignores a login that this site has not started in this browser: the URL may be a link of another site.
 */
export async function resumeLogin(
  { router, storage }: Context,
  { fragment, returnedLogin }: ReturnedLogin,
): Promise<void> {
  const answer = await returnLogin(fragment)
  if (!answer || !takeStartedLogin(storage, answer.attempt) || answer.provider === undefined) return
  returnedLogin.value = fragment
  await router.push(ConnectingSocial)
}
