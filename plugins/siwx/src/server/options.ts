import { formatSignInMessage, isFamilyName } from '../message.js'
import type { SignInFamily, SignInNetwork } from './families/sign-in-family.js'
import type { RateLimit } from './http/rate-limit.js'
import { parseSignInMessage } from './message/parse-message.js'
import type { SessionStore } from './sessions/session-store.js'
import type { NonceStore } from './store.js'

export interface SiwxServerOptions {
  /**
   * Origin of the site in the browser, such as `https://shop.example`. Messages must contain it, and requests from pages of other origins are
   * refused. It is never taken from the `Host` header.
   */
  readonly origin: string
  /** Secrets for signing sessions and nonces, each of 32 characters or more. Do not commit them. Only the first signs; all are accepted. */
  readonly secrets: readonly string[]
  /** Networks on which visitors may sign in, in the format of wallet-modal.json. */
  readonly networks: readonly SignInNetwork[]
  /** Statement in the message: one line of the characters that EIP-4361 allows, such as letters, digits, spaces and `.,:/?!`. */
  readonly statement?: string
  /** URIs in the message. */
  readonly resources?: readonly string[]
  /** Maximum lifetime of a session, in seconds. Default: a week. */
  readonly sessionTtlS?: number
  /** Time without requests after which a stored session ends, in seconds. Default: three days, or `sessionTtlS` if that is shorter. */
  readonly idleTtlS?: number
  /** Seconds after which a stored session gets a new secret in its cookie. Default: an hour. */
  readonly rotationS?: number
  /** Time to sign, in seconds, at most 300. Default: 300. */
  readonly nonceTtlS?: number
  /** Additional chain families, and replacements of included families. The package of a chain family exports its `SignInFamily` for servers. */
  readonly families?: readonly SignInFamily[]
  /** Store of used nonces. Default: `sessionStore` if one is given, else `createMemoryStore`, for a site that runs in a single process. */
  readonly store?: NonceStore
  /**
   * Store of sessions, so that they can be listed and ended. Default: `createMemorySessionStore`, for a site that runs in a single process. `false`:
   * sessions are signed cookies only. Then a copied cookie is valid until it expires, even after the visitor signs out. Sessions cannot be listed or
   * ended from other browsers, and have no idle limit and no rotation.
   */
  readonly sessionStore?: SessionStore | false
  /** Called before each `nonce` and `verify` request. Returns the seconds that the sender has to wait; 0 allows the request. Default: no limit. */
  readonly rateLimit?: RateLimit
}

const WEEK_S = 7 * 24 * 60 * 60
const MAX_NONCE_S = 300
const YEAR_S = 365 * 24 * 60 * 60
const IDLE_S = 3 * 24 * 60 * 60
const ROTATION_S = 60 * 60

interface CheckedOptions {
  readonly origin: URL
  readonly nonceTtlMs: number
  readonly sessionTtlMs: number
  readonly idleTtlMs: number
  readonly rotationMs: number
}

const fail = (message: string): never => {
  throw new TypeError(`createSiwxServer: ${message}`)
}
const isFunction = (value: unknown): boolean => typeof value === 'function'
const isLoopback = ({ hostname }: URL): boolean =>
  /^(?:localhost|[-a-z0-9.]+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)

/**
 * Checks the options except `secrets`, `store`, `sessionStore` and the items of `networks`, and adds the defaults. Throws a `TypeError` with the
 * reason if an option that it checks is unsafe or invalid.
 */
export function checkOptions(options: SiwxServerOptions): CheckedOptions {
  const { origin, networks, statement, resources, families = [], rateLimit, sessionStore } = options
  const { sessionTtlS = WEEK_S, nonceTtlS = MAX_NONCE_S, rotationS = ROTATION_S } = options
  const { idleTtlS = Math.min(IDLE_S, sessionTtlS) } = options
  const url = URL.canParse(origin) ? new URL(origin) : fail('"origin" must be a URL such as "https://shop.example".')
  if (url.origin !== origin) fail(`"origin" must be exactly ${url.origin}.`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    fail('"origin" must be https, except on localhost: over http, others in the network could read the session cookie.')
  if (networks.length === 0) fail('"networks" is empty, so nobody could sign in.')
  for (const [name, seconds, max] of [
    ['nonceTtlS', nonceTtlS, MAX_NONCE_S],
    ['sessionTtlS', sessionTtlS, YEAR_S],
    ['idleTtlS', idleTtlS, YEAR_S],
    ['rotationS', rotationS, YEAR_S],
  ] as const)
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > max)
      fail(`"${name}" must be a whole number from 1 to ${max}.`)
  if (sessionStore === false && (options.idleTtlS !== undefined || options.rotationS !== undefined))
    fail(
      '"idleTtlS" and "rotationS" require stored sessions, but "sessionStore" is false. Remove "sessionStore: false", or remove both limits.',
    )
  if (rateLimit !== undefined && !isFunction(rateLimit)) fail('"rateLimit" must be a function.')
  for (const { namespace, name, isAddress, verify } of families)
    if (!/^[-a-z0-9]{3,8}$/.test(namespace) || !isFamilyName(name) || !isFunction(isAddress) || !isFunction(verify))
      fail(
        `"${namespace}" in "families" must have "namespace" (3 to 8 lower-case letters, digits or hyphens), "name" (one word that begins with a capital letter, 2 to 32 letters or digits), "isAddress()" and "verify()".`,
      )
  const example = {
    domain: url.host,
    address: `0x${'00'.repeat(20)}`,
    caipNetworkId: 'eip155:1',
    uri: url.origin,
    nonce: '00000000',
    issuedAt: '2000-01-01T00:00:00Z',
    ...(statement !== undefined && { statement }),
    ...(resources !== undefined && { resources }),
  }
  try {
    parseSignInMessage(formatSignInMessage(example))
  } catch {
    fail(
      '"statement" or "resources" is invalid. Resources are URIs. A statement is one line of the letters A–Z and a–z, digits, spaces and these characters: -._~:/?#[]@!$&\'()*+,;=',
    )
  }
  return {
    origin: url,
    nonceTtlMs: nonceTtlS * 1000,
    sessionTtlMs: sessionTtlS * 1000,
    idleTtlMs: idleTtlS * 1000,
    rotationMs: rotationS * 1000,
  }
}
