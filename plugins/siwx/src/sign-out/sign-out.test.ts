// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { signedOut } from '../contract.js'
import {
  connect,
  count,
  dispatchOtherTabChange,
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
  toast,
  until,
  world,
} from '../siwx.test.fixtures.js'

resetEachTest()

/** Delays the next response to this path, and its cookies, until the returned function is called. */
function hold(path: string): () => void {
  let arrive = (): void => undefined
  const held = new Promise<void>((resolve) => {
    arrive = resolve
  })
  world.late = (requestedPath) => {
    if (requestedPath !== path) return undefined
    world.late = undefined
    return held
  }
  return arrive
}

describe('C6: a late response', () => {
  it('with a session does not undo a sign-out in this page', async () => {
    const page = await connect({ required: false })
    await until('needed')
    const arrive = hold('verify')
    await waitUntil(() => page.click('Sign'))
    await until('verifying')
    await waitUntil(() => expect(count('verify')).toBe(1))
    await output().signOut()
    arrive()
    await waitUntil(() => expect(world.respondedPaths).toContain('verify'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([status(), await hasSession()]).toEqual(['needed', false])
    await sign(page)
    expect(await hasSession()).toBe(true)
  })

  it('with a session does not undo a sign-out in another tab, and the status becomes "needed"', async () => {
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
    dispatchOtherTabChange()
    arrive()
    await until('needed')
    expect(await hasSession()).toBe(false)
  })

  it('that lists sessions ended by a sign-out does not restore them', async () => {
    const options = { required: false, signOutOnDisconnect: false }
    const page = await connect(options)
    await sign(page)
    const arrive = hold('session')
    dispatchOtherTabChange()
    await until('checking')
    await waitUntil(() => expect(count('session')).toBe(2))
    await output().signOut()
    arrive()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([status(), await hasSession()]).toEqual(['needed', false])
  })

  it('to a sign-out is awaited before the sessions are read again', async () => {
    const page = await connect()
    await sign(page)
    const arrive = hold('sign-out')
    await page.modal.disconnect()
    await waitUntil(() => expect(count('sign-out')).toBe(1))
    dispatchOtherTabChange()
    await page.modal.connections.connect(world.fake.wallet.connector)
    await until('checking')
    arrive()
    await until('needed')
    expect(await hasSession()).toBe(false)
  })

  it('to a sign-out is awaited before the next sign-in, whose session it would end', async () => {
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

it.each([true, false])('a session that arrives after Cancel is ended (required: %s)', async (required) => {
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

/** Makes the site's server fail for this path until the returned function is called. */
function breakDown(path: string): () => void {
  world.broken = (requestedPath) => (requestedPath === path ? new Response('', { status: 503 }) : undefined)
  return () => {
    world.broken = undefined
  }
}

describe('a sign-out that does not reach the server', () => {
  it('is reported to the visitor, and the next page sends it before any other request', async () => {
    const page = await connect()
    await sign(page)
    const repair = breakDown('sign-out')
    await page.modal.disconnect()
    await waitUntil(() => expect(toast(page)).toContain('you are still signed in'))
    expect([await hasSession(), status()]).toEqual([true, 'none'])
    repair()
    world.requestedPaths.length = 0
    await reload()
    await waitUntil(() => expect(world.respondedPaths).toContain('session'))
    expect([await hasSession(), world.requestedPaths.slice(0, 2)]).toEqual([false, ['sign-out', 'session']])
    await reload()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(count('sign-out')).toBe(1)
  })

  it('is sent again before a new sign-in, whose session it would end', async () => {
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

  it('is stored even if the sessions could not be read, and sent by the next page', async () => {
    await sign(await connect())
    await reload({ required: false })
    const repair = breakDown('session')
    dispatchOtherTabChange()
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

it('a session whose response was cut off is ended', async () => {
  const page = await connect({ required: false })
  await until('needed')
  world.cut = (path) => (path === 'verify' ? new Response('{"session":') : undefined)
  await waitUntil(() => page.click('Sign'))
  await waitUntil(() => expect(world.respondedPaths).toEqual(expect.arrayContaining(['verify', 'sign-out'])))
  expect([status(), await hasSession()]).toEqual(['needed', false])
  world.cut = undefined
  await sign(page)
  expect(await hasSession()).toBe(true)
})

describe('signing out', () => {
  it('discards the signature of a pending request', async () => {
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

  it('requested by the site also ends sessions that the page does not know', async () => {
    const page = await connect({ signOutOnDisconnect: false })
    await sign(page)
    await page.modal.disconnect()
    // another tab has signed in or out, so this page no longer uses the sessions that it knows
    dispatchOtherTabChange()
    expect(await hasSession()).toBe(true)
    await output().signOut()
    expect(await hasSession()).toBe(false)
  })

  it('happens on disconnect', async () => {
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

  it('does not happen on disconnect with signOutOnDisconnect: false; the account is signed in after a reconnect', async () => {
    const page = await connect({ signOutOnDisconnect: false })
    await sign(page)
    await page.modal.disconnect()
    await page.modal.connections.connect(world.fake.wallet.connector)
    await until('signedIn')
    expect([count('sign-out'), count('nonce')]).toEqual([0, 1])
  })

  it('by the site disconnects the wallet only if sign-in is required', async () => {
    await sign(await connect())
    await output().signOut()
    await vi.waitFor(async () => expect([isConnected(), status(), await hasSession()]).toEqual([false, 'none', false]))
    world.rendered?.dispose()
    localStorage.clear()
    await sign(await connect({ required: false }))
    await output().signOut()
    expect([isConnected(), status(), await hasSession()]).toEqual([true, 'needed', false])
  })

  it('by the site disconnects all wallets if sign-in is required', async () => {
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

  it('C6: in another tab sets the status of this tab to "needed"', async () => {
    await sign(await connect())
    world.cookies.clear()
    dispatchOtherTabChange()
    await until('needed')
  })
})
