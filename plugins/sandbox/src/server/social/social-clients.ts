import { type SocialId, type SocialProvider, socialIds } from '@wallet-modal/gateway/server'

/** Path of the OpenID provider on the sandbox's own origin. */
export const PROVIDER_PATH = '/openid'
/** Path of the user APIs of the services that use OAuth 2.0 without OpenID Connect. */
export const USER_PATH = '/openid/user'

/** Services that use OpenID Connect and return an ID token. The other services use OAuth 2.0, as the real services do. */
const withIdToken: readonly SocialId[] = ['google', 'apple']

export const titles: Readonly<Record<SocialId, string>> = {
  google: 'Google',
  x: 'X',
  discord: 'Discord',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
}

/** Path of the account id in each service's user object. */
const subjectPaths: Readonly<Record<SocialId, string>> = {
  google: 'sub',
  apple: 'sub',
  x: 'data.id',
  discord: 'id',
  github: 'id',
  facebook: 'id',
}
/** Path of the account's name in each service's user object. */
const namePaths: Readonly<Record<SocialId, string>> = {
  google: 'name',
  apple: 'name',
  x: 'data.username',
  discord: 'username',
  github: 'login',
  facebook: 'name',
}

/** Configuration of each service for the gateway. All services use the sandbox's provider. */
export function socialClients(origin: string, secret: string): readonly SocialProvider[] {
  const issuer = `${origin}${PROVIDER_PATH}`
  return socialIds.map((id): SocialProvider => {
    const client = { id, clientId: id, clientSecret: secret }
    if (withIdToken.includes(id)) return { ...client, kind: 'oidc', issuer, scope: 'openid profile' }
    return {
      ...client,
      kind: 'oauth2',
      issuer,
      scope: 'user',
      authorizationEndpoint: `${issuer}/auth`,
      tokenEndpoint: `${issuer}/token`,
      userInfoUrl: `${origin}${USER_PATH}/${id}`,
      subjectPath: subjectPaths[id],
      namePath: namePaths[id],
    }
  })
}

/** Test account in the format of a service's user API. The account's id is `<service>-<account>`. */
export function userOf(id: string, account: string): unknown {
  const subject = `${id}-${account}`
  if (id === 'x') return { data: { id: subject, username: account } }
  if (id === 'discord') return { id: subject, username: account }
  if (id === 'github') return { id: subject, login: account }
  return { id: subject, name: account }
}
