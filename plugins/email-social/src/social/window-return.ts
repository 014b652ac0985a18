import { channelName, readFragment } from './fragment.js'

/**
 * Runs in the window of a social login when the gateway has redirected it to the site: sends the result to the page that has started the login, and
 * closes the window.
 */
export function returnLogin(): void {
  const fragment = location.hash
  history.replaceState(history.state, '', location.pathname + location.search)
  const answer = readFragment(fragment)
  if (!answer) return
  const channel = new BroadcastChannel(channelName(answer.attempt))
  channel.postMessage(fragment)
  channel.close()
  window.close()
}
