// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { signedOut } from './contract.js'
import {
  connect,
  count,
  first,
  isConnected,
  isShown,
  output,
  second,
  sign,
  status,
  until,
  world,
} from './siwx.test.steps.js'

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
  ])('a server that %s lets nobody in', async (_, answer) => {
    const page = await connect()
    world.broken = (path) => (path === 'verify' ? answer() : undefined)
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('verify')).toBe(1))
    await until('needed')
    expect([isShown(), page.close()]).toEqual([true, false])
  })

  it('a message is not signed for another domain than the page’s own', async () => {
    const page = await connect()
    const challenge = { domain: 'evil.example', uri: 'https://evil.example', nonce: 'a'.repeat(40) }
    const times = { issuedAt: '2026-01-01T00:00:00Z', expirationTime: '2999-01-01T00:00:00Z' }
    world.broken = (path) => (path === 'nonce' ? Response.json({ ...challenge, ...times }) : undefined)
    const signing = vi.spyOn(world.fake.wallet.provider, 'sign')
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('nonce')).toBe(1))
    await until('needed')
    expect(signing).not.toHaveBeenCalled()
  })

  it('a server that cannot say who is signed in disconnects, where sign-in is required', async () => {
    world.broken = () => new Response('', { status: 500 })
    await connect()
    await waitUntil(() => expect([isConnected(), status()]).toEqual([false, 'none']), 6000)
    expect(isShown()).toBe(false)
  })

  it('C4: a signature that comes after the account was changed counts for nothing', async () => {
    const page = await connect()
    await until('needed')
    world.fake.wallet.behaviour = 'wait'
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(world.fake.wallet.openQuestions).toBe(1))
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
  await waitUntil(() => expect(world.fake.wallet.openQuestions).toBe(1))
  page.click('Cancel')
  await waitUntil(() => expect(isShown()).toBe(false))
  world.fake.wallet.answer()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([status(), count('verify'), world.cookies.has('siwx')]).toEqual(['needed', 0, false])
})

it.each([true, false])('a session that comes after Cancel is taken back (required: %s)', async (required) => {
  const page = await connect({ required })
  await until('needed')
  output().state.subscribe(({ status: now }) => {
    if (now === 'verifying') void output().cancel()
  })
  await waitUntil(() => page.click('Sign'))
  await waitUntil(() => expect(count('sign-out')).toBe(1))
  await waitUntil(() => expect(world.cookies.has('siwx')).toBe(false))
  expect(status()).toBe(required ? 'none' : 'needed')
})

describe('signing out', () => {
  it('by the site ends also what only the server knows', async () => {
    const page = await connect({ signOutOnDisconnect: false })
    await sign(page)
    await page.modal.disconnect()
    // another tab has changed something, so what is known here is void
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'wallet-modal/sign-in/@wallet-modal/siwx/changed', newValue: 'x' }),
    )
    expect(world.cookies.has('siwx')).toBe(true)
    await output().signOut()
    expect(world.cookies.has('siwx')).toBe(false)
  })

  it('comes with disconnecting', async () => {
    const page = await connect()
    await sign(page)
    const heard: unknown[] = []
    page.modal.on(signedOut, (gone) => heard.push(gone))
    await page.modal.disconnect()
    await waitUntil(() => expect(heard).toEqual([{ accountIds: [`eip155:1:${first}`] }]))
    expect([world.cookies.has('siwx'), status()]).toEqual([false, 'none'])
    await page.modal.connections.connect(world.fake.wallet.connector)
    await until('needed')
  })

  it('does not where the site says so: who comes back is still signed in', async () => {
    const page = await connect({ signOutOnDisconnect: false })
    await sign(page)
    await page.modal.disconnect()
    await page.modal.connections.connect(world.fake.wallet.connector)
    await until('signedIn')
    expect([count('sign-out'), count('nonce')]).toEqual([0, 1])
  })

  it('by the site disconnects where sign-in is required, and otherwise does not', async () => {
    await sign(await connect())
    await output().signOut()
    await waitUntil(() => expect([isConnected(), status(), world.cookies.has('siwx')]).toEqual([false, 'none', false]))
    world.rendered?.dispose()
    localStorage.clear()
    await sign(await connect({ required: false }))
    await output().signOut()
    expect([isConnected(), status(), world.cookies.has('siwx')]).toEqual([true, 'needed', false])
  })

  it('C6: in another tab is noticed', async () => {
    await sign(await connect())
    world.cookies.clear()
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'wallet-modal/sign-in/@wallet-modal/siwx/changed', newValue: 'x' }),
    )
    await until('needed')
  })
})
