/** Name of the BroadcastChannel on which the login window sends its result to the page that has started the login. */
export const channelName = (attempt: string): string => `wallet-modal-login:${attempt}`

export type LoginAnswer = { readonly attempt: string } & (
  | { readonly code: string; readonly error?: never }
  | { readonly error: string; readonly code?: never }
)

/** Parses the URL fragment that the gateway adds when it redirects the login window to the site; `undefined` if it is invalid. */
export function readFragment(fragment: string): LoginAnswer | undefined {
  const parameters = new URLSearchParams(fragment)
  const [attempt, code, error] = ['attempt', 'code', 'error'].map((name) => parameters.get(name) ?? undefined)
  if (attempt === undefined || !/^[\da-f]{64}$/.test(attempt)) return undefined
  if (code !== undefined) return { attempt, code }
  return error === undefined ? undefined : { attempt, error }
}
