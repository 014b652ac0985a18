import { randomBytes } from 'node:crypto'
import { Agent, request as send } from 'node:http'
import { describe, expect, it } from 'vitest'
import { advanceClock, frameOrigin, newEmail, newestMailAt } from './support/email-site.js'
import { createSandbox } from './support/shared-sandbox.js'

const sandbox = createSandbox()
const origin = (): string => frameOrigin(sandbox.url)
const site = 'http://127.0.0.1:5173'

interface Reply {
  readonly status: number
  readonly location: string
  readonly cookies: readonly string[]
  readonly text: string
  readonly body: Readonly<Record<string, unknown>>
}

interface Sent {
  readonly method?: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Local address of the connection. */
  readonly localAddress?: string
}

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Sends a request to the gateway over a new connection, without a browser: an attacker can choose every header. */
const ask = (path: string, { method = 'POST', body, headers, localAddress }: Sent = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const url = new URL(path, sandbox.url)
    const common = { host: new URL(origin()).host, origin: origin(), 'content-type': 'application/json' }
    const agent = new Agent({ maxSockets: 1 })
    const sent = send(
      url,
      { method, agent, headers: { ...common, ...headers }, ...(localAddress && { localAddress }) },
      async (reply) => {
        const chunks: Buffer[] = []
        for await (const chunk of reply) chunks.push(chunk)
        agent.destroy()
        const text = Buffer.concat(chunks).toString()
        const { location = '', 'set-cookie': cookies = [] } = reply.headers
        resolve({ status: reply.statusCode ?? 0, location, cookies, text, body: parsed(text) })
      },
    )
    sent.on('error', reject).end(body && JSON.stringify(body))
  })

const codeOf = async (email: string): Promise<string> => (await newestMailAt(sandbox.url, email)).subject.slice(0, 6)
const requestOf = async (email: string, headers?: Sent['headers']): Promise<string> =>
  String((await ask('/accounts/email/code', { body: { email, site }, ...(headers && { headers }) })).body.request)
const verify = (request: string, code: string, more: Sent = {}): Promise<Reply> =>
  ask('/accounts/email/verify', { body: { request, code }, ...more })
const me = (session: string): Promise<Reply> =>
  ask('/accounts/me', { method: 'GET', headers: { authorization: `Bearer ${session}` } })

describe('F6: brute force of a code', () => {
  it('200 connections from different addresses get five attempts in total; then the right code fails too', async () => {
    const email = newEmail()
    const request = await requestOf(email)
    const code = await codeOf(email)
    const wrong = Array.from({ length: 200 }, (_, at) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'))
    const replies = await Promise.all(
      wrong.map((guess, at) =>
        verify(request, guess, {
          localAddress: `127.0.${1 + (at % 200)}.${1 + (at % 250)}`,
          headers: { 'x-forwarded-for': `203.0.113.${at % 250}` },
        }),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]))
    const texts = replies.map(({ text }) => text)
    expect(texts.filter((text) => text.includes('WRONG_CODE'))).toHaveLength(4)
    expect(texts.filter((text) => text.includes('"session"'))).toEqual([])
    expect((await verify(request, code)).status).toBe(400)
    // no new code can be requested yet, not even from another IP address
    expect((await ask('/accounts/email/code', { body: { email, site }, localAddress: '127.9.9.9' })).status).toBe(429)
  })
})

describe('F7: session fixation', () => {
  it('a login gets a new session, never one that the request proposes', async () => {
    const chosen = 'a1'.repeat(32)
    const proposedHeaders = {
      authorization: `Bearer ${chosen}`,
      cookie: `session=${chosen}; wallet-modal-session=${chosen}`,
    }
    const email = newEmail()
    const request = await requestOf(email, proposedHeaders)
    const { body, cookies } = await ask('/accounts/email/verify', {
      body: { request, code: await codeOf(email), session: chosen },
      headers: proposedHeaders,
    })
    expect(body.session).toMatch(/^[\da-f]{64}$/)
    expect(body.session).not.toBe(chosen)
    expect(cookies).toEqual([])
    expect((await me(chosen)).status).toBe(401)
    expect((await me(String(body.session))).body).toMatchObject({ email })
  })

  it('a login that sends another account’s session gets a new session, and the sent session stays unchanged', async () => {
    const [attacker, victim] = [newEmail(), newEmail()]
    const begun = await requestOf(attacker)
    const session = String((await verify(begun, await codeOf(attacker))).body.session)
    const request = await requestOf(victim)
    const headers = { authorization: `Bearer ${session}` }
    const own = String((await verify(request, await codeOf(victim), { headers })).body.session)
    expect(own).not.toBe(session)
    expect((await me(session)).body).toMatchObject({ email: attacker })
    expect((await me(own)).body).toMatchObject({ email: victim })
  })

  it('a code is valid only for the request that it was sent for; the client cannot choose the request id', async () => {
    const email = newEmail()
    const chosen = randomBytes(32).toString('hex')
    const reply = await ask('/accounts/email/code', { body: { email, site, request: chosen } })
    expect(reply.body.request).not.toBe(chosen)
    const first = await codeOf(email)
    expect((await verify(chosen, first)).status).toBe(400)
    await advanceClock(sandbox.url, 31_000)
    const later = await requestOf(email)
    const second = await codeOf(email)
    if (first !== second) expect((await verify(String(reply.body.request), second)).status).toBe(400)
    expect((await verify(later, second)).status).toBe(200)
  })
})

describe('F7: open redirect', () => {
  const begin = (returnUrl: string, more: object = {}): Promise<Reply> => {
    const [attempt, challenge] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    return ask('/accounts/social/begin', { body: { attempt, challenge, provider: 'google', site, returnUrl, ...more } })
  }

  it.each([
    'https://evil.example/',
    '//evil.example/',
    `${site}.evil.example/`,
    `${site}@evil.example/`,
    `http://127.0.0.1:5173:x@evil.example/`,
    'http://127.0.0.1:51730/',
    'https://127.0.0.1:5173/',
    'http://localhost:5173/',
    'javascript:alert(1)//127.0.0.1:5173',
    'data:text/html,evil',
    'blob:http://127.0.0.1:5173/evil',
    `${site.replace('http://', 'http:\\\\')}.evil.example`,
    '/accounts/me',
    '',
  ])('a login with the return URL %j is rejected', async (returnUrl) => {
    expect((await begin(returnUrl)).status).toBeGreaterThanOrEqual(400)
  })

  it('a login for an unlisted site is rejected, and query parameters do not change the redirect', async () => {
    expect((await begin('https://evil.example/', { site: 'https://evil.example' })).status).toBe(403)
    const attempt = randomBytes(32).toString('hex')
    expect((await begin(`${site}/shop?page=1`, { attempt })).status).toBe(200)
    const evil = encodeURIComponent('https://evil.example/')
    const query = `attempt=${attempt}&returnUrl=${evil}&redirect_uri=${evil}&url=${evil}&provider=evil`
    const started = await ask(`/social/start?${query}`, { method: 'GET' })
    expect(started.status).toBe(303)
    expect(started.location).not.toContain('evil')
    expect(new URL(started.location).searchParams.get('redirect_uri')).toBe(`${origin()}/social/callback/google`)
    // a denied login returns to the path of the page that began it, and further query parameters of the callback are ignored
    const state = new URL(started.location).searchParams.get('state') ?? ''
    const denied = `/social/callback/google?error=access_denied&state=${state}&returnUrl=${evil}&redirect_uri=${evil}`
    const cookie = started.cookies.map((one) => one.split(';')[0]).join('; ')
    const returned = await ask(denied, { method: 'GET', headers: { cookie } })
    expect(returned.status).toBe(303)
    expect(returned.location).toMatch(new RegExp(`^${site}/shop#wallet-modal-login&`))
    expect(returned.location).not.toContain('evil')
  })
})
