/** Pages of one origin in one browser hear each other here. */
export const channelName = (attempt: string): string => `wallet-modal-login:${attempt}`

export type LoginAnswer = { readonly attempt: string } & (
  | { readonly code: string; readonly error?: never }
  | { readonly error: string; readonly code?: never }
)

/** What the gateway wrote into the fragment of the page that a login's window returns to. */
export function readFragment(fragment: string): LoginAnswer | undefined {
  const parameters = new URLSearchParams(fragment)
  const [attempt, code, error] = ['attempt', 'code', 'error'].map((name) => parameters.get(name) ?? undefined)
  if (attempt === undefined || !/^[\da-f]{64}$/.test(attempt)) return undefined
  if (code !== undefined) return { attempt, code }
  return error === undefined ? undefined : { attempt, error }
}
