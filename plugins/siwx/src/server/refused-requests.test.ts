/// <reference types="node" />
import { beforeEach, describe, expect, it } from 'vitest'
import { createMemorySessionStore } from './sessions/session-store.js'
import { accountId, Browser, origin, other, secrets } from './siwx-server.test.fixtures.js'

let browser: Browser
beforeEach(() => {
  browser = new Browser()
})

describe('E6: the server refuses', () => {
  it.each(['', '0x', '0x00', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, 'signature', `0x${'ab'.repeat(9000)}`])(
    'a sign-in with the signature %.20s',
    async (signature) => {
      const { message } = await browser.signed()
      expect(await browser.codeOf({ message, signature })).toBe('BAD_SIGNATURE')
      expect(await browser.sessions()).toEqual([])
    },
  )

  it('session cookies that are forged, renamed, or made with another secret or for another origin', async () => {
    await browser.ask('verify', await browser.signed())
    const [cookie = '', good = ''] =
      [...browser.cookies].find(([name]) => /^__Host-siwx-[0-9a-f]{16}$/.test(name)) ?? []
    const [head, body = '', mark] = good.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    claims.session.accountId = `eip155:31337:${other.address}`
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const none = Buffer.from('{"alg":"none","typ":"siwx+jwt"}').toString('base64url')
    for (const value of [`${head}.${forged}.${mark}`, `${none}.${forged}.`, `${head}.${body}.`, 'x', '', '..'])
      expect(await browser.server.readSessions(`${cookie}=${value}`)).toEqual([])
    for (const options of [
      { secrets: ['another secret, which is long enough too'] },
      { origin: 'https://evil.example' },
    ])
      expect(await new Browser(options).server.readSessions(`${cookie}=${good}`)).toEqual([])
    expect(await browser.server.readSessions(`${cookie}=${good}`)).toMatchObject([{ accountId }])
    const bare = cookie.replace('__Host-', '') // any subdomain could set a cookie with this name
    const elsewhere = `__Host-siwx-${'0'.repeat(16)}` // a second cookie for one account would outlive a sign-out
    // browsers keep this whitespace as part of the name: the name then does not start with `__Host-`, so any subdomain
    // could set the cookie
    const behind = ['\u00a0', '\u2000', '\ufeff', '\v', '\f'].map((blank) => blank + cookie)
    expect(await browser.server.readSessions(` \t${cookie}=${good}`)).toMatchObject([{ accountId }])
    for (const name of [bare, elsewhere, ...behind])
      expect(await browser.server.readSessions(`${name}=${good}`)).toEqual([])
  })

  it('cross-origin requests and requests that are not JSON', async () => {
    const body = await browser.signed()
    const headers = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const one of headers)
      for (const path of ['verify', 'nonce', 'sign-out']) expect((await browser.ask(path, body, one)).status).toBe(403)
    expect((await browser.ask('verify', body, { 'content-type': 'text/plain' })).status).toBe(400)
    expect(await browser.codeOf(body)).toBe('signed in')
  })

  it.each([
    ['an empty object', {}],
    ['an object of numbers', { message: 1, signature: 2 }],
    ['an array', []],
    ['null', null],
    ['longer than the limit', { message: 'a'.repeat(50_000), signature: '0x' }],
  ])('a sign-in request whose body is %s', async (_, body) => {
    expect(await browser.codeOf(body)).toBe('BAD_REQUEST')
  })

  it('an endless body, of which it reads less than 100 kB', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += 10_000
        controller.enqueue(new Uint8Array(10_000).fill(32))
      },
    })
    const request = new Request(`${origin}/api/siwx/sign-out`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
      ...{ duplex: 'half' },
    })
    const { status } = await new Browser().server.handle(request)
    expect(status).toBe(400)
    expect(sent).toBeLessThan(100_000)
  })

  it('unknown routes, and known routes with the wrong HTTP method', async () => {
    expect((await browser.ask('admin')).status).toBe(404)
    expect((await browser.ask('constructor', {})).status).toBe(404)
    expect((await browser.ask('nonce')).status).toBe(405)
    expect((await browser.ask('session', {})).status).toBe(405)
  })
})

describe('secrets', () => {
  it('can be rotated without signing anybody out', async () => {
    const sessionStore = createMemorySessionStore()
    const browser = new Browser({ sessionStore })
    await browser.ask('verify', await browser.signed())
    const next = new Browser({ sessionStore, secrets: ['the next secret of the test, also long', ...secrets] })
    expect(await next.server.readSessions(browser.cookieHeader)).toMatchObject([{ accountId }])
  })

  it('that are too short or missing throw an error', () => {
    expect(() => new Browser({ secrets: [] })).toThrow('each of "secrets" must have 32')
    expect(() => new Browser({ secrets: ['short'] })).toThrow('each of "secrets" must have 32')
  })
})

it.each([
  ['a statement of two lines', { statement: 'Hello\nURI: https://evil.example' }, 'or "resources" is invalid'],
  ['a resource that is no URI', { resources: ['shop'] }, 'or "resources" is invalid'],
  ['an origin with a path', { origin: 'https://shop.example/app' }, 'must be exactly https://shop.example'],
  ['no origin', { origin: '' }, 'must be a URL'],
  ['no network', { networks: [] }, '"networks" is empty'],
])('createSiwxServer throws an error for %s', (_, options, message) => {
  expect(() => new Browser(options)).toThrow(message)
})
