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
  sessionsOnServer,
  sign,
  status,
  toast,
  until,
  world,
} from './siwx.test.fixtures.js'

resetEachTest()

/** Stored sign-outs that have not reached the server. */
const storedSignOuts = (): string => localStorage.getItem('wallet-modal/sign-in/@wallet-modal/siwx/leaving') ?? ''

const sessionUntil = (expiresAt: string) => ({
  accountId: `eip155:1:${first}`,
  signedInAt: '2026-01-01T00:00:00Z',
  expiresAt,
})

describe('a sign-in that fails', () => {
  it('can be repeated after a rejected signature request', async () => {
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

  it.each([
    ['reject', 'Signature declined'],
    ['fail', 'Signing in did not work. Try again.'],
  ] as const)('if the wallet answers "%s", tells the visitor: %s', async (behaviour, text) => {
    const page = await connect()
    world.fake.wallet.behaviour = behaviour
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(toast(page)).toContain(text))
    expect([status(), isShown(), count('verify')]).toEqual(['needed', true, 0])
  })

  it('F: tells the visitor that the site may not support smart accounts, if the account is one', async () => {
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
    ['refuses the signature', () => Response.json({ error: { code: 'BAD_SIGNATURE' } }, { status: 401 })],
    ['answers with an invalid session', () => Response.json({ session: true })],
    [
      'answers with a session of another account',
      () =>
        Response.json({
          session: { accountId: 'eip155:1:0x0', signedInAt: '2026-01-01T00:00:00Z', expiresAt: '2999-01-01T00:00:00Z' },
        }),
    ],
    ['answers with an expired session', () => Response.json({ session: sessionUntil('2026-01-01T00:00:01Z') })],
    ['answers with a session whose expiry is no date', () => Response.json({ session: sessionUntil('soon') })],
  ])('keeps the view open if the server %s', async (_, answer) => {
    const page = await connect()
    world.broken = (path) => (path === 'verify' ? answer() : undefined)
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('verify')).toBe(1))
    await until('needed')
    expect([isShown(), page.close()]).toEqual([true, false])
  })

  it.each(['', ', also after Cancel', ', also after Cancel and a switch to that account'])(
    'ends the session of another account that the server returned%s',
    async (when) => {
      const page = await connect({ required: false })
      const { switchAccount } = page.modal.connections.adapter('eip155')
      const isNeededFor = (address = ''): Promise<void> =>
        waitUntil(() =>
          expect(output().state.peek()).toMatchObject({ status: 'needed', accountId: `eip155:1:${address}` }),
        )
      switchAccount(second ?? '')
      await isNeededFor(second)
      await sign(page)
      const session = output().session.peek()
      switchAccount(first ?? '')
      await isNeededFor(first)
      void output().signIn()
      let reply = (): void => undefined
      const isReplied = new Promise<void>((resolve) => (reply = resolve))
      world.late = (path) => (path === 'verify' ? isReplied : undefined)
      world.cut = (path) => (path === 'verify' ? Response.json({ session }) : undefined)
      await waitUntil(() => page.click('Sign'))
      await until('verifying')
      if (when !== '') page.click('Cancel')
      if (when.includes('switch')) {
        await until('needed')
        switchAccount(second ?? '')
        await until('signedIn')
      }
      reply()
      await vi.waitFor(async () => expect(await sessionsOnServer()).toEqual([]))
      await until('needed')
      switchAccount(second ?? '')
      await isNeededFor(second)
    },
  )

  it.each([
    ['domain', 'evil.example', 'https://evil.example'],
    ['URI', 'localhost:3000', 'https://evil.example'],
    ['scheme', 'localhost:3000', 'https://localhost:3000'],
    ['URI (which is invalid)', 'localhost:3000', 'evil'],
  ])('requests no signature for a challenge whose %s is not the page’s', async (_, domain, uri) => {
    const challenge = { domain, uri, nonce: 'a'.repeat(40) }
    const times = { issuedAt: '2026-01-01T00:00:00Z', expirationTime: '2999-01-01T00:00:00Z' }
    world.broken = (path) => (path === 'nonce' ? Response.json({ ...challenge, ...times }) : undefined)
    const page = await connect()
    const signing = vi.spyOn(world.fake.wallet.provider, 'sign')
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('nonce')).toBe(2)) // the second request prefetches the next challenge
    await until('needed')
    expect(signing).not.toHaveBeenCalled()
  })

  it('disconnects the wallet if the sessions cannot be read and sign-in is required', async () => {
    world.broken = () => new Response('', { status: 500 })
    await connect()
    await waitUntil(() => expect([isConnected(), status()]).toEqual([false, 'none']), 6000)
    expect(isShown()).toBe(false)
  })

  it('tells the visitor that the server failed, but not that the resulting sign-out failed', async () => {
    world.broken = () => new Response('', { status: 500 })
    const page = await connect()
    await waitUntil(() => expect([isConnected(), status()]).toEqual([false, 'none']), 6000)
    await waitUntil(() => expect(storedSignOuts()).toContain('eip155:'), 6000)
    await new Promise((resolve) => setTimeout(resolve, 300)) // a toast replaces another after 150 ms
    expect(toast(page)).not.toContain('not signed out')
    expect(toast(page)).toContain('A problem occurred while trying initialize authentication')
  })

  it('ignores a listed session that expired or whose expiry is no date', async () => {
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

  it('C4: ignores a signature that arrives after the account was switched', async () => {
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

it('a signature that arrives after Cancel is ignored', async () => {
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
