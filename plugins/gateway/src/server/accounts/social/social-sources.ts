/** Services for social logins. */
export type SocialId = 'google' | 'x' | 'discord' | 'github' | 'apple' | 'facebook'
export const socialIds: readonly SocialId[] = ['google', 'x', 'discord', 'github', 'apple', 'facebook']

interface SocialProviderBase {
  readonly id: SocialId
  readonly clientId: string
  /** Absent for public clients. */
  readonly clientSecret?: string
  /** Scopes, separated by spaces. */
  readonly scope?: string
  /** How the secret is sent to the token endpoint. Default: `post`. */
  readonly clientAuth?: 'post' | 'basic'
}

/** Service with ID tokens (OpenID Connect Core 1.0). Its endpoints come from its discovery document. */
export interface OpenIdProvider extends SocialProviderBase {
  readonly kind: 'oidc'
  readonly issuer: string
  /** `form_post` if the service responds with a POST, as Apple does. Default: `query`. */
  readonly responseMode?: 'query' | 'form_post'
}

/** Service with OAuth 2.0 but without OpenID Connect. The gateway reads the account from `userInfoUrl`. */
export interface OAuthProvider extends SocialProviderBase {
  readonly kind: 'oauth2'
  /** Expected parameter `iss` of the callback, if the service sends one (RFC 9207). Default: the origin of `authorizationEndpoint`. */
  readonly issuer?: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly userInfoUrl: string
  /** Path of the permanent account id in the reply of `userInfoUrl`, such as `data.id`. */
  readonly subjectPath: string
  /** Path of the display name, such as `login`. */
  readonly namePath?: string
}

export type SocialProvider = OpenIdProvider | OAuthProvider

/** Client registered with a service. Its redirect URI is `<frame origin>/social/callback/<service>`. */
export interface RegisteredClient {
  readonly clientId: string
  readonly clientSecret?: string
}

const publishedProviders = {
  google: { kind: 'oidc', issuer: 'https://accounts.google.com', scope: 'openid profile' },
  x: {
    kind: 'oauth2',
    authorizationEndpoint: 'https://x.com/i/oauth2/authorize',
    tokenEndpoint: 'https://api.x.com/2/oauth2/token',
    userInfoUrl: 'https://api.x.com/2/users/me',
    subjectPath: 'data.id',
    namePath: 'data.username',
    scope: 'users.read tweet.read',
    clientAuth: 'basic',
  },
  discord: {
    kind: 'oauth2',
    authorizationEndpoint: 'https://discord.com/oauth2/authorize',
    tokenEndpoint: 'https://discord.com/api/oauth2/token',
    userInfoUrl: 'https://discord.com/api/users/@me',
    subjectPath: 'id',
    namePath: 'username',
    scope: 'identify',
  },
  github: {
    kind: 'oauth2',
    issuer: 'https://github.com/login/oauth',
    authorizationEndpoint: 'https://github.com/login/oauth/authorize',
    tokenEndpoint: 'https://github.com/login/oauth/access_token',
    userInfoUrl: 'https://api.github.com/user',
    subjectPath: 'id',
    namePath: 'login',
  },
  apple: { kind: 'oidc', issuer: 'https://appleid.apple.com', scope: 'openid name', responseMode: 'form_post' },
  facebook: {
    kind: 'oauth2',
    authorizationEndpoint: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenEndpoint: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userInfoUrl: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    subjectPath: 'id',
    namePath: 'name',
  },
} as const satisfies Record<SocialId, unknown>

/** Providers for `AccountsOptions.socials`: the services' published endpoints, combined with the clients that you registered. */
export const socialProviders = (
  clients: { readonly [Id in SocialId]?: RegisteredClient | undefined },
): readonly SocialProvider[] =>
  socialIds.flatMap((id) => {
    const client = clients[id]
    return client ? [{ ...publishedProviders[id], ...client, id }] : []
  })
