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
/** Sends a request at once; its response reaches the browser when the returned function is called. */
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

describe('C6: a late response', () => {
  it.each([
    ['of all accounts', {}],
    ['of this account', { accountIds: [accountId] }],
  ])('to a sign-in does not undo a sign-out %s', async (_, body) => {
    const arrive = await slow('verify', await browser.signed())
    await browser.ask('sign-out', body)
    arrive()
    expect(await browser.sessions()).toEqual([])
    expect(await browser.codeOf(await browser.signed())).toBe('signed in')
    expect(await browser.sessions()).toEqual([accountId])
  })

  it('to a sign-in does not restore another account that was signed out meanwhile', async () => {
    await browser.ask('verify', await signedBy(other))
    const arrive = await slow('verify', await browser.signed())
    await browser.ask('sign-out', { accountIds: [otherId] })
    arrive()
    expect(await browser.sessions()).toEqual([accountId])
  })

  it.each([true, false])(
    'to one of two concurrent sign-ins or sign-outs does not undo the other (reversed: %s)',
    async (isTurned) => {
      const both = [await slow('verify', await browser.signed()), await slow('verify', await signedBy(other))]
      for (const arrive of isTurned ? both.toReversed() : both) arrive()
      expect((await browser.sessions()).toSorted()).toEqual([accountId, otherId].toSorted())
      const ends = [
        await slow('sign-out', { accountIds: [accountId] }),
        await slow('sign-out', { accountIds: [otherId] }),
      ]
      for (const arrive of isTurned ? ends.toReversed() : ends) arrive()
      expect(await browser.sessions()).toEqual([])
    },
  )

  it('to a sign-in that was requested before a sign-out sets a session that stays invalid until it expires', async () => {
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

  it('to a sign-in whose message expired during the nonce check is a refusal', async () => {
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

it('a session created after a sign-out stays valid when the sign-out cookie is gone', async () => {
  await browser.ask('sign-out', { accountIds: [accountId] })
  await browser.ask('sign-out', {})
  await browser.ask('verify', await browser.signed())
  browser.cookies.delete('__Host-siwx-out')
  expect(await browser.sessions()).toEqual([accountId])
})

it('a browser has at most eight sessions, and the oldest is removed first', async () => {
  const keys = Array.from({ length: 9 }, (_, at) => privateKeyToAccount(`0x${'0'.repeat(63)}${at + 1}`))
  for (const key of keys) await browser.ask('verify', await signedBy(key))
  const ids = keys.map(({ address }) => `eip155:31337:${address}`)
  expect(await browser.sessions()).toEqual(ids.slice(1).toReversed())
})

it('more than 24 sign-out cookies are replaced by one that ends all sessions', async () => {
  await browser.ask('verify', await browser.signed())
  for (let at = 0; at < 24; at++) await browser.ask('sign-out', { accountIds: [`eip155:1:0x${at}`] })
  expect([browser.cookies.size, await browser.sessions()]).toEqual([26, [accountId]])
  const arrive = await slow('verify', await signedBy(other))
  await browser.ask('sign-out', { accountIds: ['eip155:1:0x24'] })
  arrive()
  expect(await browser.sessions()).toEqual([])
  expect([...browser.cookies.keys()].filter((name) => /out/.test(name))).toEqual(['__Host-siwx-out'])
})

it.each([[['x', 1]], ['x'], [{}]])(
  'a sign-out with the account ids %j is refused and ends no session',
  async (accountIds) => {
    await browser.ask('verify', await browser.signed())
    expect((await browser.ask('sign-out', { accountIds })).status).toBe(400)
    expect(await browser.sessions()).toEqual([accountId])
  },
)
