/// <reference types="node" />
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createNonces } from './nonces.js'
import { Browser, origin, secrets } from './siwx-server.test.fixtures.js'
import { createMemoryStore } from './store.js'

/** Number of nonces requested between a challenge and its sign-in. */
const flood = process.env.WALLET_MODAL_LONG ? 100_000 : 1_000

let browser: Browser
beforeEach(() => {
  browser = new Browser()
})
afterEach(() => vi.useRealTimers())

describe('E2: a nonce', () => {
  it(`is not stored when it is issued, so ${flood} further nonces do not evict it`, async () => {
    const spend = vi.fn(createMemoryStore().spend)
    browser = new Browser({ store: { spend } })
    const first = await browser.signed()
    for (let at = 0; at < flood; at++) {
      const { status } = await browser.server.handle(
        new Request(`${origin}/api/siwx/nonce`, { method: 'POST', headers: { cookie: browser.cookieHeader } }),
      )
      if (status !== 200) throw new Error('refused')
    }
    expect(spend).not.toHaveBeenCalled()
    expect(await browser.codeOf(first)).toBe('signed in')
    expect(spend).toHaveBeenCalledTimes(1)
  }, 120_000)

  it('is refused the second time, also after a sign-out', async () => {
    const body = await browser.signed()
    expect(await browser.codeOf(body)).toBe('signed in')
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
    await browser.ask('sign-out', {})
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
    expect(await browser.sessions()).toEqual([])
  })

  it('is stored as spent for longer than it is valid', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const spend = vi.fn(createMemoryStore().spend)
    browser = new Browser({ store: { spend } })
    const { issuedAt } = await browser.challenge()
    const body = await browser.signed()
    const cookies = new Map(browser.cookies)
    expect(await browser.codeOf(body)).toBe('signed in')
    const issueTime = Date.parse(issuedAt)
    expect(spend).toHaveBeenCalledWith({ key: expect.any(String), issuedAt: issueTime, expiresAt: issueTime + 360_000 })
    vi.setSystemTime(issueTime + 299_999)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    await browser.server.handle(new Request(`${origin}/api/siwx/nonce`, { method: 'POST' }))
    expect(await browser.codeOf(body)).toBe('BAD_NONCE')
  })

  it('is refused if any character was changed, added or removed', async () => {
    const { nonce } = await browser.challenge()
    const changed = [...nonce].map((one, at) => nonce.slice(0, at) + (one === '2' ? '3' : '2') + nonce.slice(at + 1))
    const others = [
      ...changed,
      `1${nonce}`,
      nonce.slice(1),
      `${nonce}1`,
      nonce.toUpperCase(),
      '0'.repeat(40),
      '1'.repeat(32),
    ]
    for (const one of others) {
      const signed = await browser.signed({ nonce: one })
      expect([one, await browser.codeOf(signed)]).toEqual([one, 'BAD_NONCE'])
    }
  })

  it('is refused with another secret, for another origin, and with times that differ from the challenge', async () => {
    const given = await browser.challenge()
    const { nonce, issuedAt, expirationTime: expiry = '' } = given
    const id = browser.cookies.get('__Host-siwx-browser') ?? ''
    const isGood = (keys = secrets, origin = 'https://shop.example', at = expiry) =>
      createNonces(keys, origin).isIssued(nonce, id, at)
    expect(isGood()).toBe(true)
    expect(isGood(['the next secret of the test, also long', ...secrets])).toBe(true)
    expect(isGood(['the next secret of the test, also long'])).toBe(false)
    expect(isGood(secrets, 'https://shop.example:8443')).toBe(false)
    const times = [-1, 1].map((by) => new Date(Date.parse(issuedAt) + by))
    for (const time of times) {
      const expirationTime = new Date(time.getTime() + 300_000).toISOString()
      expect(isGood(secrets, undefined, expirationTime)).toBe(false)
      const signed = await browser.signed({ nonce, issuedAt: time.toISOString(), expirationTime })
      expect(await browser.codeOf(signed)).toBe('BAD_NONCE')
    }
    expect(await browser.codeOf(await browser.signed(given))).toBe('signed in')
  })
})

describe('createMemoryStore', () => {
  const nonce = (key: string, issuedAt = Date.now()) => ({ key, issuedAt, expiresAt: issuedAt + 360_000 })

  it('remembers a spent nonce until it expires, then deletes it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const store = createMemoryStore()
    const used = nonce('a')
    const has = vi.spyOn(Map.prototype, 'delete')
    expect([await store.spend(used), await store.spend(used)]).toEqual([true, false])
    vi.setSystemTime(used.expiresAt - 1)
    expect([await store.spend(used), await store.spend(nonce('b'))]).toEqual([false, true])
    expect(has).not.toHaveBeenCalled()
    vi.setSystemTime(used.expiresAt)
    expect(await store.spend(nonce('c'))).toBe(true)
    expect(has.mock.calls).toEqual([['a']])
    has.mockRestore()
  })

  it('refuses nonces issued before the store was created, since they may be spent already', async () => {
    const before = Date.now() - 1
    expect(await createMemoryStore().spend(nonce('a', before))).toBe(false)
  })
})
