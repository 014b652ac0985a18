// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import {
  createFakeNamespace,
  type FakeNamespace,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SIWXSignMessage, type SignIn, signedIn, signedOut } from './contract.js'
import { type SiwxOptions, siwx } from './index.js'
import { createSiwxServer } from './server/siwx-server.js'

// published development keys of local chains
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const accounts = keys.map((key) => privateKeyToAccount(key))
const [first, second] = accounts.map(({ address }) => address)
const networks = ['eip155:1', 'eip155:2'].map((caipNetworkId) => ({ caipNetworkId }))
const origin = 'http://localhost:3000'

/** What the browser keeps between pages: cookies. */
let cookies: Map<string, string>
/** The requests that the site's server got, and what it does instead of answering. */
let asked: string[]
let broken: ((path: string) => Response | undefined) | undefined
let rendered: RenderedModal | undefined
let fake: FakeNamespace

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  cookies = new Map()
  asked = []
  broken = undefined
  const server = createSiwxServer({ origin, secrets: ['a secret of a test, long enough for it'], networks })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url).pathname.split('/').at(-1) ?? ''
    asked.push(path)
    const instead = broken?.(path)
    if (instead) return instead
    // the page's own Request keeps cookies from scripts, so the server gets what it reads of one
    const headers = new Map(Object.entries(init.headers ?? {}))
    if (init.credentials === 'same-origin') headers.set('cookie', [...cookies].map((one) => one.join('=')).join('; '))
    const request = {
      url,
      method: init.method ?? 'GET',
      headers: { get: (name: string) => headers.get(name) ?? null },
      text: async () => String(init.body),
    }
    const response = await server.handle(request as unknown as Request)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (cookie.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  })
  fake = createFakeNamespace('eip155')
  fake.wallet.addresses = [first ?? '', second ?? '']
  const ask = fake.wallet.provider.sign
  fake.wallet.provider.sign = async (message) => {
    await ask(message)
    const account = accounts.find(({ address }) => message.includes(address))
    return account?.signMessage({ message }) ?? ''
  }
})
afterEach(() => {
  rendered?.dispose()
  rendered = undefined
  vi.unstubAllGlobals()
})

const output = (): SignIn => {
  const found = rendered?.modal.use(siwx)
  if (!found) throw new Error('There is no modal.')
  return found
}
const status = (): string => output().state.peek().status
const until = (wanted: string): Promise<void> => waitUntil(() => expect(status()).toBe(wanted))
const isShown = (): boolean => rendered?.modal.isOpen.peek() ?? false

/** A page with the plugin and a wallet. The modal is opened, as by a visitor, and the wallet connected. */
async function connect(options: SiwxOptions = {}): Promise<RenderedModal> {
  await load(options)
  await rendered?.modal.connections.connect(fake.wallet.connector)
  if (!rendered) throw new Error('There is no modal.')
  return rendered
}
async function load(options: SiwxOptions = {}): Promise<void> {
  rendered = await renderModal([fake.plugin(), siwx(options)], {
    id: 'sign-in',
    networks: fake.networks,
    view: SIWXSignMessage,
  })
  rendered.modal.close()
}
/** The page is left and loaded anew: storage, cookies and the wallet's permission stay. */
async function reload(options: SiwxOptions = {}): Promise<void> {
  rendered?.dispose()
  await load(options)
}

const sign = async (page: RenderedModal): Promise<void> => {
  await until('needed')
  await waitUntil(() => page.click('Sign'))
  await until('signedIn')
}
const count = (path: string): number => asked.filter((one) => one === path).length
const isConnected = (): boolean => (rendered?.modal.connections.all.peek().length ?? 0) > 0

describe('signing in', () => {
  it('C1: asks on connecting, signs once however often it is pressed, and closes', async () => {
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

  it('is not asked for again after a reload', async () => {
    await sign(await connect())
    await reload()
    await until('signedIn')
    expect([isShown(), count('nonce')]).toEqual([false, 1])
  })

  it('A7: is asked for again after a reload without having signed, where it is required', async () => {
    await connect()
    await until('needed')
    await reload()
    await waitUntil(() => expect([status(), isShown()]).toEqual(['needed', true]))
  })

  it('is left alone after a reload where it is not required', async () => {
    await connect({ required: false })
    await until('needed')
    await reload({ required: false })
    await until('needed')
    expect(isShown()).toBe(false)
  })

  it('is one per account and network, and kept for each', async () => {
    const page = await connect()
    await sign(page)
    fake.wallet.changeNetwork('eip155:2')
    await sign(page)
    expect(output().session.peek()?.accountId).toBe(`eip155:2:${first}`)
    fake.wallet.changeNetwork('eip155:1')
    await until('signedIn')
    expect([isShown(), count('nonce')]).toEqual([false, 2])
    page.modal.connections.adapter('eip155').switchAccount(second ?? '')
    await sign(page)
    expect(output().session.peek()?.accountId).toBe(`eip155:1:${second}`)
  })

  it('waits for a network that the site lists', async () => {
    await load()
    fake.wallet.caipNetworkId = 'eip155:9'
    await rendered?.modal.connections.connect(fake.wallet.connector)
    fake.wallet.changeNetwork('eip155:8')
    expect(status()).toBe('none')
    fake.wallet.changeNetwork('eip155:1')
    await until('needed')
  })
})

describe('leaving', () => {
  it('A5: is refused while sign-in is required, and Cancel disconnects', async () => {
    const page = await connect()
    await until('needed')
    expect([page.close(), isShown()]).toEqual([false, true])
    await waitUntil(() => page.click('Cancel'))
    await waitUntil(() => expect([isConnected(), isShown(), status()]).toEqual([false, false, 'none']))
    expect(count('nonce')).toBe(0)
  })

  it('is free where sign-in is not required, and the wallet stays', async () => {
    const page = await connect({ required: false })
    await until('needed')
    await waitUntil(() => page.click('Cancel'))
    await waitUntil(() => expect(isShown()).toBe(false))
    expect([isConnected(), status()]).toEqual([true, 'needed'])
    const later = output().signIn()
    await waitUntil(() => page.click('Sign'))
    expect((await later)?.accountId).toBe(`eip155:1:${first}`)
  })

  it('leads back to the network that has a session, where there is one', async () => {
    const page = await connect()
    await sign(page)
    fake.wallet.changeNetwork('eip155:2')
    await until('needed')
    await waitUntil(() => page.click('Cancel'))
    await until('signedIn')
    expect([output().session.peek()?.accountId, isShown()]).toEqual([`eip155:1:${first}`, false])
  })

  it('E6: what a page’s storage says counts for nothing', async () => {
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
    rendered?.modal.open().catch(() => undefined)
    expect(rendered?.text()).toContain('asks you to prove')
  })
})

describe('what goes wrong', () => {
  it('a declined signature leaves everything as it was, and can be tried again', async () => {
    const page = await connect()
    fake.wallet.behaviour = 'reject'
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('nonce')).toBe(1))
    await until('needed')
    expect([isShown(), count('verify')]).toEqual([true, 0])
    fake.wallet.behaviour = 'approve'
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
    broken = (path) => (path === 'verify' ? answer() : undefined)
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
    broken = (path) => (path === 'nonce' ? Response.json({ ...challenge, ...times }) : undefined)
    const signing = vi.spyOn(fake.wallet.provider, 'sign')
    await until('needed')
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(count('nonce')).toBe(1))
    await until('needed')
    expect(signing).not.toHaveBeenCalled()
  })

  it('a server that cannot say who is signed in disconnects, where sign-in is required', async () => {
    broken = () => new Response('', { status: 500 })
    await connect()
    await waitUntil(() => expect([isConnected(), status()]).toEqual([false, 'none']), 6000)
    expect(isShown()).toBe(false)
  })

  it('C4: a signature that comes after the account was changed counts for nothing', async () => {
    const page = await connect()
    await until('needed')
    fake.wallet.behaviour = 'wait'
    await waitUntil(() => page.click('Sign'))
    await waitUntil(() => expect(fake.wallet.openQuestions).toBe(1))
    page.modal.connections.adapter('eip155').switchAccount(second ?? '')
    await waitUntil(() =>
      expect(output().state.peek()).toMatchObject({ status: 'needed', accountId: `eip155:1:${second}` }),
    )
    fake.wallet.answer()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect([status(), count('verify')]).toEqual(['needed', 0])
  })
})

it('a signature that comes after Cancel counts for nothing', async () => {
  const page = await connect({ required: false })
  await until('needed')
  fake.wallet.behaviour = 'wait'
  await waitUntil(() => page.click('Sign'))
  await waitUntil(() => expect(fake.wallet.openQuestions).toBe(1))
  page.click('Cancel')
  await waitUntil(() => expect(isShown()).toBe(false))
  fake.wallet.answer()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([status(), count('verify'), cookies.has('siwx')]).toEqual(['needed', 0, false])
})

describe('signing out', () => {
  it('comes with disconnecting', async () => {
    const page = await connect()
    await sign(page)
    const heard: unknown[] = []
    page.modal.on(signedOut, (gone) => heard.push(gone))
    await page.modal.disconnect()
    await waitUntil(() => expect(heard).toEqual([{ accountIds: [`eip155:1:${first}`] }]))
    expect([cookies.has('siwx'), status()]).toEqual([false, 'none'])
    await page.modal.connections.connect(fake.wallet.connector)
    await until('needed')
  })

  it('does not where the site says so: who comes back is still signed in', async () => {
    const page = await connect({ signOutOnDisconnect: false })
    await sign(page)
    await page.modal.disconnect()
    await page.modal.connections.connect(fake.wallet.connector)
    await until('signedIn')
    expect([count('sign-out'), count('nonce')]).toEqual([0, 1])
  })

  it('by the site disconnects where sign-in is required, and otherwise does not', async () => {
    await sign(await connect())
    await output().signOut()
    await waitUntil(() => expect([isConnected(), status(), cookies.has('siwx')]).toEqual([false, 'none', false]))
    rendered?.dispose()
    localStorage.clear()
    await sign(await connect({ required: false }))
    await output().signOut()
    expect([isConnected(), status(), cookies.has('siwx')]).toEqual([true, 'needed', false])
  })

  it('C6: in another tab is noticed', async () => {
    await sign(await connect())
    cookies.clear()
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'wallet-modal/sign-in/@wallet-modal/siwx/changed', newValue: 'x' }),
    )
    await until('needed')
  })
})
