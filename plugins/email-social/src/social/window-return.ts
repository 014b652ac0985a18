import { channelName, type LoginAnswer, RECEIVED, readFragment } from './fragment.js'

/** Time limit for the page that has started the login to confirm the result. */
const CONFIRM_MS = 2_000

/**
 * Runs in the window of a social login when the gateway has redirected it to the site: sends the result to the page that has started the login, and
 * closes the window. If no page confirms the result, resolves with it: an in-app browser has replaced that page, or the phone has discarded it.
 */
export async function returnLogin(): Promise<LoginAnswer | undefined> {
  const answer = readFragment(location.hash)
  if (answer && !(await isConfirmed(answer.attempt, location.hash))) return answer
  takeFragment()
  if (answer) window.close()
  return undefined
}

/** Removes the login's result from the URL of this page, and returns it. */
export function takeFragment(): string {
  const { hash, pathname, search } = location
  history.replaceState(history.state, '', pathname + search)
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
