import { channelName, RECEIVED } from './fragment.js'

/** Time limit of a login in the service's window. */
const LOGIN_MS = 5 * 60_000

/** Resolves with the URL fragment that the login window sends; `undefined` after {@link LOGIN_MS}, or when `signal` is aborted. */
export function waitForAnswer(attempt: string, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName(attempt))
    const settle = (fragment?: string): void => {
      clearTimeout(timer)
      channel.close()
      resolve(fragment)
    }
    const timer = setTimeout(settle, LOGIN_MS)
    signal.addEventListener('abort', () => resolve(undefined)) // keeps the channel open: it confirms the result, so that the login window closes
    channel.onmessage = ({ data }) => {
      if (typeof data !== 'string' || data === RECEIVED || data.length >= 1000) return
      channel.postMessage(RECEIVED)
      settle(data)
    }
  })
}
