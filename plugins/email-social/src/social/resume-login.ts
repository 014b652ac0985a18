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
 * Returns the result of a social login to the page that started the login. If that page is gone, opens the view `ConnectingSocial`, which finishes
 * the login in this page. Ignores logins that this site did not start in this browser, because another site can link to such a URL. If the login has
 * expired, or the browser's storage is blocked or full, the view asks the visitor to start again.
 */
export async function resumeLogin(
  { abortSignal, router, storage }: Context,
  { fragment, returnedLogin }: ReturnedLogin,
): Promise<void> {
  const answer = await returnLogin(fragment)
  if (answer?.provider === undefined) return forgetLoginResult() // another page has received the result, or this version does not know the service
  if (abortSignal.aborted) return // keeps the result: if the page creates another modal, that modal finishes the login
  const { attempt, provider } = answer
  const login = takeStartedLogin(storage, attempt)
  if (login === 'unknown') return
  forgetLoginResult()
  returnedLogin.value =
    login === 'started' ? fragment : `#wallet-modal-login&${new URLSearchParams({ attempt, provider, error: EXPIRED })}`
  await router.push(ConnectingSocial)
}
