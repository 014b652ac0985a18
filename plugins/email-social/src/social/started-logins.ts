import { type PluginStorage, readWith } from '@wallet-modal/kernel'
import { LOGIN_LIFETIME_MS } from './login-result.js'

/** Social login that a page of the site has started. */
interface StartedLogin {
  readonly attempt: string
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
}

/** Storage key of the started logins. A page that is loaded in a login window finishes the login only if the attempt in its URL is stored. */
const KEY = 'social-logins'
/** Maximum number of stored logins. */
const MAX_LOGINS = 5

const isStartedLogin = (value: unknown): value is StartedLogin => {
  const { attempt, startedAt }: Partial<Record<keyof StartedLogin, unknown>> = Object(value)
  return typeof attempt === 'string' && typeof startedAt === 'number'
}
const startedLogins = readWith((value): readonly StartedLogin[] => {
  if (Array.isArray(value) && value.every(isStartedLogin)) return value
  throw new TypeError('is not a list of social logins')
})

const readLogins = (storage: PluginStorage): readonly StartedLogin[] => storage.get(KEY, startedLogins) ?? []
const isValid = ({ startedAt }: StartedLogin): boolean => Math.abs(Date.now() - startedAt) < LOGIN_LIFETIME_MS

/** Stores that this site has started a login. */
export function storeStartedLogin(storage: PluginStorage, attempt: string): void {
  storage.set(KEY, [{ attempt, startedAt: Date.now() }, ...readLogins(storage).filter(isValid)].slice(0, MAX_LOGINS))
}

/**
 * Removes a login from the storage. `started`: this site has started it in the last {@link LOGIN_LIFETIME_MS}. `unverified`: it has expired, or the
 * browser's storage is blocked or full, so that the login may not have been stored. `unknown`: this site has not started it in this browser.
 */
export function takeStartedLogin(storage: PluginStorage, attempt: string): 'started' | 'unverified' | 'unknown' {
  const logins = readLogins(storage)
  const login = logins.find((other) => other.attempt === attempt)
  const others = logins.filter((other) => other !== login && isValid(other))
  const isWritable = storage.set(KEY, others)
  if (others.length === 0) storage.remove(KEY)
  if (login && isValid(login)) return 'started'
  return login || !isWritable ? 'unverified' : 'unknown'
}
