import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SocialProvider } from '@wallet-modal/gateway/server'
import type { default as OidcProvider } from 'oidc-provider'
import { loginPage } from './login-page.js'
import { PROVIDER_PATH, titles, USER_PATH, userOf } from './social-clients.js'

export type Listener = (request: IncomingMessage, response: ServerResponse) => void

interface ListenerOptions {
  readonly issuer: string
  /** Origin of the embedded wallet's frame. Redirect URIs on other origins are refused. */
  readonly frameOrigin: string
  /** Client secret, the same for all services. */
  readonly secret: string
  readonly providers: readonly SocialProvider[]
}

/** Middleware context of `oidc-provider` (Koa). */
type Ctx = Parameters<Parameters<OidcProvider['use']>[0]>[0]

/** Request listener of an OpenID provider with a login page and the user API of each service. */
export async function createListener(options: ListenerOptions): Promise<Listener> {
  const provider = await createProvider(options)
  provider.use(async (ctx, next) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(ctx.path)?.[1]
    const service = new RegExp(`^${USER_PATH.slice(PROVIDER_PATH.length)}/(\\w+)$`).exec(ctx.path)?.[1]
    if (uid !== undefined) return interact(provider, ctx, { uid, providers: options.providers })
    if (service !== undefined) return showUser(provider, ctx, service)
    return next()
  })
  const answer = provider.callback()
  return (request, response) => {
    const url = request.url ?? ''
    Object.assign(request, { originalUrl: url, url: url.slice(PROVIDER_PATH.length) })
    void answer(request, response)
  }
}

async function createProvider({ issuer, frameOrigin, secret, providers }: ListenerOptions): Promise<OidcProvider> {
  const { default: Provider, interactionPolicy } = await import('oidc-provider')
  const prompts = interactionPolicy.base()
  const everyLoginCheck = new interactionPolicy.Check(
    'every_time',
    'The visitor chooses an account at every login.',
    (ctx) => ctx.oidc.result?.login === undefined,
  )
  prompts.get('login')?.checks.add(everyLoginCheck)
  return new Provider(issuer, {
    clients: providers.map(({ id, clientId }) => ({
      client_id: clientId,
      client_secret: secret,
      id_token_signed_response_alg: 'ES256',
      client_name: titles[id],
      redirect_uris: [`${frameOrigin}/social/callback/${id}`],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    clientAuthMethods: ['client_secret_post'],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: [secret] },
    jwks: { keys: [await createSigningKey()] },
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'text'
      ctx.body = `${error}: ${error_description ?? ''}`
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    pkce: { required: () => true },
    ttl: { Session: 3600, Grant: 3600, Interaction: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
    scopes: ['openid', 'user'],
    interactions: { policy: prompts, url: (_, { uid }) => `${PROVIDER_PATH}/interaction/${uid}` },
    // accepts only a grant from the current login, so that the visitor consents at every login
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    findAccount: async (_, account) => ({
      accountId: account,
      claims: async () => ({ sub: account, name: account }),
    }),
  })
}

interface Interaction {
  readonly uid: string
  readonly providers: readonly SocialProvider[]
}

/** Shows the login page, or finishes the login with the submitted form. */
async function interact(provider: OidcProvider, ctx: Ctx, { uid, providers }: Interaction): Promise<void> {
  const { params } = await provider.interactionDetails(ctx.req, ctx.res)
  if (ctx.method !== 'POST') {
    ctx.type = 'html'
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'")
    const service = providers.find(({ clientId }) => clientId === params['client_id'])
    ctx.body = String(loginPage(service ? titles[service.id] : '', uid))
    return
  }
  const form = new URLSearchParams(await readBody(ctx.req))
  ctx.respond = false
  const accountId = form.get('account') ?? ''
  const isAllowed = form.get('decision') === 'allow' && /^[a-z0-9-]{1,64}$/.test(accountId)
  const denied = { error: 'access_denied', error_description: 'The visitor denied access.' }
  const grant = { accountId, clientId: String(params['client_id']), scope: String(params['scope'] ?? '') }
  const result = isAllowed ? await allow(provider, grant) : denied
  await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false })
}

interface GrantRequest {
  readonly accountId: string
  readonly clientId: string
  readonly scope: string
}

async function allow(provider: OidcProvider, { accountId, clientId, scope }: GrantRequest) {
  const grant = new provider.Grant({ accountId, clientId })
  if (scope !== '') grant.addOIDCScope(scope)
  return { login: { accountId }, consent: { grantId: await grant.save() } }
}

/** User API of a service, authorized by an access token. */
async function showUser(provider: OidcProvider, ctx: Ctx, service: string): Promise<void> {
  const bearer = /^Bearer (\S+)$/i.exec(ctx.get('authorization'))?.[1]
  const token = bearer === undefined ? undefined : await provider.AccessToken.find(bearer)
  if (!token?.isValid || token.clientId !== service) {
    ctx.status = 401
    return
  }
  ctx.body = userOf(service, token.accountId)
}

/** Key for ID tokens, created for this run. */
async function createSigningKey() {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const { privateKey } = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const { crv = '', x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey)
  return { kty: 'EC', crv, x, y, d, alg: 'ES256', use: 'sig', kid: 'sandbox' } as const
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString('utf8').slice(0, 10_000)
}
