// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  connect,
  count,
  first,
  hasSession,
  isConnected,
  isShown,
  load,
  output,
  resetEachTest,
  second,
  sign,
  status,
  toast,
  until,
  world,
} from './siwx.test.fixtures.js'

resetEachTest()

/** Sign-outs that the server has not heard of. */
const kept = (): string => localStorage.getItem('wallet-modal/sign-in/@wallet-modal/siwx/leaving') ?? ''

const sessionUntil = (expiresAt: string) => ({
  accountId: `eip155:1:${first}`,
  signedInAt: '2026-01-01T00:00:00Z',
  expiresAt,
})

describe('what goes wrong', () => {
  it('a declined signature leaves everything as it was, and can be tried again', async () => {
    const page = await connect()
    world.fake.wallet.behaviour = 'reject'
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('nonce')).toBe(1))
    await until('needed')
    expect([isShown(), count('verify')]).toEqual([true, 0])
    world.fake.wallet.behaviour = 'approve'
    await sign(page)
  })

  it('F: a server that refuses the signature of a smart account may not know smart accounts', async () => {
    const accounts = [{ address: String(first), type: 'smartAccount' as const }]
    world.fake.wallet.provider.request = async () => ({ accounts, caipNetworkId: 'eip155:1' })
    const page = await connect()
    world.broken = (path) =>
      path === 'verify' ? Response.json({ error: { code: 'BAD_SIGNATURE' } }, { status: 401 }) : undefined
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(toast(page)).toContain('This application might not support Smart Accounts'))
    await until('needed')
    expect(await hasSession()).toBe(false)
  })

  it.each([
    ['refuses', () => Response.json({ error: { code: 'BAD_SIGNATURE' } }, { status: 401 })],
    ['answers nonsense', () => Response.json({ session: true })],
    [
      'signs somebody else in',
      () =>
        Response.json({
          session: { accountId: 'eip155:1:0x0', signedInAt: '2026-01-01T00:00:00Z', expiresAt: '2999-01-01T00:00:00Z' },
        }),
    ],
    ['makes a session that has ended', () => Response.json({ session: sessionUntil('2026-01-01T00:00:01Z') })],
    ['makes a session without an end', () => Response.json({ session: sessionUntil('soon') })],
  ])('a server that %s lets nobody in', async (_, answer) => {
    const page = await connect()
    world.broken = (path) => (path === 'verify' ? answer() : undefined)
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('verify')).toBe(1))
    await until('needed')
    expect([isShown(), page.close()]).toEqual([true, false])
  })

  it.each([
    ['domain', 'evil.example', 'https://evil.example'],
    ['URI', 'localhost:3000', 'https://evil.example'],
    ['scheme', 'localhost:3000', 'https://localhost:3000'],
    ['URI that is none', 'localhost:3000', 'evil'],
  ])('a message is not signed for another %s than the page’s own', async (_, domain, uri) => {
    const challenge = { domain, uri, nonce: 'a'.repeat(40) }
    const times = { issuedAt: '2026-01-01T00:00:00Z', expirationTime: '2999-01-01T00:00:00Z' }
    world.broken = (path) => (path === 'nonce' ? Response.json({ ...challenge, ...times }) : undefined)
    const page = await connect()
    const signing = vi.spyOn(world.fake.wallet.provider, 'sign')
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('nonce')).toBe(2)) // another, for the next time
    await until('needed')
    expect(signing).not.toHaveBeenCalled()
  })

  it('a server that cannot say who is signed in disconnects, where sign-in is required', async () => {
    world.broken = () => new Response('', { status: 500 })
    await connect()
    await waitUntil(() => expect([isConnected(), status()]).toEqual([false, 'none']), 6000)
    expect(isShown()).toBe(false)
  })

  it('a server that does not answer is what the visitor is told of, not a sign-out that nobody asked for', async () => {
    world.broken = () => new Response('', { status: 500 })
    const page = await connect()
    await waitUntil(() => expect([isConnected(), status()]).toEqual([false, 'none']), 6000)
    await waitUntil(() => expect(kept()).toContain('eip155:'), 6000)
    await new Promise((resolve) => setTimeout(resolve, 300)) // a toast replaces another after 150 ms
    expect(toast(page)).not.toContain('not signed out')
    expect(toast(page)).toContain('A problem occurred while trying initialize authentication')
  })

  it('a session that ended, or never ends, does not count on the page', async () => {
    for (const expiresAt of ['2026-01-01T00:00:00Z', 'NaN']) {
      const now = new Date().toISOString()
      world.broken = (path) =>
        path === 'session' ? Response.json({ sessions: [sessionUntil(expiresAt)], now }) : undefined
      await load({ required: false })
      await world.rendered?.modal.connections.connect(world.fake.wallet.connector)
      await until('needed')
      expect(output().session.peek()).toBeNull()
      world.rendered?.dispose()
    }
  })

  it('C4: a signature that comes after the account was changed counts for nothing', async () => {
    const page = await connect()
    await until('needed')
    world.fake.wallet.behaviour = 'wait'
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(world.fake.wallet.pendingRequests).toBe(1))
    page.modal.connections.adapter('eip155').switchAccount(second ?? '')
    await waitUntil(() =>
      expect(output().state.peek()).toMatchObject({ status: 'needed', accountId: `eip155:1:${second}` }),
    )
    world.fake.wallet.answer()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([status(), count('verify')]).toEqual(['needed', 0])
  })
})

it('a signature that comes after Cancel counts for nothing', async () => {
  const page = await connect({ required: false })
  await until('needed')
  world.fake.wallet.behaviour = 'wait'
  await waitUntil(() => page.click('Sign'))
  await waitUntil(() => expect(world.fake.wallet.pendingRequests).toBe(1))
  page.click('Cancel')
  await waitUntil(() => expect(isShown()).toBe(false))
  world.fake.wallet.answer()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([status(), count('verify'), await hasSession()]).toEqual(['needed', 0, false])
})
