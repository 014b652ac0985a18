import { channelName, type LoginAnswer, RECEIVED, readFragment } from './fragment.js'
import { removeFragment } from './login-result.js'

/** Time limit for the page that has started the login to confirm the result. */
const CONFIRM_MS = 2_000

/**
 * Runs in the login window, after the gateway has redirected it to the site. Sends the result to the page that started the login, and closes the
 * window. Resolves with the result if that page does not confirm it, for example because the phone has discarded the page. `fragment`: URL fragment
 * of this page. The caller has already removed it from the URL.
 */
export async function returnLogin(fragment: string): Promise<LoginAnswer | undefined> {
  const answer = readFragment(fragment)
  if (answer && !(await isConfirmed(answer.attempt, fragment))) return answer
  if (answer) window.close()
  return undefined
}

/** Removes the login's result from the URL of this page at once, because the result is secret. Returns the result. */
export function takeFragment(): string {
  const { hash } = location
  removeFragment()
  return hash
}

function isConfirmed(attempt: string, fragment: string): Promise<boolean> {
  const channel = new BroadcastChannel(channelName(attempt))
  return new Promise<boolean>((resolve) => {
    setTimeout(resolve, CONFIRM_MS, false)
    channel.onmessage = ({ data }) => {
      if (data === RECEIVED) resolve(true)
    }
    channel.postMessage(fragment)
  }).finally(() => channel.close())
}
