import type { Context, Signal } from '@wallet-modal/kernel'
import { ConnectingSocial } from '../contract.js'
import { EXPIRED } from './fragment.js'
import { forgetLoginResult } from './login-result.js'
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
 * Ignores a login that this site has not started in this browser: the URL may be a link of another site. If it is unclear whether the site has
 * started the login, the view asks the visitor to start again. Modals of this page that are created later get the fragment too, until a page or a
 * modal has used it.
 */
export async function resumeLogin(
  { abortSignal, router, storage }: Context,
  { fragment, returnedLogin }: ReturnedLogin,
): Promise<void> {
  const answer = await returnLogin(fragment)
  if (answer?.provider === undefined) return forgetLoginResult() // another page has confirmed the result, or no modal can use it
  if (abortSignal.aborted) return // the page may create the modal again, which then finishes the login
  const { attempt, provider } = answer
  const login = takeStartedLogin(storage, attempt)
  if (login === 'unknown') return
  forgetLoginResult()
  returnedLogin.value =
    login === 'started' ? fragment : `#wallet-modal-login&${new URLSearchParams({ attempt, provider, error: EXPIRED })}`
  await router.push(ConnectingSocial)
}
