import { lazyOnce } from '@wallet-modal/kernel'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchProtectedResource,
  None,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import * as v from 'valibot'
import type { OAuthProvider, SocialProvider } from './social-sources.js'

/** Account at a service. `subject`: the account's id at the service. The service never reassigns an id. */
export interface SocialIdentity {
  readonly subject: string
  readonly name?: string
}

/** Secrets of one authorization request (RFC 9700). */
export interface AuthorizationChecks {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export interface SocialClient {
  authorizationUrl(checks: AuthorizationChecks): Promise<URL>
  /** Exchanges the callback's code. Rejects if the service refused, or the response does not belong to this request. */
  identify(callback: URL, checks: AuthorizationChecks): Promise<SocialIdentity>
}

const TIMEOUT_SECONDS = 10

const isLoopback = (url: string): boolean => /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname)

/** Authorization code flow with PKCE (S256), state and, for OpenID providers, nonce. */
export function createSocialClient(provider: SocialProvider, redirectUri: string): SocialClient {
  const configuration = lazyOnce(() => configure(provider))
  return {
    async authorizationUrl({ state, nonce, codeVerifier }) {
      const { scope } = provider
      return buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(scope !== undefined && { scope }),
        ...(provider.kind === 'oidc' && { nonce, response_mode: provider.responseMode ?? 'query' }),
      })
    },
    async identify(callback, { state, nonce, codeVerifier }) {
      const isOidc = provider.kind === 'oidc'
      const tokens = await authorizationCodeGrant(await configuration(), callback, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
        ...(isOidc && { expectedNonce: nonce, idTokenExpected: true }),
      })
      if (!isOidc) return readUser(provider, await configuration(), tokens.access_token)
      const claims = v.parse(idToken, tokens.claims())
      const name = claims.name ?? claims.email
      return { subject: claims.sub, ...(name !== undefined && { name: name.slice(0, 100) }) }
    },
  }
}

/** Claim for display only. Ignores values that are not strings. */
const displayClaim = v.fallback(v.optional(v.string()), undefined)
const idToken = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  name: displayClaim,
  email: displayClaim,
})

async function configure(provider: SocialProvider): Promise<Configuration> {
  const { clientId } = provider
  const auth = clientAuthOf(provider)
  if (provider.kind === 'oidc') {
    const execute = isLoopback(provider.issuer) ? [allowInsecureRequests] : []
    return discovery(new URL(provider.issuer), clientId, undefined, auth, { execute, timeout: TIMEOUT_SECONDS })
  }
  const { authorizationEndpoint, tokenEndpoint, issuer = new URL(authorizationEndpoint).origin } = provider
  const server = {
    issuer,
    authorization_endpoint: authorizationEndpoint,
    token_endpoint: tokenEndpoint,
  }
  const configuration = new Configuration(server, clientId, undefined, auth)
  configuration.timeout = TIMEOUT_SECONDS
  if (isLoopback(tokenEndpoint)) allowInsecureRequests(configuration)
  return configuration
}

function clientAuthOf({ clientSecret, clientAuth }: SocialProvider): ClientAuth {
  if (clientSecret === undefined) return None()
  return clientAuth === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
}

async function readUser(
  { id, userInfoUrl, subjectPath, namePath }: OAuthProvider,
  configuration: Configuration,
  accessToken: string,
): Promise<SocialIdentity> {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'wallet-modal-gateway' })
  const url = new URL(userInfoUrl)
  const reply = await fetchProtectedResource(configuration, accessToken, url, 'GET', undefined, headers).catch(
    (error: unknown): Response => {
      if (error instanceof WWWAuthenticateChallengeError) return error.response
      throw error
    },
  )
  if (!reply.ok) {
    await reply.body?.cancel()
    throw new Error(`The user info of ${id} could not be read: HTTP status ${reply.status}.`)
  }
  const user: unknown = await reply.json()
  const subject = v.parse(
    v.pipe(v.union([v.string(), v.pipe(v.number(), v.safeInteger())]), v.transform(String), v.minLength(1)),
    valueAt(user, subjectPath),
  )
  const name = namePath === undefined ? undefined : valueAt(user, namePath)
  return { subject, ...(typeof name === 'string' && { name: name.slice(0, 100) }) }
}

const valueAt = (value: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce(
      (found: unknown, key) => (Object.hasOwn(Object(found), key) ? Reflect.get(Object(found), key) : undefined),
      value,
    )
