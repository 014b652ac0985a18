import type { SignInMessage } from '../../contract.js'
import type { SignInFamily } from '../families/sign-in-family.js'
import { Refusal } from '../http/refusal.js'
import { parseSignInMessage } from './parse-message.js'
import { recapSentence } from './recap.js'
import { parseTime } from './time.js'

/** Values that the server expects in a message. */
export interface Expected {
  readonly origin: URL
  readonly statement: string | undefined
  readonly resources: readonly string[] | undefined
  /** CAIP-2. */
  readonly networks: readonly string[]
  readonly families: readonly SignInFamily[]
  /** Lifetime of a nonce in milliseconds. */
  readonly nonceTtlMs: number
}

/** Tolerance for clock differences between servers of one site. */
const SKEW_MS = 30_000

/** Allowed difference between the issue times of challenge and message. Wallets that sign in while they connect set their own issue time. */
const ISSUED_WITHIN_MS = 120_000

const bad = (field: string): Refusal =>
  new Refusal('BAD_MESSAGE', `${field} of the message differs from the value that this server expects.`)
const isSame = (a: readonly string[] | undefined, b: readonly string[] | undefined): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

function parse(text: string, families: readonly SignInFamily[]): SignInMessage {
  try {
    return parseSignInMessage(text, families)
  } catch (cause) {
    throw new Refusal('BAD_MESSAGE', 'The text is not a sign-in message.', { cause })
  }
}

/** Statement of the ReCap resource (ERC-5573) that a wallet has added after the requested resources; `undefined` if there is none. */
function recapOf({ resources = [] }: SignInMessage, requestedUris: readonly string[] = []): string | undefined {
  const last = resources.at(-1)
  return last !== undefined && isSame(resources.slice(0, -1), requestedUris) ? recapSentence(last) : undefined
}
const withSentence = (statement: string | undefined, sentence: string | undefined): string | undefined =>
  sentence === undefined ? statement : [...(statement === undefined ? [] : [statement]), sentence].join(' ')

/**
 * Parses the message and checks every field except nonce and address, which the caller checks. Throws a `Refusal`: `BAD_MESSAGE`, `UNKNOWN_NETWORK` or
 * `EXPIRED`. `now` is in milliseconds since the Unix epoch.
 */
export function checkMessage(text: string, expected: Expected, now = Date.now()): SignInMessage {
  const message = parse(text, expected.families)
  const { origin, statement, resources, networks, nonceTtlMs } = expected
  if (message.domain !== origin.host) throw bad('The domain')
  if (message.uri !== origin.origin) throw bad('The URI')
  const recap = recapOf(message, resources)
  if (message.statement !== withSentence(statement, recap)) throw bad('The statement')
  if (recap === undefined && !isSame(message.resources, resources)) throw bad('"Resources"')
  if (message.requestId !== undefined) throw bad('"Request ID"')
  if (!networks.includes(message.caipNetworkId))
    throw new Refusal('UNKNOWN_NETWORK', `${message.caipNetworkId} is not among the networks of this server.`)
  const issuedMs = parseTime(message.issuedAt)
  const expiresMs = message.expirationTime === undefined ? undefined : parseTime(message.expirationTime)
  const notBeforeMs = message.notBefore === undefined ? undefined : parseTime(message.notBefore)
  if (issuedMs === undefined || expiresMs === undefined) throw bad('A time')
  if (message.notBefore !== undefined && (notBeforeMs === undefined || notBeforeMs > now + SKEW_MS))
    throw bad('"Not Before"')
  if (issuedMs > now + SKEW_MS) throw bad('"Issued At"')
  if (Math.abs(expiresMs - nonceTtlMs - issuedMs) > ISSUED_WITHIN_MS) throw bad('"Expiration Time"')
  if (expiresMs <= now) throw new Refusal('EXPIRED', 'The message has expired. Sign in again.')
  return message
}
