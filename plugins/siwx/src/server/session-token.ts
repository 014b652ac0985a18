import { type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { SignInSession } from '../contract.js'

/** Writes and reads what the session cookie holds: a signed list of sessions. */
export interface SessionTokens {
  write(sessions: readonly SignInSession[]): Promise<string>
  /** Those that have not expired; none where the token is not ours, or somebody changed it. */
  read(token: string | undefined): Promise<readonly SignInSession[]>
}

const MIN_SECRET_LENGTH = 32
const TYPE = 'siwx+jwt'

const isSession = (value: unknown): value is SignInSession =>
  typeof value === 'object' &&
  value !== null &&
  ['accountId', 'signedInAt', 'expiresAt'].every((key) => typeof Reflect.get(value, key) === 'string')

/** The first secret signs; all of them are taken, so that one can be replaced without signing anybody out. */
export function createSessionTokens(secrets: readonly string[], origin: string): SessionTokens {
  const keys = secrets.map((secret) => new TextEncoder().encode(secret))
  const [first] = keys
  if (!first || keys.some((key) => key.length < MIN_SECRET_LENGTH))
    throw new TypeError(
      `createSiwxServer: "secrets" needs texts of ${MIN_SECRET_LENGTH} characters or more, such as of "openssl rand -hex 32".`,
    )
  const open = async (token: string): Promise<JWTPayload | undefined> => {
    for (const key of keys) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          typ: TYPE,
          issuer: origin,
          audience: origin,
        })
        return payload
      } catch {
        // by another secret, or by nobody we know
      }
    }
    return undefined
  }
  return {
    write(sessions) {
      const ends = Math.max(...sessions.map(({ expiresAt }) => Date.parse(expiresAt)))
      return new SignJWT({ sessions })
        .setProtectedHeader({ alg: 'HS256', typ: TYPE })
        .setIssuer(origin)
        .setAudience(origin)
        .setIssuedAt()
        .setExpirationTime(new Date(ends))
        .sign(first)
    },
    async read(token) {
      const payload = token ? await open(token) : undefined
      const list: unknown = payload?.sessions
      return Array.isArray(list)
        ? list.filter(isSession).filter(({ expiresAt }) => Date.parse(expiresAt) > Date.now())
        : []
    },
  }
}
