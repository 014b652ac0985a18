import {
  createFakeNamespace,
  type FakeNamespace,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { SIWXSignMessage, type SignIn } from './contract.js'
import { type SiwxOptions, siwx } from './index.js'
import { createSiwxServer } from './server/siwx-server.js'

// published development keys of local chains
const keys = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const
const accounts = keys.map((key) => privateKeyToAccount(key))
export const [first, second] = accounts.map(({ address }) => address)
const networks = ['eip155:1', 'eip155:2'].map((caipNetworkId) => ({ caipNetworkId }))
const origin = 'http://localhost:3000'

interface World {
  /** What the browser keeps between pages. */
  cookies: Map<string, string>
  /** The requests that the site's server got. */
  asked: string[]
  /** What it does instead of answering. */
  broken: ((path: string) => Response | undefined) | undefined
  rendered: RenderedModal | undefined
  fake: FakeNamespace
}
export const world: World = {
  cookies: new Map(),
  asked: [],
  broken: undefined,
  rendered: undefined,
  fake: createFakeNamespace('eip155'),
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  world.cookies = new Map()
  world.asked = []
  world.broken = undefined
  const server = createSiwxServer({ origin, secrets: ['a secret of a test, long enough for it'], networks })
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const path = new URL(url).pathname.split('/').at(-1) ?? ''
    world.asked.push(path)
    const instead = world.broken?.(path)
    if (instead) return instead
    // the page's own Request keeps cookies from scripts, so the server gets what it reads of one
    const headers = new Map(Object.entries(init.headers ?? {}))
    if (init.credentials === 'same-origin')
      headers.set('cookie', [...world.cookies].map((one) => one.join('=')).join('; '))
    const request = {
      url,
      method: init.method ?? 'GET',
      headers: { get: (name: string) => headers.get(name) ?? null },
      body: new Blob([String(init.body)]).stream(),
    }
    const response = await server.handle(request as unknown as Request)
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (cookie.includes('Max-Age=0')) world.cookies.delete(name)
      else world.cookies.set(name, value)
    }
    return response
  })
  world.fake = createFakeNamespace('eip155')
  world.fake.wallet.addresses = [first ?? '', second ?? '']
  const ask = world.fake.wallet.provider.sign
  world.fake.wallet.provider.sign = async (message) => {
    await ask(message)
    const account = accounts.find(({ address }) => message.includes(address))
    return account?.signMessage({ message }) ?? ''
  }
})
afterEach(() => {
  world.rendered?.dispose()
  world.rendered = undefined
  vi.unstubAllGlobals()
})

export const output = (): SignIn => {
  const found = world.rendered?.modal.use(siwx)
  if (!found) throw new Error('There is no modal.')
  return found
}
export const status = (): string => output().state.peek().status
export const until = (wanted: string): Promise<void> => waitUntil(() => expect(status()).toBe(wanted))
export const isShown = (): boolean => world.rendered?.modal.isOpen.peek() ?? false

/** A page with the plugin and a wallet. The modal is opened, as by a visitor, and the wallet connected. */
export async function connect(options: SiwxOptions = {}): Promise<RenderedModal> {
  await load(options)
  await world.rendered?.modal.connections.connect(world.fake.wallet.connector)
  if (!world.rendered) throw new Error('There is no modal.')
  return world.rendered
}
export async function load(options: SiwxOptions = {}): Promise<void> {
  world.rendered = await renderModal([world.fake.plugin(), siwx(options)], {
    id: 'sign-in',
    networks: world.fake.networks,
    view: SIWXSignMessage,
  })
  world.rendered.modal.close()
}
/** The page is left and loaded anew: storage, world.cookies and the wallet's permission stay. */
export async function reload(options: SiwxOptions = {}): Promise<void> {
  world.rendered?.dispose()
  await load(options)
}

export const sign = async (page: RenderedModal): Promise<void> => {
  await until('needed')
  await waitUntil(() => page.click('Sign'))
  await until('signedIn')
}
export const count = (path: string): number => world.asked.filter((one) => one === path).length
export const isConnected = (): boolean => (world.rendered?.modal.connections.all.peek().length ?? 0) > 0
