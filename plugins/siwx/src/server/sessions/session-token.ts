import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { SignInSession } from '../../contract.js'
import type { SessionKey } from './stored-sessions.js'

/** Content of a session cookie: a session, and the browser's sign-out values (see `SessionCookies`) at the time of the sign-in. */
export interface TokenContent {
  readonly session: SignInSession
  /** The sign-out value for all accounts, and the one for this account. An empty string if there was none. */
  readonly after: readonly [all: string, own: string]
  /** Id and secret of the stored session; absent if sessions are not stored. */
  readonly key?: SessionKey
}

/** Encodes and decodes the contents of a session cookie. */
export interface SessionTokens {
  write(content: TokenContent): Promise<string>
  /** `undefined` if the token has expired, or its signature or content is invalid. */
  read(token: string): Promise<TokenContent | undefined>
}

const MIN_SECRET_LENGTH = 32
const TYPE = 'siwx+jwt'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function toKey(value: unknown): SessionKey | undefined {
  const { id, secret }: { readonly [key: string]: unknown } = Object(value)
  return typeof id === 'string' && typeof secret === 'string' ? { id, secret } : undefined
}

function toContent({ session, after, key }: JWTPayload): TokenContent | undefined {
  const { accountId, signedInAt, expiresAt }: { readonly [key: string]: unknown } = Object(session)
  const fields = { accountId: text(accountId), signedInAt: text(signedInAt), expiresAt: text(expiresAt) }
  const [all, own] = Array.isArray(after) ? after.map(text) : []
  if (!fields.accountId || !fields.signedInAt || !fields.expiresAt || all === undefined || own === undefined)
    return undefined
  const stored = toKey(key)
  return {
    ...(stored && { key: stored }),
    session: { accountId: fields.accountId, signedInAt: fields.signedInAt, expiresAt: fields.expiresAt },
    after: [all, own],
  }
}

/** Signs tokens with the first secret, and accepts tokens of all secrets, so that a site can replace its secret without ending sessions. */
export function createSessionTokens(secrets: readonly string[], origin: string): SessionTokens {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret))
  const [first] = keys
  if (!first || keys.some((key) => key.length < MIN_SECRET_LENGTH))
    throw new TypeError(
      `createSiwxServer: each of "secrets" must have ${MIN_SECRET_LENGTH} characters or more. Create one with "openssl rand -hex 32".`,
    )
  return {
    write: ({ session, after, key }) =>
      new SignJWT({ session, after, ...(key && { key }) })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(origin)
        .setAudience(origin)
        .setIssuedAt()
        .setExpirationTime(new Date(session.expiresAt))
        .sign(first),
    async read(token) {
      for (const key of keys) {
        try {
          const required = { algorithms: ['HS256'], typ: TYPE, issuer: origin, audience: origin }
          return toContent((await jwtVerify(token, key, required)).payload)
        } catch {
          // signed with another secret, expired or invalid
        }
      }
      return undefined
    },
  }
}
