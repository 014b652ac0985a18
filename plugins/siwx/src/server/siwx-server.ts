import { hex } from '@scure/base'
import type { SignInSession } from '../contract.js'
import { checkMessage, type Expected } from './check-message.js'
import { createCookie } from './cookies.js'
import { checkOptions } from './options.js'
import { Refusal } from './refusal.js'
import { createSessionTokens } from './session-token.js'
import { createMemoryStore, type NonceStore } from './store.js'
import { type SignInNetwork, verify } from './verifier.js'

export interface SiwxServerOptions {
  /** Where visitors see the site, such as `https://shop.example`. It is what messages must name: a request's own word does not count. */
  readonly origin: string
  /** Sign the session cookie: 32 characters or more each, kept out of the repository. The first signs, the others are still taken. */
  readonly secrets: readonly string[]
  /** On which networks visitors may sign in. Networks of wallet-modal.json fit as they are. */
  readonly networks: readonly SignInNetwork[]
  /** A line for the visitor, in ASCII and on one line, that stands in the message. */
  readonly statement?: string
  /** URIs that stand in the message. */
  readonly resources?: readonly string[]
  /** How long a session lasts, in seconds. Default: a week. */
  readonly sessionTtlS?: number
  /** How long there is to sign, in seconds, at most 300. Default: 300. */
  readonly nonceTtlS?: number
  /** Default: {@link createMemoryStore}, for a site that runs in a single process. */
  readonly store?: NonceStore
}

/** The server half of sign-in, for whatever has Web-standard requests and responses. */
export interface SiwxServer {
  /** Answers `nonce`, `verify`, `session` and `sign-out` below any path. Anything else, and a request of another site, is refused. */
  handle(request: Request): Promise<Response>
  /** Who is signed in, the latest first, by the `Cookie` header of a request. Empty: nobody. */
  readSessions(cookieHeader: string | null | undefined): Promise<readonly SignInSession[]>
}

const NONCE_BYTES = 20
const BROWSER_BYTES = 20
/** More accounts of one visitor than this push the oldest out: a cookie has 4 kB. */
const MAX_SESSIONS = 8
const MAX_BODY_LENGTH = 40_000

const random = (length: number): string => hex.encode(crypto.getRandomValues(new Uint8Array(length)))

/** Throws a `TypeError` for options that would not be safe. */
export function createSiwxServer(options: SiwxServerOptions): SiwxServer {
  const { origin, nonceTtlMs, sessionTtlMs } = checkOptions(options)
  const { networks, statement, resources, store = createMemoryStore() } = options
  const expected: Expected = {
    origin,
    statement,
    resources,
    networks: networks.map((one) => one.caipNetworkId),
    nonceTtlMs,
  }
  const tokens = createSessionTokens(options.secrets, origin.origin)
  const sessionCookie = createCookie('siwx', origin)
  /** Ties nonces to the browser that asked for them. */
  const browserCookie = createCookie('siwx-browser', origin)
  const keyOf = (browser: string, nonce: string): string => `${browser}.${nonce}`

  const readSessions = (header: string | null | undefined): Promise<readonly SignInSession[]> =>
    tokens.read(sessionCookie.read(header ?? null))
  const keep = async (sessions: readonly SignInSession[]): Promise<string> => {
    if (sessions.length === 0) return sessionCookie.write('', 0)
    return sessionCookie.write(await tokens.write(sessions), sessionTtlMs / 1000)
  }

  async function issueNonce({ headers }: Request): Promise<Response> {
    const now = Date.now()
    const known = browserCookie.read(headers.get('cookie')) ?? ''
    const browser = /^[0-9a-f]{40}$/.test(known) ? known : random(BROWSER_BYTES) // another tab may be about to sign
    const nonce = random(NONCE_BYTES)
    const expiresAt = now + nonceTtlMs
    await store.put(keyOf(browser, nonce), expiresAt)
    const challenge = {
      domain: origin.host,
      uri: origin.origin,
      nonce,
      issuedAt: new Date(now).toISOString(),
      expirationTime: new Date(expiresAt).toISOString(),
      statement,
      resources,
    }
    return reply(challenge, [browserCookie.write(browser, nonceTtlMs / 1000)])
  }

  async function verifyMessage(request: Request): Promise<Response> {
    const { message: text, signature } = await bodyOf(request)
    if (typeof text !== 'string' || typeof signature !== 'string')
      throw new Refusal('BAD_REQUEST', '"message" and "signature" must be texts.')
    const message = checkMessage(text, expected)
    const network = networks.find((one) => one.caipNetworkId === message.caipNetworkId)
    const browser = browserCookie.read(request.headers.get('cookie'))
    // taken before anything else is awaited on: whoever comes second finds it gone
    if (!network || !browser || !(await store.take(keyOf(browser, message.nonce))))
      throw new Refusal('BAD_NONCE', 'The nonce was not given to this browser, was used before, or has expired.')
    await verify({ message, text, signature, network })
    const now = Date.now()
    const session: SignInSession = {
      accountId: `${message.caipNetworkId}:${message.address}`,
      signedInAt: new Date(now).toISOString(),
      expiresAt: new Date(now + sessionTtlMs).toISOString(),
    }
    const before = await readSessions(request.headers.get('cookie'))
    const others = before.filter(({ accountId }) => accountId !== session.accountId)
    return reply({ session }, [await keep([session, ...others].slice(0, MAX_SESSIONS))])
  }

  async function signOut(request: Request): Promise<Response> {
    const { accountIds } = await bodyOf(request)
    if (accountIds !== undefined && !Array.isArray(accountIds))
      throw new Refusal('BAD_REQUEST', '"accountIds" must be a list.')
    const before = await readSessions(request.headers.get('cookie'))
    const sessions = accountIds ? before.filter(({ accountId }) => !accountIds.includes(accountId)) : []
    return reply({ sessions }, [await keep(sessions)])
  }

  const routes: Readonly<Record<string, readonly [method: string, run: (request: Request) => Promise<Response>]>> = {
    nonce: ['POST', issueNonce],
    verify: ['POST', verifyMessage],
    'sign-out': ['POST', signOut],
    session: ['GET', async ({ headers }) => reply({ sessions: await readSessions(headers.get('cookie')) })],
  }

  return {
    readSessions,
    async handle(request) {
      try {
        const name = new URL(request.url).pathname.split('/').at(-1) ?? ''
        const route = Object.hasOwn(routes, name) ? routes[name] : undefined
        if (!route) throw new Refusal('NOT_FOUND', 'There are "nonce", "verify", "session" and "sign-out".')
        const [method, run] = route
        if (request.method !== method) throw new Refusal('METHOD_NOT_ALLOWED', `Ask with ${method}.`)
        checkSender(request, origin)
        return await run(request)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return reply({ error: { code: error.code, message: error.message } }, [], error.status)
      }
    },
  }
}

/** Pages of other sites have no business here, whatever cookies their requests carry. */
function checkSender({ headers }: Request, origin: URL): void {
  const sender = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if ((sender === null || sender === origin.origin) && (site === null || site === 'same-origin' || site === 'none'))
    return
  throw new Refusal('WRONG_ORIGIN', `Requests come from pages of ${origin.origin}.`)
}

/** JSON only: a form of another site cannot send it without being asked first. */
async function bodyOf(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const length = Number(request.headers.get('content-length') ?? 0)
  if (!/^application\/json\b/.test(request.headers.get('content-type') ?? '') || length > MAX_BODY_LENGTH)
    throw new Refusal('BAD_REQUEST', 'Send JSON.')
  try {
    return Object(JSON.parse(await textOf(request)))
  } catch (cause) {
    throw new Refusal('BAD_REQUEST', 'Send JSON.', { cause })
  }
}

/** No more of it than is of use: a length that was told may be wrong, or absent. */
async function textOf({ body }: Request): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let length = 0; ; ) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) return text + decoder.decode()
    length += value.length
    if (length > MAX_BODY_LENGTH) {
      reader?.cancel().catch(() => null) // whoever sends it may not listen
      throw new Error('too long')
    }
    text += decoder.decode(value, { stream: true })
  }
}

function reply(body: object, cookies: readonly string[] = [], status = 200): Response {
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}
