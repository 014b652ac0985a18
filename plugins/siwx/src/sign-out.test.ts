// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { signedOut } from './contract.js'
import {
  connect,
  count,
  first,
  hasSession,
  isConnected,
  isShown,
  output,
  reload,
  resetEachTest,
  second,
  sign,
  status,
  tellOfAnotherTab,
  toast,
  until,
  world,
} from './siwx.test.fixtures.js'

resetEachTest()

/** Holds the next answer to this request, with its cookies, back until it is told to arrive. */
function hold(path: string): () => void {
  let arrive = (): void => undefined
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  world.late = (asked) => {
    if (asked !== path) return undefined
    world.late = undefined
    return held
  }
  return arrive
}

describe('C6: what comes late', () => {
  it('a session does not undo a sign-out in this page', async () => {
    const page = await connect({ required: false })
    await until('needed')
    const arrive = hold('verify')
    await waitUntil(() => page.click('Sign'))
    await until('verifying')
    await waitUntil(() => expect(count('verify')).toBe(1))
    await output().signOut()
    arrive()
    await waitUntil(() => expect(world.answered).toContain('verify'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([status(), await hasSession()]).toEqual(['needed', false])
    await sign(page)
    expect(await hasSession()).toBe(true)
  })

  it('a session does not undo a sign-out in another tab, and the page knows', async () => {
    const page = await connect({ required: false })
    await until('needed')
    const arrive = hold('verify')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('verify')).toBe(1))
    await fetch('http://localhost:3000/api/siwx/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      credentials: 'same-origin',
      body: '{}',
    })
    tellOfAnotherTab()
    arrive()
    await until('needed')
    expect(await hasSession()).toBe(false)
  })

  it('a list of sessions that is older than a sign-out brings nobody back', async () => {
    const options = { required: false, signOutOnDisconnect: false }
    const page = await connect(options)
    await sign(page)
    const arrive = hold('session')
    tellOfAnotherTab()
    await until('checking')
    await waitUntil(() => expect(count('session')).toBe(2))
    await output().signOut()
    arrive()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([status(), await hasSession()]).toEqual(['needed', false])
  })

  it('a sign-out is waited for before the sessions are read anew', async () => {
    const page = await connect()
    await sign(page)
    const arrive = hold('sign-out')
    await page.modal.disconnect()
    await waitUntil(() => expect(count('sign-out')).toBe(1))
    tellOfAnotherTab()
    await page.modal.connections.connect(world.fake.wallet.connector)
    await until('checking')
    arrive()
    await until('needed')
    expect(await hasSession()).toBe(false)
  })

  it('a sign-out is waited for before a session is asked for again, which it would end too', async () => {
    const page = await connect()
    await sign(page)
    const arrive = hold('sign-out')
    await page.modal.disconnect()
    await waitUntil(() => expect(count('sign-out')).toBe(1))
    await page.modal.connections.connect(world.fake.wallet.connector)
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await until('signing')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([status(), count('verify')]).toEqual(['signing', 1])
    arrive()
    await until('signedIn')
    expect(await hasSession()).toBe(true)
  })
})

it.each([true, false])('a session that comes after Cancel is taken back (required: %s)', async (required) => {
  const page = await connect({ required })
  await until('needed')
  output().state.subscribe(({ status: now }) => {
    if (now === 'verifying') void output().cancel()
  })
  await waitUntil(() => page.click('Sign'))
  await waitUntil(() => expect(count('sign-out')).toBe(1))
  await vi.waitFor(async () => expect(await hasSession()).toBe(false))
  expect(status()).toBe(required ? 'none' : 'needed')
})

/** The site's server fails for this path until it is told to work again. */
function breakDown(path: string): () => void {
  world.broken = (asked) => (asked === path ? new Response('', { status: 503 }) : undefined)
  return () => {
    world.broken = undefined
  }
}

describe('a sign-out that the server does not hear', () => {
  it('is told to the visitor, and the next page says it before it asks for anything', async () => {
    const page = await connect()
    await sign(page)
    const repair = breakDown('sign-out')
    await page.modal.disconnect()
    await waitUntil(() => expect(toast(page)).toContain('you are still signed in'))
    expect([await hasSession(), status()]).toEqual([true, 'none'])
    repair()
    world.asked.length = 0
    await reload()
    await waitUntil(() => expect(world.answered.at(-1)).toBe('session'))
    expect([await hasSession(), world.asked]).toEqual([false, ['sign-out', 'session']])
    await reload()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(count('sign-out')).toBe(1)
  })

  it('comes before a new session, which it would end', async () => {
    const page = await connect()
    await sign(page)
    const repair = breakDown('sign-out')
    await page.modal.disconnect()
    await waitUntil(() => expect(count('sign-out')).toBe(1))
    await page.modal.connections.connect(world.fake.wallet.connector)
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(toast(page)).toContain('Signing in did not work'))
    expect(count('verify')).toBe(1)
    repair()
    await sign(page)
    expect(await hasSession()).toBe(true)
  })

  it('is kept where even the list of sessions could not be read', async () => {
    await sign(await connect())
    await reload({ required: false })
    const repair = breakDown('session')
    tellOfAnotherTab()
    await world.rendered?.modal.disconnect()
    await waitUntil(() =>
      expect(localStorage.getItem('wallet-modal/sign-in/@wallet-modal/siwx/leaving')).toContain('eip155:'),
    )
    expect(await hasSession()).toBe(true)
    repair()
    await reload()
    await vi.waitFor(async () => expect(await hasSession()).toBe(false))
  })
})

it('a session of which only the answer got lost is taken back', async () => {
  const page = await connect({ required: false })
  await until('needed')
  world.cut = (path) => (path === 'verify' ? new Response('{"session":') : undefined)
  await waitUntil(() => page.click('Sign'))
  await waitUntil(() => expect(world.answered).toEqual(expect.arrayContaining(['verify', 'sign-out'])))
  expect([status(), await hasSession()]).toEqual(['needed', false])
  world.cut = undefined
  await sign(page)
  expect(await hasSession()).toBe(true)
})

describe('signing out', () => {
  it('ends what the wallet is being asked', async () => {
    const page = await connect({ required: false })
    await until('needed')
    world.fake.wallet.behaviour = 'wait'
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(world.fake.wallet.pendingRequests).toBe(1))
    await output().signOut()
    expect(status()).toBe('needed')
    world.fake.wallet.answer()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([status(), count('verify'), await hasSession()]).toEqual(['needed', 0, false])
  })

  it('by the site ends also what only the server knows', async () => {
    const page = await connect({ signOutOnDisconnect: false })
    await sign(page)
    await page.modal.disconnect()
    // another tab has changed something, so what is known here is void
    tellOfAnotherTab()
    expect(await hasSession()).toBe(true)
    await output().signOut()
    expect(await hasSession()).toBe(false)
  })

  it('comes with disconnecting', async () => {
    const page = await connect()
    await sign(page)
    const heard: unknown[] = []
    page.modal.on(signedOut, (gone) => heard.push(gone))
    await page.modal.disconnect()
    await waitUntil(() => expect(heard).toEqual([{ accountIds: [`eip155:1:${first}`] }]))
    expect([await hasSession(), status()]).toEqual([false, 'none'])
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
    await vi.waitFor(async () => expect([isConnected(), status(), await hasSession()]).toEqual([false, 'none', false]))
    world.rendered?.dispose()
    localStorage.clear()
    await sign(await connect({ required: false }))
    await output().signOut()
    expect([isConnected(), status(), await hasSession()]).toEqual([true, 'needed', false])
  })

  it('by the site leaves no other wallet that would be asked to sign in', async () => {
    const page = await connect()
    await sign(page)
    const { other } = world.fake
    other.addresses = [second ?? '']
    other.provider.sign = world.fake.wallet.provider.sign
    await page.modal.connections.connect(other.connector)
    await sign(page)
    expect(page.modal.connections.all.peek()).toHaveLength(2)
    await output().signOut()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([isConnected(), status(), isShown(), await hasSession()]).toEqual([false, 'none', false, false])
  })

  it('C6: in another tab is noticed', async () => {
    await sign(await connect())
    world.cookies.clear()
    tellOfAnotherTab()
    await until('needed')
  })
})
