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
import { createSiwxServer, type SiwxServer } from './server/siwx-server.js'

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
  server: SiwxServer | undefined
  /** Cookies of the browser, which outlive the page. */
  cookies: Map<string, string>
  /** Paths of all requests of the page. */
  requestedPaths: string[]
  /** Paths of the requests whose responses and cookies have reached the browser. */
  respondedPaths: string[]
  /** Response that the page gets instead of the server's. The server does not get the request. */
  broken: ((path: string) => Response | undefined) | undefined
  /** Response that the page gets instead of the server's. The browser stores the cookies of the server's response. */
  cut: ((path: string) => Response | undefined) | undefined
  /** Delays a response and its cookies until the promise resolves. */
  late: ((path: string) => Promise<void> | undefined) | undefined
  rendered: RenderedModal | undefined
  fake: FakeNamespace
}
export const world: World = {
  server: undefined,
  cookies: new Map(),
  requestedPaths: [],
  respondedPaths: [],
  broken: undefined,
  cut: undefined,
  late: undefined,
  rendered: undefined,
  fake: createFakeNamespace('eip155'),
}

const serverOf = ({ server }: World): SiwxServer => {
  if (!server) throw new Error('There is no server.')
  return server
}
const cookieHeader = (): string => [...world.cookies].map((one) => one.join('=')).join('; ')
/** The request with its `cookie` header, which a `Request` of a page does not show to scripts. */
const withCookies = (request: Request, credentials: RequestCredentials | undefined): Request => {
  const headers = { get: (name: string) => (name === 'cookie' ? cookie : request.headers.get(name)) }
  const cookie = credentials === 'same-origin' ? cookieHeader() : null
  return new Proxy(request, { get: (from, key) => (key === 'headers' ? headers : Reflect.get(from, key, from)) })
}

/** Registers hooks that reset the page before or after each test. Each test file must call it. */
export function resetEachTest(): void {
  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    localStorage.clear()
    world.cookies = new Map()
    world.requestedPaths = []
    world.respondedPaths = []
    world.broken = undefined
    world.cut = undefined
    world.late = undefined
    const { cookies, requestedPaths, respondedPaths } = world // a late reply of one test changes nothing in the next
    world.server = createSiwxServer({ origin, secrets: ['a secret of a test, long enough for it'], networks })
    vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
      const path = new URL(url).pathname.split('/').at(-1) ?? ''
      requestedPaths.push(path)
      const instead = world.broken?.(path)
      if (instead) return instead
      const response = await serverOf(world).handle(withCookies(new Request(url, init), init.credentials))
      await world.late?.(path)
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (cookie.includes('Max-Age=0')) cookies.delete(name)
        else cookies.set(name, value)
      }
      respondedPaths.push(path)
      return world.cut?.(path) ?? response
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
}

export const output = (): SignIn => {
  const found = world.rendered?.modal.use(siwx)
  if (!found) throw new Error('There is no modal.')
  return found
}
export const status = (): string => output().state.peek().status
export const until = (wanted: string): Promise<void> => waitUntil(() => expect(status()).toBe(wanted))
export const isShown = (): boolean => world.rendered?.modal.isOpen.peek() ?? false

/** Loads a page with the plugin and connects the wallet. */
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
/** Reloads the page: storage, `world.cookies` and the wallet's permission stay. */
export async function reload(options: SiwxOptions = {}): Promise<void> {
  world.rendered?.dispose()
  await load(options)
}

export const sign = async (page: RenderedModal): Promise<void> => {
  await until('needed')
  await waitUntil(() => page.click('Sign'))
  await until('signedIn')
}
export const count = (path: string): number => world.requestedPaths.filter((one) => one === path).length
/** Whether the browser has a session, as the site's server sees it. */
export const hasSession = async (): Promise<boolean> => {
  const sessions = await serverOf(world).readSessions(cookieHeader())
  return sessions.length > 0
}
/** The accounts that the site's server has sessions for. */
export const sessionsOnServer = async (): Promise<readonly string[]> =>
  (await serverOf(world).readSessions(cookieHeader())).map(({ accountId }) => accountId)
/** All text of the modal, including its toasts. */
export const toast = (page: RenderedModal): string => {
  const root = document.querySelector(`[data-wallet-modal="${page.modal.id}"]`)?.shadowRoot
  return root?.textContent ?? ''
}
export const dispatchOtherTabChange = (modalId = 'sign-in'): void => {
  const key = `wallet-modal/${modalId}/@wallet-modal/siwx/changed`
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: 'x' }))
}
export const isConnected = (): boolean => (world.rendered?.modal.connections.all.peek().length ?? 0) > 0
