/// <reference types="node" />
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SignInMessage } from '../contract.js'
import { formatSignInMessage } from '../message.js'
import { createSiwxServer, type SiwxServer, type SiwxServerOptions } from './siwx-server.js'

const origin = 'https://shop.example'
const secrets = ['a secret of a test, long enough for it']
const networks = [{ caipNetworkId: 'eip155:31337' }]
// the published development keys of local chains
const account = privateKeyToAccount('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
const other = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const accountId = `eip155:31337:${account.address}`

type Challenge = Omit<SignInMessage, 'address' | 'caipNetworkId'>

/** A browser as far as the server sees it: it keeps cookies, and sends them along. */
class Browser {
  readonly cookies = new Map<string, string>()
  readonly server: SiwxServer
  constructor(options: Partial<SiwxServerOptions> = {}) {
    this.server = createSiwxServer({ origin, secrets, networks, ...options })
  }
  get cookieHeader(): string {
    return [...this.cookies].map((entry) => entry.join('=')).join('; ')
  }
  async ask(path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
    const response = await this.server.handle(
      new Request(`http://10.0.0.7:3000/api/siwx/${path}?st=wallet-modal`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { cookie: this.cookieHeader, 'content-type': 'application/json', origin, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      if (/Max-Age=0\b/.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
  async challenge(): Promise<Challenge> {
    return (await this.ask('nonce', {})).json()
  }
  async signed(change: Partial<SignInMessage> = {}): Promise<{ message: string; signature: string }> {
    const data = { ...(await this.challenge()), address: account.address, caipNetworkId: 'eip155:31337', ...change }
    const message = formatSignInMessage(data)
    return { message, signature: await account.signMessage({ message }) }
  }
  async codeOf(body: unknown): Promise<string> {
    const response = await this.ask('verify', body)
    const { error } = await response.json()
    return response.ok ? 'signed in' : error.code
  }
  async sessions(): Promise<readonly string[]> {
    const { sessions } = await (await this.ask('session')).json()
    return sessions.map((one: { accountId: string }) => one.accountId)
  }
}

let browser: Browser
beforeEach(() => {
  browser = new Browser()
})
afterEach(() => vi.useRealTimers())

describe('signing in', () => {
  it('gives a session that the next request carries', async () => {
    const response = await browser.ask('verify', await browser.signed())
    expect(await response.json()).toMatchObject({ session: { accountId } })
    expect(await browser.sessions()).toEqual([accountId])
    expect(await browser.server.readSessions(browser.cookieHeader)).toMatchObject([{ accountId }])
  })

  it('keeps the cookies from scripts and other sites', async () => {
    const nonce = await browser.ask('nonce', {})
    const response = await browser.ask('verify', await browser.signed())
    for (const cookie of [...nonce.headers.getSetCookie(), ...response.headers.getSetCookie()])
      expect(cookie).toMatch(/^__Host-siwx.*; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=\d+$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('does without Secure on loopback only', async () => {
    const local = new Browser({ origin: 'http://localhost:3000' })
    const response = await local.ask('nonce', {}, { origin: 'http://localhost:3000' })
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^siwx-browser=\w+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=300$/,
    )
    expect(() => new Browser({ origin: 'http://shop.example' })).toThrow('must be https')
  })

  it('several accounts stay signed in beside each other, and E5: signing out ends exactly one', async () => {
    await browser.ask('verify', await browser.signed())
    const message = formatSignInMessage({
      ...(await browser.challenge()),
      address: other.address,
      caipNetworkId: 'eip155:31337',
    })
    await browser.ask('verify', { message, signature: await other.signMessage({ message }) })
    const otherId = `eip155:31337:${other.address}`
    expect(await browser.sessions()).toEqual([otherId, accountId])
    await browser.ask('sign-out', { accountIds: [otherId, `eip155:1:${account.address}`] })
    expect(await browser.sessions()).toEqual([accountId])
    await browser.ask('sign-out', {})
    expect(await browser.sessions()).toEqual([])
    expect([...browser.cookies.keys()]).toEqual(['__Host-siwx-browser'])
  })

  it('ends with its time', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    browser = new Browser({ sessionTtlS: 60 })
    await browser.ask('verify', await browser.signed())
    const cookie = browser.cookieHeader
    vi.setSystemTime(Date.now() + 59_000)
    expect(await browser.server.readSessions(cookie)).toHaveLength(1)
    vi.setSystemTime(Date.now() + 1000)
    expect(await browser.server.readSessions(cookie)).toEqual([])
  })
})

describe('E2: a nonce', () => {
  it('has 160 bits of the system’s randomness', async () => {
    const spy = vi.spyOn(crypto, 'getRandomValues')
    const { nonce } = await browser.challenge()
    expect(nonce).toMatch(/^[0-9a-f]{40}$/)
    expect(spy.mock.calls.map(([bytes]) => bytes?.byteLength)).toEqual([20, 20])
    spy.mockRestore()
    const many = await Promise.all(Array.from({ length: 500 }, () => browser.challenge()))
    expect(new Set(many.map((one) => one.nonce)).size).toBe(500)
  })

  it('is good once, however many try at the same time', async () => {
    const body = await browser.signed()
    const codes = await Promise.all(Array.from({ length: 1000 }, () => browser.codeOf(body)))
    expect(codes.filter((code) => code === 'signed in')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['signed in', 'BAD_NONCE']))
  })

  it('is used up by a signature that is wrong', async () => {
    const body = await browser.signed()
    expect(await browser.codeOf({ ...body, signature: await other.signMessage(body) })).toBe('BAD_SIGNATURE')
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
  })

  it('is good for the browser that asked for it', async () => {
    const body = await browser.signed()
    const mine = new Map(browser.cookies)
    browser.cookies.clear()
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
    await browser.challenge()
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
    browser.cookies.clear()
    for (const [name, value] of mine) browser.cookies.set(name, value)
    expect(await browser.codeOf(body)).toBe('signed in') // nobody else could use it up
  })

  it('is good for as long as there is to sign, and never for more than five minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const late = await browser.signed()
    vi.setSystemTime(Date.now() + 299_999)
    const inTime = new Map(browser.cookies)
    expect(await browser.codeOf(late)).toBe('signed in')
    for (const [name, value] of inTime) browser.cookies.set(name, value)
    const tooLate = await browser.signed()
    vi.setSystemTime(Date.now() + 300_000)
    expect(await browser.codeOf(tooLate)).toBe('EXPIRED')
    expect(() => new Browser({ nonceTtlS: 301 })).toThrow('whole number from 1 to 300')
  })

  it('of two tabs is good in both', async () => {
    const first = await browser.signed()
    const second = await browser.signed()
    expect([await browser.codeOf(first), await browser.codeOf(second)]).toEqual(['signed in', 'signed in'])
  })

  it('that nobody gave is refused', async () => {
    expect(await browser.codeOf(await browser.signed({ nonce: '0'.repeat(40) }))).toBe('BAD_NONCE')
  })
})

describe('E3: a message that differs from what was asked for in one field is refused', () => {
  const later = new Date(Date.now() + 3_600_000).toISOString()
  it.each([
    ['domain', { domain: 'evil.example' }, 'BAD_MESSAGE'],
    ['address', { address: other.address }, 'BAD_SIGNATURE'],
    ['address without its checksum', { address: account.address.toLowerCase() }, 'BAD_SIGNATURE'],
    ['statement', { statement: 'Give me everything' }, 'BAD_MESSAGE'],
    ['uri', { uri: 'https://shop.example/other' }, 'BAD_MESSAGE'],
    ['chain id', { caipNetworkId: 'eip155:1' }, 'UNKNOWN_NETWORK'],
    ['nonce', { nonce: 'f'.repeat(40) }, 'BAD_NONCE'],
    ['issued at', { issuedAt: later }, 'BAD_MESSAGE'],
    ['expiration time', { expirationTime: later }, 'BAD_MESSAGE'],
    ['expiration time in words', { expirationTime: 'soon' }, 'BAD_MESSAGE'],
    ['not before', { notBefore: later }, 'BAD_MESSAGE'],
    ['not before in words', { notBefore: 'later' }, 'BAD_MESSAGE'],
    ['request id', { requestId: '1' }, 'BAD_MESSAGE'],
    ['resources', { resources: ['https://evil.example'] }, 'BAD_MESSAGE'],
  ])('%s', async (_, change, code) => {
    expect(await browser.codeOf(await browser.signed(change))).toBe(code)
    expect(await browser.sessions()).toEqual([])
  })

  it('version', async () => {
    const { message } = await browser.signed()
    const changed = message.replace('Version: 1', 'Version: 2')
    expect(await browser.codeOf({ message: changed, signature: await account.signMessage({ message: changed }) })).toBe(
      'BAD_MESSAGE',
    )
  })

  it.each(['expirationTime', 'statement', 'resources'] as const)('%s left out', async (field) => {
    browser = new Browser({ statement: 'Welcome', resources: ['https://shop.example/terms'] })
    const { [field]: _, ...rest } = await browser.challenge()
    const message = formatSignInMessage({
      ...(rest as Challenge),
      address: account.address,
      caipNetworkId: 'eip155:31337',
    })
    expect(await browser.codeOf({ message, signature: await account.signMessage({ message }) })).toBe('BAD_MESSAGE')
  })

  it('the host of the request says nothing: the one that was configured counts', async () => {
    const body = await browser.signed({ domain: '10.0.0.7:3000', uri: 'http://10.0.0.7:3000' })
    expect(await browser.codeOf(body)).toBe('BAD_MESSAGE')
  })
})

describe('E6: nobody gets in', () => {
  it.each(['', '0x', '0x00', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, 'signature', `0x${'ab'.repeat(9000)}`])(
    'with the signature %.20s',
    async (signature) => {
      const { message } = await browser.signed()
      expect(await browser.codeOf({ message, signature })).toBe('BAD_SIGNATURE')
      expect(await browser.sessions()).toEqual([])
    },
  )

  it('with a session cookie that they wrote, or that another site’s server wrote', async () => {
    await browser.ask('verify', await browser.signed())
    const good = browser.cookies.get('__Host-siwx') ?? ''
    const [head, body = '', mark] = good.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    claims.sessions[0].accountId = `eip155:31337:${other.address}`
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const none = Buffer.from('{"alg":"none","typ":"siwx+jwt"}').toString('base64url')
    for (const value of [`${head}.${forged}.${mark}`, `${none}.${forged}.`, `${head}.${body}.`, 'x', '', '..'])
      expect(await browser.server.readSessions(`__Host-siwx=${value}`)).toEqual([])
    for (const options of [
      { secrets: ['another secret, which is long enough too'] },
      { origin: 'https://evil.example' },
    ])
      expect(await new Browser(options).server.readSessions(`__Host-siwx=${good}`)).toEqual([])
    expect(await browser.server.readSessions(`siwx=${good}`)).toEqual([]) // without the prefix any subdomain could set it
  })

  it('from the page of another site', async () => {
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
    ['nothing', {}],
    ['numbers', { message: 1, signature: 2 }],
    ['a list', []],
    ['null', null],
    ['far too much', { message: 'a'.repeat(50_000), signature: '0x' }],
  ])('with %s for a body', async (_, body) => {
    expect(await browser.codeOf(body)).toBe('BAD_REQUEST')
  })

  it('by another way than the four', async () => {
    expect((await browser.ask('admin')).status).toBe(404)
    expect((await browser.ask('constructor', {})).status).toBe(404)
    expect((await browser.ask('nonce')).status).toBe(405)
    expect((await browser.ask('session', {})).status).toBe(405)
  })
})

describe('secrets', () => {
  it('are replaced without signing anybody out', async () => {
    await browser.ask('verify', await browser.signed())
    const next = new Browser({ secrets: ['the next secret of the test, also long', ...secrets] })
    expect(await next.server.readSessions(browser.cookieHeader)).toMatchObject([{ accountId }])
  })

  it('that are short or missing are a mistake', () => {
    expect(() => new Browser({ secrets: [] })).toThrow('"secrets" needs texts of 32')
    expect(() => new Browser({ secrets: ['short'] })).toThrow('"secrets" needs texts of 32')
  })
})

it.each([
  ['a statement of two lines', { statement: 'Hello\nURI: https://evil.example' }, '"statement" is one line'],
  ['a resource that is no URI', { resources: ['shop'] }, '"resources" are URIs'],
  ['an origin with a path', { origin: 'https://shop.example/app' }, 'no more than https://shop.example'],
  ['no origin', { origin: '' }, 'must be a URL'],
  ['no network', { networks: [] }, '"networks" is empty'],
])('%s is a mistake of the site', (_, options, message) => {
  expect(() => new Browser(options)).toThrow(message)
})
