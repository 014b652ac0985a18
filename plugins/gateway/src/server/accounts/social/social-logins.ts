import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { RequestError } from '../../http.js'
import type { Store } from '../../store.js'
import { randomToken, type Secrets } from '../secrets.js'
import type { AuthorizationChecks, SocialIdentity } from './social-client.js'
import { socialIds } from './social-sources.js'

/** Time limit for finishing a login. */
export const ATTEMPT_MS = 10 * 60_000
/** Time limit for redeeming a finished login. */
const RESULT_MS = 2 * 60_000

const hash = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const provider = v.picklist(socialIds)

const attempt = v.object({
  provider,
  /** Origin of the page that embeds the frame. */
  site: v.string(),
  /** Page of the site to which the login window is redirected at the end. */
  returnUrl: v.string(),
  /** SHA-256 of the frame's secret. */
  challenge: hash,
  expiresAt: v.number(),
})
export type SocialAttempt = v.InferOutput<typeof attempt>

const authorization = v.object({
  attempt,
  /** Id of the attempt. */
  id: hash,
  checks: v.object({ state: v.string(), nonce: v.string(), codeVerifier: v.string() }),
  /** Hash of the cookie of the browser that was redirected to the service. */
  browser: v.string(),
})
export type SocialAuthorization = v.InferOutput<typeof authorization>

const storedResult = v.object({
  provider,
  site: v.string(),
  /** The account at the service, encrypted. */
  identity: v.string(),
  challenge: hash,
  expiresAt: v.number(),
})
const socialIdentity = v.object({ subject: v.string(), name: v.optional(v.string()) })
export type SocialResult = Pick<SocialAttempt, 'provider' | 'site'> & v.InferOutput<typeof socialIdentity>

/**
 * Social logins in the store. A login is first an attempt, then an authorization, then a result. Each has a hashed key, expires, and is deleted when
 * it is read.
 */
export interface SocialLogins {
  /** Stores an attempt. Rejects with `CONFLICT` if an attempt with this id exists. */
  begin(id: string, attempt: Omit<SocialAttempt, 'expiresAt'>): Promise<void>
  /** Resolves with `undefined` if the attempt does not exist or has expired. */
  takeAttempt(id: string): Promise<SocialAttempt | undefined>
  /** Stores a request to the service. `browser`: secret of the browser that is redirected to the service. */
  authorize(id: string, attempt: SocialAttempt, checks: AuthorizationChecks, browser: string): Promise<void>
  /** Resolves with `undefined` if the request to the service does not exist, has expired, or was made in another browser. */
  takeAuthorization(state: string, browser: string): Promise<SocialAuthorization | undefined>
  /** Stores the account of a finished login. Resolves with the code for {@link SocialLogins.redeem}. */
  finish(attempt: SocialAttempt, identity: SocialIdentity): Promise<string>
  /**
   * Resolves with the account of a finished login. `verifier`: secret of the frame that started the login. Rejects with `INVALID_REQUEST` if the code
   * is unknown or has expired, or the secret is wrong.
   */
  redeem(code: string, verifier: string): Promise<SocialResult>
}

interface SocialLoginsDependencies {
  readonly store: Store
  readonly secrets: Secrets
  readonly now: () => number
}

/** SHA-256 of the UTF-8 bytes of a text, in hex. */
export async function sha256(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return bytesToHex(new Uint8Array(bytes))
}

export function createSocialLogins({ store, secrets, now }: SocialLoginsDependencies): SocialLogins {
  const key = async (kind: string, id: string): Promise<string> => `social-${kind}:${await secrets.hash(kind, id)}`
  return {
    async begin(id, attemptFields) {
      const record = { ...attemptFields, expiresAt: now() + ATTEMPT_MS }
      await store.update(
        await key('attempt', id),
        (before) => {
          if (before !== undefined) throw new RequestError('CONFLICT', 'The login has already begun.')
          return record
        },
        { lifetimeMs: ATTEMPT_MS },
      )
    },
    async takeAttempt(id) {
      const found = v.safeParse(attempt, await store.take(await key('attempt', id)))
      return found.success && found.output.expiresAt > now() ? found.output : undefined
    },
    async authorize(id, attempt, checks, browser) {
      const record = { attempt, id, checks, browser: await secrets.hash('browser', browser) }
      await store.set(await key('state', checks.state), record, { lifetimeMs: ATTEMPT_MS })
    },
    async takeAuthorization(state, browser) {
      const found = v.safeParse(authorization, await store.take(await key('state', state)))
      if (!found.success || found.output.attempt.expiresAt <= now()) return undefined
      return (await secrets.matches('browser', browser, found.output.browser)) ? found.output : undefined
    },
    async finish({ provider, site, challenge }, identity) {
      const code = randomToken()
      const expiresAt = now() + RESULT_MS
      const sealed = await secrets.sealText('social identity', JSON.stringify(identity))
      const record = { provider, site, identity: sealed, challenge, expiresAt }
      await store.set(await key('result', code), record, { lifetimeMs: RESULT_MS })
      return code
    },
    async redeem(code, verifier) {
      const { success, output } = v.safeParse(storedResult, await store.take(await key('result', code)))
      if (!success || output.challenge !== (await sha256(verifier)) || output.expiresAt <= now())
        throw new RequestError('INVALID_REQUEST', 'The login has expired. Start again.', { reason: 'LOGIN_EXPIRED' })
      const { provider, site, identity } = output
      const text = await secrets.openText('social identity', identity)
      return { provider, site, ...v.parse(socialIdentity, JSON.parse(text)) }
    },
  }
}
