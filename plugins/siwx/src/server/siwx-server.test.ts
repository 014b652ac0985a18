import { base58 } from '@scure/base'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatSignInMessage } from '../message.js'
import { account, accountId, Browser, other } from './siwx-server.test.fixtures.js'

let browser: Browser
beforeEach(() => {
  browser = new Browser()
})
afterEach(() => vi.useRealTimers())

describe('signing in', () => {
  it('creates a session whose cookie authenticates the next request', async () => {
    const response = await browser.ask('verify', await browser.signed())
    expect(await response.json()).toMatchObject({ session: { accountId } })
    expect(await browser.sessions()).toEqual([accountId])
    expect(await browser.server.readSessions(browser.cookieHeader)).toMatchObject([{ accountId }])
  })

  it('sets only HttpOnly, Secure and SameSite=Lax cookies', async () => {
    const nonce = await browser.ask('nonce', {})
    const response = await browser.ask('verify', await browser.signed())
    const out = await browser.ask('sign-out', { accountIds: [accountId] })
    const all = [nonce, response, out].flatMap(({ headers }) => headers.getSetCookie())
    expect(all.length).toBe(4)
    for (const cookie of all)
      expect(cookie).toMatch(/^__Host-siwx.*; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it('sets the browser id with the first response and keeps it; two tabs can sign in at once', async () => {
    await browser.ask('session')
    const given = new Map(browser.cookies)
    expect([...given.keys()]).toEqual(['__Host-siwx-browser'])
    const again = await browser.ask('session')
    const both = await Promise.all([browser.signed(), browser.signed()])
    expect([again.headers.getSetCookie(), browser.cookies]).toEqual([[], given])
    expect([await browser.codeOf(both[1]), await browser.codeOf(both[0])]).toEqual(['signed in', 'signed in'])
  })

  it('omits Secure from cookies on loopback, and requires https for every other origin', async () => {
    const local = new Browser({ origin: 'http://localhost:3000' })
    const response = await local.ask('nonce', {}, { origin: 'http://localhost:3000' })
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^siwx_3000-browser=\w+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(() => new Browser({ origin: 'http://shop.example' })).toThrow('must be https')
  })

  it('two sites on ports of one host, such as two development servers, keep their sessions', async () => {
    const one = new Browser({ origin: 'http://localhost:3000' })
    const other = new Browser({ origin: 'http://localhost:3001' })
    const shareCookies = (from: Browser, to: Browser): void => {
      for (const [name, value] of from.cookies) to.cookies.set(name, value)
    }
    expect(await one.codeOf(await one.signed())).toBe('signed in')
    shareCookies(one, other)
    expect(await other.codeOf(await other.signed())).toBe('signed in')
    shareCookies(other, one)
    expect([await one.sessions(), await other.sessions()]).toEqual([[accountId], [accountId]])
  })

  it('E5: keeps several accounts signed in; signing one account out keeps the others', async () => {
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
    expect([...browser.cookies.keys()]).toEqual(['__Host-siwx-browser', '__Host-siwx-out'])
  })

  it('creates a session that expires after sessionTtlS', async () => {
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
  it('has 128 bits from the system’s random source and a 128-bit authentication tag', async () => {
    const spy = vi.spyOn(crypto, 'getRandomValues')
    const { nonce } = await browser.challenge()
    expect(base58.decode(nonce)).toHaveLength(32)
    expect(spy.mock.calls.map(([bytes]) => bytes?.byteLength)).toEqual([20, 16])
    spy.mockRestore()
    const many = await Promise.all(Array.from({ length: 500 }, () => browser.challenge()))
    expect(new Set(many.map((one) => one.nonce)).size).toBe(500)
  })

  it('is accepted once out of 1000 concurrent sign-ins', async () => {
    const body = await browser.signed()
    const codes = await Promise.all(Array.from({ length: 1000 }, () => browser.codeOf(body)))
    expect(codes.filter((code) => code === 'signed in')).toHaveLength(1)
    expect(new Set(codes)).toEqual(new Set(['signed in', 'BAD_NONCE']))
  })

  it('is spent by a sign-in with a wrong signature', async () => {
    const body = await browser.signed()
    expect(await browser.codeOf({ ...body, signature: await other.signMessage(body) })).toBe('BAD_SIGNATURE')
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
  })

  it('is accepted only from the browser that requested it, and no other browser can spend it', async () => {
    const body = await browser.signed()
    const mine = new Map(browser.cookies)
    browser.cookies.clear()
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
    await browser.challenge()
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
    browser.cookies.clear()
    for (const [name, value] of mine) browser.cookies.set(name, value)
    expect(await browser.codeOf(body)).toBe('signed in') // the other browser did not use up the nonce
  })

  it('expires after five minutes, and nonceTtlS cannot be longer', async () => {
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

  it('stays valid if another tab requests another nonce', async () => {
    const first = await browser.signed()
    const second = await browser.signed()
    expect([await browser.codeOf(first), await browser.codeOf(second)]).toEqual(['signed in', 'signed in'])
  })
})

describe('E3: a message that differs from the challenge in one field is refused', () => {
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
    ['expiration time that is no date', { expirationTime: 'soon' }, 'BAD_MESSAGE'],
    ['not before', { notBefore: later }, 'BAD_MESSAGE'],
    ['not before that is no date', { notBefore: 'later' }, 'BAD_MESSAGE'],
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

  it.each(['expirationTime', 'statement', 'resources'] as const)('%s missing', async (field) => {
    browser = new Browser({ statement: 'Welcome', resources: ['https://shop.example/terms'] })
    const { [field]: _, ...rest } = await browser.challenge()
    const message = formatSignInMessage({
      ...rest,
      address: account.address,
      caipNetworkId: 'eip155:31337',
    })
    expect(await browser.codeOf({ message, signature: await account.signMessage({ message }) })).toBe('BAD_MESSAGE')
  })

  it('domain and uri of the request’s host in place of the configured origin', async () => {
    const body = await browser.signed({ domain: '10.0.0.7:3000', uri: 'http://10.0.0.7:3000' })
    expect(await browser.codeOf(body)).toBe('BAD_MESSAGE')
  })
})
