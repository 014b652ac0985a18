import { formatSignInMessage, isFamilyName } from '../message.js'
import { parseSignInMessage } from './message/parse-message.js'
import type { SiwxServerOptions } from './siwx-server.js'

const WEEK_S = 7 * 24 * 60 * 60
const MAX_NONCE_S = 300
const YEAR_S = 365 * 24 * 60 * 60
const IDLE_S = 3 * 24 * 60 * 60
const ROTATION_S = 60 * 60

interface Checked {
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

/** Throws a `TypeError` with the reason for unsafe or invalid options. */
export function checkOptions(given: SiwxServerOptions): Checked {
  const { origin, networks, statement, resources, families = [], rateLimit, sessionStore } = given
  const { sessionTtlS = WEEK_S, nonceTtlS = MAX_NONCE_S, rotationS = ROTATION_S } = given
  const { idleTtlS = Math.min(IDLE_S, sessionTtlS) } = given
  const url = URL.canParse(origin) ? new URL(origin) : fail('"origin" must be a URL such as "https://shop.example".')
  if (url.origin !== origin) fail(`"origin" must be no more than ${url.origin}.`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url)))
    fail('"origin" must be https, but for localhost: the session cookie is not sent otherwise.')
  if (networks.length === 0) fail('"networks" is empty, so nobody could sign in.')
  for (const [name, seconds, most] of [
    ['nonceTtlS', nonceTtlS, MAX_NONCE_S],
    ['sessionTtlS', sessionTtlS, YEAR_S],
    ['idleTtlS', idleTtlS, YEAR_S],
    ['rotationS', rotationS, YEAR_S],
  ] as const)
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > most)
      fail(`"${name}" must be a whole number from 1 to ${most}.`)
  if (sessionStore === false && (given.idleTtlS !== undefined || given.rotationS !== undefined))
    fail('"idleTtlS" and "rotationS" need sessions that are stored, and "sessionStore" is false.')
  if (rateLimit !== undefined && !isFunction(rateLimit)) fail('"rateLimit" must be a function.')
  for (const { namespace, name, isAddress, verify } of families)
    if (!/^[-a-z0-9]{3,8}$/.test(namespace) || !isFamilyName(name) || !isFunction(isAddress) || !isFunction(verify))
      fail(`"families" has "${namespace}", which needs "namespace", "name" (one word), "isAddress()" and "verify()".`)
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
    fail('"statement" is one line of letters, digits and -._~:/?#[]@!$&\'()*+,;= and "resources" are URIs.')
  }
  return {
    origin: url,
    nonceTtlMs: nonceTtlS * 1000,
    sessionTtlMs: sessionTtlS * 1000,
    idleTtlMs: idleTtlS * 1000,
    rotationMs: rotationS * 1000,
  }
}
