import { toWindowSocial, type WindowSocial } from './socials.js'

/** Message by which the page that has started the login confirms the result. */
export const RECEIVED = 'received'

/** Name of the BroadcastChannel on which the login window sends its result to the page that has started the login. */
export const channelName = (attempt: string): string => `wallet-modal-login:${attempt}`

export type LoginAnswer = {
  readonly attempt: string
  /** Absent if the gateway is older than this package, or the service is unknown. */
  readonly provider: WindowSocial | undefined
} & ({ readonly code: string; readonly error?: never } | { readonly error: string; readonly code?: never })

/** Value of `error` for a login whose result came too late. Set by this package, not by the gateway. */
export const EXPIRED = 'expired'

/** Parses the URL fragment that the gateway adds when it redirects the login window to the site; `undefined` if it is invalid. */
export function readFragment(fragment: string): LoginAnswer | undefined {
  const parameters = new URLSearchParams(fragment)
  const read = (name: string): string | undefined => parameters.get(name) ?? undefined
  const [attempt, code, error] = [read('attempt'), read('code'), read('error')]
  const provider = toWindowSocial(read('provider'))
  if (attempt === undefined || !/^[\da-f]{64}$/.test(attempt)) return undefined
  if (code !== undefined) return { attempt, provider, code }
  return error === undefined ? undefined : { attempt, provider, error }
}
