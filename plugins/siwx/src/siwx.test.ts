// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { SIWXSignMessage, SignInSessions, signedIn } from './contract.js'
import {
  connect,
  count,
  dispatchOtherTabChange,
  first,
  isConnected,
  isShown,
  load,
  output,
  reload,
  resetEachTest,
  second,
  sign,
  status,
  until,
  world,
} from './siwx.test.fixtures.js'

resetEachTest()

describe('signing in', () => {
  it('C1: is requested on connect, signs once for 50 clicks, and closes the modal', async () => {
    const page = await connect()
    await until('needed')
    await waitUntil(() => expect(page.text()).toContain('asks you to prove'))
    const heard: unknown[] = []
    page.modal.on(signedIn, (record) => heard.push(record))
    for (let click = 0; click < 50; click++) page.click('Sign')
    await until('signedIn')
    expect(isShown()).toBe(false)
    expect([count('nonce'), count('verify')]).toEqual([1, 1])
    const accountId = `eip155:1:${first}`
    expect(output().session.peek()?.accountId).toBe(accountId)
    expect(heard).toMatchObject([{ data: { address: first, domain: 'localhost:3000' }, session: { accountId } }])
  })

  it('is confirmed, and not requested again, if the site opens the view for a visitor who is signed in', async () => {
    const page = await connect()
    await sign(page)
    void page.modal.open({ view: SIWXSignMessage })
    await waitUntil(() => expect(page.text()).toContain('You are signed in'))
    expect(page.text()).toContain(first?.slice(0, 6))
    expect(page.text()).not.toContain('asks you to prove')
  })

  it('works on a page that is not a secure context, where crypto.randomUUID is missing', async () => {
    const page = await connect()
    const { getRandomValues, subtle } = crypto
    vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto), subtle })
    await sign(page)
    await reload()
    await until('signedIn')
  })

  it('is not requested again after a reload', async () => {
    await sign(await connect())
    await reload()
    await until('signedIn')
    expect([isShown(), count('nonce')]).toEqual([false, 1])
  })

  it('A7: is requested again after a reload if it is required and was not done', async () => {
    await connect()
    await until('needed')
    await reload()
    await waitUntil(() => expect([status(), isShown()]).toEqual(['needed', true]))
  })

  it('is not requested after a reload if it is optional', async () => {
    await connect({ required: false })
    await until('needed')
    await reload({ required: false })
    await until('needed')
    expect(isShown()).toBe(false)
  })

  it('C6: is requested on connect, if it is optional, also if another tab signs in while the sessions are read', async () => {
    let respond = (): void => undefined
    const isHeld = new Promise<void>((resolve) => (respond = resolve))
    await load({ required: false })
    world.late = (path) => (path === 'session' ? isHeld : undefined)
    await world.rendered?.modal.connections.connect(world.fake.wallet.connector)
    await until('checking')
    dispatchOtherTabChange()
    respond()
    await until('needed')
    await waitUntil(() => expect(isShown()).toBe(true))
  })

  it('is requested after a switch of the account in the modal, also after a reload, if it is optional', async () => {
    await connect({ required: false })
    await until('needed')
    await reload({ required: false })
    await until('needed')
    void world.rendered?.modal.open({ view: SignInSessions })
    await waitUntil(() => expect(isShown()).toBe(true))
    world.rendered?.modal.connections.adapter('eip155').switchAccount(second ?? '')
    await waitUntil(() => expect(world.rendered?.text()).toContain('Sign In'))
  })

  it('is not requested by a hidden tab or a closed modal when the account was switched elsewhere, if it is optional', async () => {
    const page = await connect({ required: false })
    await until('needed')
    page.close()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    world.fake.wallet.changeAccounts([second ?? '', first ?? ''])
    await waitUntil(() =>
      expect(output().state.peek()).toMatchObject({
        status: 'needed',
        accountId: expect.stringContaining(second ?? ''),
      }),
    )
    expect(isShown()).toBe(false)
    visibility.mockRestore()
    await reload({ required: false })
    await until('needed')
    world.fake.wallet.changeAccounts([first ?? '', second ?? ''])
    await waitUntil(() =>
      expect(output().state.peek()).toMatchObject({
        status: 'needed',
        accountId: expect.stringContaining(first ?? ''),
      }),
    )
    expect(isShown()).toBe(false)
  })

  it('creates one session per account and network, and keeps each', async () => {
    const page = await connect()
    await sign(page)
    world.fake.wallet.changeNetwork('eip155:2')
    await sign(page)
    expect(output().session.peek()?.accountId).toBe(`eip155:2:${first}`)
    world.fake.wallet.changeNetwork('eip155:1')
    await until('signedIn')
    expect([isShown(), count('nonce')]).toEqual([false, 2])
    page.modal.connections.adapter('eip155').switchAccount(second ?? '')
    await sign(page)
    expect(output().session.peek()?.accountId).toBe(`eip155:1:${second}`)
  })

  it('is not offered on a network that the site does not list: the view asks for another network', async () => {
    const page = await connect()
    await until('needed')
    world.fake.wallet.changeNetwork('eip155:9')
    await until('none')
    void page.modal.open({ view: SIWXSignMessage })
    await waitUntil(() => expect(page.text()).toContain('Switch to a network of this site to sign in.'))
    expect(page.text()).not.toContain('asks you to prove')
  })

  it('is not requested before the wallet is on a network that the site lists', async () => {
    await load()
    world.fake.wallet.caipNetworkId = 'eip155:9'
    await world.rendered?.modal.connections.connect(world.fake.wallet.connector)
    world.fake.wallet.changeNetwork('eip155:8')
    expect(status()).toBe('none')
    world.fake.wallet.changeNetwork('eip155:1')
    await until('needed')
  })
})

describe('the challenge', () => {
  it('is fetched before the button is clicked, so that the wallet opens at once', async () => {
    const page = await connect()
    await waitUntil(() => expect(count('nonce')).toBe(1))
    await until('needed')
    world.fake.wallet.behaviour = 'wait'
    world.broken = () => new Response('', { status: 500 })
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(world.fake.wallet.pendingRequests).toBe(1))
    expect(count('nonce')).toBe(1)
  })

  it('is fetched on click if the earlier request failed or was too long ago', async () => {
    world.broken = (path) => (path === 'nonce' ? new Response('', { status: 500 }) : undefined)
    const page = await connect()
    await waitUntil(() => expect(count('nonce')).toBe(2)) // one when the modal opens, one when the view opens
    world.broken = undefined
    world.fake.wallet.behaviour = 'reject'
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('nonce')).toBe(4)) // one on click, one for the next click
    await until('needed')
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 61_000)
    world.fake.wallet.behaviour = 'approve'
    await sign(page)
    expect(count('nonce')).toBe(5)
    vi.restoreAllMocks()
  })

  it('is not fetched while the sign-in view is closed', async () => {
    await connect({ required: false })
    await until('needed')
    await reload({ required: false })
    await until('needed')
    expect(count('nonce')).toBe(1)
  })
})

describe('closing the sign-in view', () => {
  it('A5: is refused while sign-in is required, and Cancel disconnects', async () => {
    const page = await connect()
    await until('needed')
    expect([page.close(), isShown()]).toEqual([false, true])
    await waitUntil(() => expect(page.text()).toContain('If you cancel, your wallet is disconnected.'))
    await waitUntil(() => page.click('Cancel'))
    await waitUntil(() => expect([isConnected(), isShown(), status()]).toEqual([false, false, 'none']))
    expect(count('verify')).toBe(0)
  })

  it('is allowed if sign-in is optional, and the wallet stays connected', async () => {
    const page = await connect({ required: false })
    await until('needed')
    await waitUntil(() => page.click('Cancel'))
    await waitUntil(() => expect(isShown()).toBe(false))
    expect([isConnected(), status()]).toEqual([true, 'needed'])
    const later = output().signIn()
    await waitUntil(() => page.click('Sign'))
    expect((await later)?.accountId).toBe(`eip155:1:${first}`)
  })

  it('works at once after a connection, although the replies of the session and of the challenge may both set the cookie', async () => {
    world.late = (path) => new Promise((resolve) => setTimeout(resolve, path === 'session' ? 100 : 80))
    const page = await connect({ required: false })
    const session = output().signIn()
    await sign(page)
    expect((await session)?.accountId).toBe(`eip155:1:${first}`)
  })

  it('switches back to the network that has a session', async () => {
    const page = await connect()
    await sign(page)
    world.fake.wallet.changeNetwork('eip155:2')
    await until('needed')
    await waitUntil(() => expect(page.text()).toContain('If you cancel, your wallet switches back to eip155 1.'))
    expect(page.text()).not.toContain('disconnected')
    await waitUntil(() => page.click('Cancel'))
    await until('signedIn')
    expect([output().session.peek()?.accountId, isShown()]).toEqual([`eip155:1:${first}`, false])
  })

  it('states that Cancel disconnects if another account has the session', async () => {
    const page = await connect()
    await sign(page)
    page.modal.connections.adapter('eip155').switchAccount(second ?? '')
    await until('needed')
    world.fake.wallet.changeNetwork('eip155:2')
    expect(await output().networkAfterCancel()).toBeNull()
    await waitUntil(() => expect(page.text()).toContain('If you cancel, your wallet is disconnected.'))
    await waitUntil(() => page.click('Cancel'))
    await waitUntil(() => expect(isConnected()).toBe(false))
  })

  it('E6: does not become possible by a session forged in the page’s storage', async () => {
    await connect()
    await until('needed')
    localStorage.setItem('wallet-modal/sign-in/@wallet-modal/siwx/changed', JSON.stringify({ v: 1, data: 'forged' }))
    localStorage.setItem(
      'wallet-modal/sign-in/@wallet-modal/siwx/session',
      JSON.stringify({ v: 1, data: { accountId: first } }),
    )
    window.dispatchEvent(new StorageEvent('storage', { key: null }))
    await reload()
    await waitUntil(() => expect([status(), isShown()]).toEqual(['needed', true]))
    world.rendered?.modal.open().catch(() => undefined)
    expect(world.rendered?.text()).toContain('asks you to prove')
  })
})
