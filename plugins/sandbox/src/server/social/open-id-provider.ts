import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SocialProvider } from '@wallet-modal/gateway/server'
import { isLoopbackAuthority } from '../http/origins.js'
import { loginPage } from './login-page.js'
import { PROVIDER_PATH, socialClients, titles, USER_PATH, userOf } from './social-clients.js'

type Listener = (request: IncomingMessage, response: ServerResponse) => void

/** OpenID provider that simulates all services of social logins. */
export interface SocialStandIn {
  /** Services in the format of the gateway's configuration. */
  readonly providers: readonly SocialProvider[]
  /** Handles requests below the provider's path; returns false for others. */
  handle(request: IncomingMessage, response: ServerResponse): boolean
}

interface StandInParts {
  /** Base URL of the sandbox. */
  readonly origin: string
  /** Only redirect URIs of this gateway are accepted. */
  readonly frameOrigin: string
  readonly onFault: (error: unknown) => void
}

/** The provider is created on its first request, because most runs do not need it. */
export function createSocialStandIn({ origin, frameOrigin, onFault }: StandInParts): SocialStandIn {
  const secret = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
  const providers = socialClients(origin, secret)
  let loading: Promise<Listener> | undefined
  return {
    providers,
    handle(request, response) {
      const url = request.url ?? '/'
      if (!url.startsWith(`${PROVIDER_PATH}/`) || !isLoopbackAuthority(request.headers.host ?? '')) return false
      loading ??= createListener({ issuer: `${origin}${PROVIDER_PATH}`, frameOrigin, secret, providers })
      loading.then(
        (listener) => listener(request, response),
        (error: unknown) => {
          onFault(error)
          response.writeHead(500).end()
        },
      )
      return true
    },
  }
}

interface ListenerParts {
  readonly issuer: string
  readonly frameOrigin: string
  readonly secret: string
  readonly providers: readonly SocialProvider[]
}

async function createListener({ issuer, frameOrigin, secret, providers }: ListenerParts): Promise<Listener> {
  const { default: Provider, interactionPolicy } = await import('oidc-provider')
  const prompts = interactionPolicy.base()
  const everyTime = new interactionPolicy.Check(
    'every_time',
    'The visitor chooses an account at every login.',
    (ctx) => ctx.oidc.result?.login === undefined,
  )
  prompts.get('login')?.checks.add(everyTime)
  const provider = new Provider(issuer, {
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
    // requires consent every time
    loadExistingGrant: async (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
    },
    findAccount: async (_, account) => ({
      accountId: account,
      claims: async () => ({ sub: account, name: account }),
    }),
  })
  provider.use(async (ctx, next) => {
    const path = ctx.path
    const uid = /^\/interaction\/([\w-]+)$/.exec(path)?.[1]
    const service = new RegExp(`^${USER_PATH.slice(PROVIDER_PATH.length)}/(\\w+)$`).exec(path)?.[1]
    if (uid !== undefined) return interact(ctx, uid)
    if (service !== undefined) return showUser(ctx, service)
    return next()
  })
  const answer = provider.callback()

  async function interact(ctx: Parameters<Parameters<typeof provider.use>[0]>[0], uid: string): Promise<void> {
    const { params } = await provider.interactionDetails(ctx.req, ctx.res)
    if (ctx.method !== 'POST') {
      ctx.type = 'html'
      ctx.set(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
      const service = providers.find(({ clientId }) => clientId === params['client_id'])
      ctx.body = String(loginPage(service ? titles[service.id] : '', uid))
      return
    }
    const form = new URLSearchParams(await readBody(ctx.req))
    ctx.respond = false
    const account = form.get('account') ?? ''
    const isAllowed = form.get('decision') === 'allow' && /^[a-z0-9-]{1,64}$/.test(account)
    const denied = { error: 'access_denied', error_description: 'The visitor denied access.' }
    const result = isAllowed ? await allow(account, String(params['client_id']), String(params['scope'] ?? '')) : denied
    await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false })
  }
  async function allow(accountId: string, clientId: string, scope: string) {
    const grant = new provider.Grant({ accountId, clientId })
    if (scope !== '') grant.addOIDCScope(scope)
    return { login: { accountId }, consent: { grantId: await grant.save() } }
  }
  async function showUser(ctx: Parameters<Parameters<typeof provider.use>[0]>[0], service: string): Promise<void> {
    const bearer = /^Bearer (\S+)$/i.exec(ctx.get('authorization'))?.[1]
    const token = bearer === undefined ? undefined : await provider.AccessToken.find(bearer)
    if (!token?.isValid || token.clientId !== service) {
      ctx.status = 401
      return
    }
    ctx.body = userOf(service, token.accountId)
  }
  return (request, response) => {
    const url = request.url ?? ''
    Object.assign(request, { originalUrl: url, url: url.slice(PROVIDER_PATH.length) })
    void answer(request, response)
  }
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
