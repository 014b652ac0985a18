import { channelName, type LoginAnswer, RECEIVED, readFragment } from './fragment.js'
import { removeFragment } from './login-result.js'

/** Time limit for the page that has started the login to confirm the result. */
const CONFIRM_MS = 2_000

/**
 * Runs in the window of a social login when the gateway has redirected it to the site: sends the result to the page that has started the login, and
 * closes the window. Resolves with the result if no page confirms it: an in-app browser has replaced that page, or the phone has discarded or
 * suspended it. `fragment`: fragment of this page's URL, from which the caller has removed it ({@link takeFragment}).
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
