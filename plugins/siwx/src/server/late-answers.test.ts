import { privateKeyToAccount } from 'viem/accounts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { formatSignInMessage } from '../message.js'
import { type account, accountId, Browser, origin, other } from './siwx-server.test.fixtures.js'

const otherId = `eip155:31337:${other.address}`
let browser: Browser
beforeEach(() => {
  browser = new Browser()
})

const signedBy = async (who: typeof account): Promise<object> => {
  const message = formatSignInMessage({
    ...(await browser.challenge()),
    address: who.address,
    caipNetworkId: 'eip155:31337',
  })
  return { message, signature: await who.signMessage({ message }) }
}
/** A request that the server gets now, and whose answer reaches the browser when it is told to. */
async function slow(path: string, body: object): Promise<() => void> {
  const { cookieHeader } = browser
  const answer = await browser.server.handle(
    new Request(`${origin}/api/siwx/${path}`, {
      method: 'POST',
      headers: { cookie: cookieHeader, 'content-type': 'application/json', origin },
      body: JSON.stringify(body),
    }),
  )
  expect(answer.status).toBe(200)
  return () => browser.take(answer)
}

describe('C6: an answer that comes late', () => {
  it.each([
    ['of everybody', {}],
    ['of this account', { accountIds: [accountId] }],
  ])('does not undo a sign-out %s', async (_, body) => {
    const arrive = await slow('verify', await browser.signed())
    await browser.ask('sign-out', body)
    arrive()
    expect(await browser.sessions()).toEqual([])
    expect(await browser.codeOf(await browser.signed())).toBe('signed in')
    expect(await browser.sessions()).toEqual([accountId])
  })

  it('does not bring another account back that was signed out meanwhile, and keeps its own', async () => {
    await browser.ask('verify', await signedBy(other))
    const arrive = await slow('verify', await browser.signed())
    await browser.ask('sign-out', { accountIds: [otherId] })
    arrive()
    expect(await browser.sessions()).toEqual([accountId])
  })

  it.each([true, false])('of two that sign in or out keeps both (turned round: %s)', async (isTurned) => {
    const both = [await slow('verify', await browser.signed()), await slow('verify', await signedBy(other))]
    for (const arrive of isTurned ? both.toReversed() : both) arrive()
    expect((await browser.sessions()).toSorted()).toEqual([accountId, otherId].toSorted())
    const ends = [
      await slow('sign-out', { accountIds: [accountId] }),
      await slow('sign-out', { accountIds: [otherId] }),
    ]
    for (const arrive of isTurned ? ends.toReversed() : ends) arrive()
    expect(await browser.sessions()).toEqual([])
  })

  it('stays void for as long as it could last', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    browser = new Browser({ sessionTtlS: 3600 })
    const arrive = await slow('verify', await browser.signed())
    const answer = await browser.ask('sign-out', {})
    arrive()
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^__Host-siwx-out=[0-9a-f]{16};.*Max-Age=4200;/),
    )
    vi.setSystemTime(Date.now() + 3_599_000)
    expect(await browser.sessions()).toEqual([])
    vi.useRealTimers()
  })

  it('a session that was made after a sign-out outlasts the mark of it', async () => {
    await browser.ask('sign-out', { accountIds: [accountId] })
    await browser.ask('sign-out', {})
    await browser.ask('verify', await browser.signed())
    browser.cookies.delete('__Host-siwx-out')
    expect(await browser.sessions()).toEqual([accountId])
  })

  it('to a message that expired while others were asked is a refusal', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const spend = async (): Promise<boolean> => {
      vi.setSystemTime(Date.now() + 300_000)
      return true
    }
    browser = new Browser({ store: { spend } })
    expect(await browser.codeOf(await browser.signed())).toBe('EXPIRED')
    expect(await browser.sessions()).toEqual([])
    vi.useRealTimers()
  })
})

it('so many accounts have a session, and the oldest goes first', async () => {
  const keys = Array.from({ length: 9 }, (_, at) => privateKeyToAccount(`0x${'0'.repeat(63)}${at + 1}`))
  for (const key of keys) await browser.ask('verify', await signedBy(key))
  const ids = keys.map(({ address }) => `eip155:31337:${address}`)
  expect(await browser.sessions()).toEqual(ids.slice(1).toReversed())
})

it('marks of sign-outs do not pile up: too many become one, which ends all sessions', async () => {
  await browser.ask('verify', await browser.signed())
  for (let at = 0; at < 24; at++) await browser.ask('sign-out', { accountIds: [`eip155:1:0x${at}`] })
  expect([browser.cookies.size, await browser.sessions()]).toEqual([26, [accountId]])
  const arrive = await slow('verify', await signedBy(other))
  await browser.ask('sign-out', { accountIds: ['eip155:1:0x24'] })
  arrive()
  expect(await browser.sessions()).toEqual([])
  expect([...browser.cookies.keys()].filter((name) => /out/.test(name))).toEqual(['__Host-siwx-out'])
})

it.each([[['x', 1]], ['x'], [{}]])('a sign-out of %j is refused, and ends nothing', async (accountIds) => {
  await browser.ask('verify', await browser.signed())
  expect((await browser.ask('sign-out', { accountIds })).status).toBe(400)
  expect(await browser.sessions()).toEqual([accountId])
})
