import type { Context, Signal } from '@wallet-modal/kernel'
import { ConnectingSocial } from '../contract.js'
import { EXPIRED } from './fragment.js'
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
 * Ignores a login that this site has not started in this browser: the URL may be a link of another site. If that is unclear, the view asks the visitor
 * to start again.
 */
export async function resumeLogin(
  { router, storage }: Context,
  { fragment, returnedLogin }: ReturnedLogin,
): Promise<void> {
  const answer = await returnLogin(fragment)
  if (answer?.provider === undefined) return
  const { attempt, provider } = answer
  const login = takeStartedLogin(storage, attempt)
  if (login === 'unknown') return
  returnedLogin.value =
    login === 'started' ? fragment : `#wallet-modal-login&${new URLSearchParams({ attempt, provider, error: EXPIRED })}`
  await router.push(ConnectingSocial)
}
