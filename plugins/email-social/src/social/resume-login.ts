import type { Context } from '@wallet-modal/kernel'
import { ConnectingSocial } from '../contract.js'
import { returnLogin } from './window-return.js'

/** Returns the result of a social login to the page that has started it. If that page is gone, opens the view that finishes the login in this page. */
export async function resumeLogin({ router }: Context): Promise<void> {
  const answer = await returnLogin()
  if (answer?.provider !== undefined) await router.push(ConnectingSocial)
}
