import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SiwxServerOptions } from '../options.js'
import { accountId, Browser, origin } from '../siwx-server.test.fixtures.js'
import { createMemorySessionStore, type SessionStore } from './session-store.js'

interface Listed {
  readonly id: string
  readonly label: string
  readonly isCurrent: boolean
}
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
const DAY_MS = 24 * 60 * 60 * 1000

let store: SessionStore
beforeEach(() => {
  store = createMemorySessionStore()
})
afterEach(() => vi.useRealTimers())

const browserWith = (options: Partial<SiwxServerOptions> = {}): Browser =>
  new Browser({ sessionStore: store, ...options })
const signIn = async (browser: Browser, userAgent = FIREFOX): Promise<void> => {
  const response = await browser.ask('verify', await browser.signed(), { 'user-agent': userAgent })
  expect(response.status).toBe(200)
}
const devices = async (browser: Browser): Promise<readonly Listed[]> =>
  (await (await browser.ask('sessions')).json()).sessions
const isIn = async (browser: Browser, cookieHeader = browser.cookieHeader): Promise<boolean> =>
  (await browser.server.readSessions(cookieHeader)).length === 1

describe('a copied cookie', () => {
  it.each([
    ['of this browser', {}],
    ['of the account', { accountIds: [accountId] }],
    ['everywhere', { everywhere: true }],
  ])('is invalid after a sign-out %s', async (_, body) => {
    const browser = browserWith()
    await signIn(browser)
    const copy = browser.cookieHeader
    expect(await isIn(browser, copy)).toBe(true)
    await browser.ask('sign-out', body)
    expect(await isIn(browser, copy)).toBe(false)
  })

  it('is invalid after the browser signs in again', async () => {
    const browser = browserWith()
    await signIn(browser)
    const copy = browser.cookieHeader
    await signIn(browser)
    expect([await isIn(browser, copy), await isIn(browser)]).toEqual([false, true])
    expect(await devices(browser)).toHaveLength(1)
  })

  it('stays valid after a sign-out if sessions are not stored; listing sessions is refused then', async () => {
    const browser = new Browser({ sessionStore: false })
    await signIn(browser)
    const copy = browser.cookieHeader
    await browser.ask('sign-out', {})
    expect([await isIn(browser), await isIn(browser, copy)]).toEqual([false, true])
    expect((await browser.ask('sessions')).headers.get('siwx-refusal')).toBe('NOT_STORED')
    expect(await isIn(browserWith(), copy)).toBe(false)
    expect(() => new Browser({ sessionStore: false, idleTtlS: 60 })).toThrow('"sessionStore" is false')
  })
})

describe('the list of sessions', () => {
  it('names each browser, and a sign-out by session id ends only that session', async () => {
    const [laptop, phone] = [browserWith(), browserWith()]
    await signIn(laptop)
    await signIn(phone, IPHONE)
    const list = await devices(laptop)
    expect(list.map(({ label, isCurrent }) => `${label} ${isCurrent}`).toSorted()).toEqual([
      'Firefox · Windows true',
      'Safari · iPhone false',
    ])
    const copy = phone.cookieHeader
    const other = list.find(({ isCurrent }) => !isCurrent)
    await laptop.ask('sign-out', { sessionIds: [other?.id] })
    expect([await isIn(laptop), await isIn(phone, copy)]).toEqual([true, false])
    expect(await devices(laptop)).toHaveLength(1)
  })

  it('allows ending the session of this browser, which deletes its cookie', async () => {
    const browser = browserWith()
    await signIn(browser)
    const [own] = await devices(browser)
    await browser.ask('sign-out', { sessionIds: [own?.id] })
    expect([...browser.cookies.keys()].filter((name) => /siwx-[0-9a-f]{16}$/.test(name))).toEqual([])
    expect(await isIn(browser)).toBe(false)
  })

  it('is empty without a session; a browser without a session cannot end the sessions of others', async () => {
    const [victim, stranger] = [browserWith(), browserWith()]
    await signIn(victim)
    const [session] = await devices(victim)
    expect(await devices(stranger)).toEqual([])
    await stranger.ask('sign-out', { sessionIds: [session?.id] })
    await stranger.ask('sign-out', { everywhere: true })
    expect(await isIn(victim)).toBe(true)
  })

  it('holds at most fifty sessions and drops the oldest', async () => {
    const first = browserWith()
    await signIn(first)
    for (let count = 0; count < 50; count++) await signIn(browserWith())
    expect(await isIn(first)).toBe(false)
    const last = browserWith()
    await signIn(last)
    expect(await devices(last)).toHaveLength(50)
  })
})

describe('the lifetime of a session', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

  it('ends without requests; requests extend it up to its absolute limit of seven days', async () => {
    const [quiet, busy] = [browserWith(), browserWith()]
    await signIn(quiet)
    await signIn(busy)
    for (let day = 1; day < 7; day++) {
      pass(DAY_MS - 1)
      expect(await isIn(busy)).toBe(true)
    }
    expect(await isIn(quiet)).toBe(false)
    pass(DAY_MS)
    expect(await isIn(busy)).toBe(false)
  })

  it.each([1, 30, 60, 90])(
    'with an idle limit of %s seconds is extended by requests at shorter intervals',
    async (idleTtlS) => {
      const [quiet, busy] = [browserWith({ idleTtlS }), browserWith({ idleTtlS })]
      await signIn(quiet)
      await signIn(busy)
      for (let request = 0; request < 20; request++) {
        pass(idleTtlS * 300)
        expect(await isIn(busy)).toBe(true)
      }
      pass(idleTtlS * 850)
      expect(await isIn(busy)).toBe(true)
      expect(await isIn(quiet)).toBe(false)
    },
  )

  it('is unaffected by the hourly new cookie secret; the old secret is refused a minute later', async () => {
    const browser = browserWith()
    await signIn(browser)
    const old = browser.cookieHeader
    await browser.ask('session')
    expect(browser.cookieHeader).toBe(old)
    pass(60 * 60 * 1000)
    await browser.ask('session')
    expect(browser.cookieHeader).not.toBe(old)
    expect(await isIn(browser, old)).toBe(true) // another tab's request may be in flight
    expect(await isIn(browser)).toBe(true)
    pass(60_000)
    expect([await isIn(browser, old), await isIn(browser)]).toEqual([false, true])
    expect(await devices(browser)).toHaveLength(1)
  })

  it('does not end if the browser lost the response with the new secret: the browser gets this secret again', async () => {
    const browser = browserWith()
    await signIn(browser)
    pass(60 * 60 * 1000)
    const before = new Map(browser.cookies)
    await browser.ask('session')
    const rotated = browser.cookieHeader
    browser.cookies.clear()
    for (const [name, value] of before) browser.cookies.set(name, value)
    pass(DAY_MS)
    await browser.ask('session')
    expect([browser.cookieHeader !== rotated, await isIn(browser), await isIn(browser, rotated)]).toEqual([
      true,
      true,
      true,
    ])
  })
})

describe('rateLimit', () => {
  it('refuses requests with 429 and Retry-After in whole seconds, and does not spend the nonce', async () => {
    let waitS = 0
    const seen: string[] = []
    const browser = browserWith({
      rateLimit: async ({ route, request }) => {
        seen.push(`${route} ${request.headers.get('user-agent')}`)
        return waitS
      },
    })
    const body = await browser.signed()
    waitS = 11.2
    const response = await browser.ask('verify', body, { 'user-agent': 'a test' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '12'])
    expect((await browser.ask('nonce', {})).status).toBe(429)
    waitS = 0
    expect(await browser.codeOf(body)).toBe('signed in')
    expect(seen).toEqual(['nonce null', 'verify a test', 'nonce null', 'verify null'])
  })
})

describe('over HTTP', () => {
  let http: Server
  afterEach(() => void http.close())

  it('one of two clients lists both sessions and ends the other one', async () => {
    const { server } = browserWith()
    http = createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)])
      const answer = await server.handle(
        new Request(`${origin}${request.url}`, {
          method: request.method ?? 'GET',
          headers,
          ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
        }),
      )
      response.writeHead(answer.status, { 'set-cookie': answer.headers.getSetCookie() })
      response.end(await answer.text())
    })
    await new Promise<void>((ready) => http.listen(0, '127.0.0.1', ready))
    const address = http.address()
    const port = typeof address === 'object' ? address?.port : 0
    class Client extends Browser {
      override async ask(path: string, body?: unknown): Promise<Response> {
        const response = await fetch(`http://127.0.0.1:${port}/api/siwx/${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { cookie: this.cookieHeader, 'content-type': 'application/json', 'user-agent': FIREFOX },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        this.take(response)
        return response
      }
    }
    const [one, two] = [new Client(), new Client()]
    await one.ask('verify', await one.signed())
    await two.ask('verify', await two.signed())
    const list = await devices(one)
    expect(list).toHaveLength(2)
    await one.ask('sign-out', { sessionIds: list.filter(({ isCurrent }) => !isCurrent).map(({ id }) => id) })
    expect([await one.sessions(), await two.sessions()]).toEqual([[accountId], []])
  })
})
