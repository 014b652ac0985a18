import { beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../store.js'
import { accountsRoutes } from '../routes.js'
import { loginRoutes } from './login-routes.js'
import { type AccountLogin, MAX_LOGINS, SESSION_MS } from './logins.js'

const SITE = 'https://shop.example'
const FRAME = 'https://wallet.example'
const EMAIL = 'visitor@shop.example'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36'
const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:133.0) Gecko/20100101 Firefox/133.0'
const keyRecord = { address: `0x${'5a'.repeat(20)}`, share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) }

interface Device {
  readonly id: string
  readonly browser: string
  readonly isCurrent: boolean
}

function fresh(newBrowsers: 'code' | 'link' = 'code') {
  const clock = { now: Date.now() }
  const mails: { readonly subject: string; readonly text: string }[] = []
  const store = memoryStore()
  const app = accountsRoutes({
    ...{ frameOrigin: FRAME, allowedOrigins: [SITE], store, newBrowsers, chains: [], now: () => clock.now },
    encryptionKey: new Uint8Array(32).fill(7),
    mailer: { send: async (mail) => void mails.push(mail) },
    frameFiles: async () => new Map(),
  })
  const call = async (
    path: string,
    { session, body, method = body === undefined ? 'GET' : 'POST', agent = chrome, origin = FRAME }: CallOptions = {},
  ) => {
    const response = await app.request(path.startsWith('/') ? path : `/accounts/${path}`, {
      method,
      headers: { origin, 'user-agent': agent, ...(session && { authorization: `Bearer ${session}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
  }
  const enterCode = async (request: unknown, agent?: string): Promise<string> => {
    const code = mails.at(-1)?.subject.slice(0, 6)
    const { body } = await call('email/verify', { body: { request, code }, ...(agent && { agent }) })
    return String(body.session)
  }
  const logIn = async (agent?: string, email = EMAIL): Promise<string> => {
    clock.now += 31_000
    return enterCode((await call('email/code', { body: { email, site: SITE } })).body.request, agent)
  }
  const devices = async (session: string) =>
    (await call('devices', { session })).body.devices as readonly Device[] | undefined
  return { clock, mails, store, app, call, enterCode, logIn, devices }
}

interface CallOptions {
  readonly session?: string
  readonly body?: unknown
  readonly method?: string
  readonly agent?: string
  readonly origin?: string
}

let gateway: ReturnType<typeof fresh>
beforeEach(() => {
  gateway = fresh()
})

describe('devices of an account', () => {
  it('are listed with site and browser, the last used first, and without session tokens', async () => {
    const first = await gateway.logIn(chrome)
    const second = await gateway.logIn(firefox)
    const { body } = await gateway.call('devices', { session: second })
    expect(body.devices).toEqual([
      expect.objectContaining({ site: SITE, browser: 'Firefox on macOS', isCurrent: true }),
      expect.objectContaining({ site: SITE, browser: 'Chrome on Linux', isCurrent: false }),
    ])
    for (const token of [first, second]) expect(JSON.stringify(body)).not.toContain(token)
    gateway.clock.now += 120_000
    expect((await gateway.devices(first))?.map(({ browser }) => browser)).toEqual([
      'Chrome on Linux',
      'Firefox on macOS',
    ])
  })

  it('F3: a device that was signed out by another one gets neither the gateway’s share nor other data', async () => {
    const mine = await gateway.logIn()
    await gateway.call('key', { session: mine, method: 'PUT', body: keyRecord })
    const theirs = await gateway.logIn(firefox)
    expect((await gateway.call('key', { session: theirs })).status).toBe(200)
    const other = (await gateway.devices(mine))?.find(({ isCurrent }) => !isCurrent)?.id
    expect((await gateway.call(`devices/${other}`, { session: mine, method: 'DELETE' })).status).toBe(200)
    for (const path of ['key', 'me', 'devices', 'passkeys'])
      expect((await gateway.call(path, { session: theirs })).status, path).toBe(401)
    expect((await gateway.call('devices', { session: theirs, method: 'DELETE' })).status).toBe(401)
    expect((await gateway.call('key', { session: mine })).status).toBe(200)
    expect(await gateway.devices(mine)).toHaveLength(1)
    expect((await gateway.call(`devices/${other}`, { session: mine, method: 'DELETE' })).status).toBe(404)
  })

  it('are all signed out at once, except the current device', async () => {
    const others = [await gateway.logIn(), await gateway.logIn(firefox)]
    const mine = await gateway.logIn()
    expect((await gateway.call('devices', { session: mine, method: 'DELETE' })).body).toEqual({ ended: 2 })
    for (const session of others) expect((await gateway.call('me', { session })).status).toBe(401)
    expect((await gateway.call('me', { session: mine })).status).toBe(200)
  })

  it('are not signed out by another account, from another origin, or without a session', async () => {
    const mine = await gateway.logIn()
    const [device] = (await gateway.devices(mine)) ?? []
    const stranger = await gateway.logIn(chrome, 'stranger@shop.example')
    const end = (more: CallOptions) => gateway.call(`devices/${device?.id}`, { method: 'DELETE', ...more })
    expect((await end({ session: stranger })).status).toBe(404)
    expect((await gateway.call('devices', { session: stranger, method: 'DELETE' })).body).toEqual({ ended: 0 })
    expect((await end({ session: mine, origin: SITE })).status).toBe(403)
    expect((await end({})).status).toBe(401)
    expect(await gateway.devices(mine)).toHaveLength(1)
  })

  it('are removed from the list when they sign out and when their session expires', async () => {
    const [first, second] = [await gateway.logIn(), await gateway.logIn()]
    await gateway.call('sign-out', { session: first, body: {} })
    expect(await gateway.devices(second)).toHaveLength(1)
    gateway.clock.now += SESSION_MS - 10_000
    const third = await gateway.logIn()
    gateway.clock.now += 10_000
    expect(await gateway.devices(third)).toHaveLength(1)
    expect(await gateway.devices(second)).toBeUndefined()
  })

  it(`are at most ${MAX_LOGINS}: a further login ends the oldest session`, async () => {
    const sessions: string[] = []
    for (let at = 0; at <= MAX_LOGINS; at++) {
      gateway.clock.now += 180_000
      sessions.push(await gateway.logIn())
    }
    const [oldest = '', next = ''] = sessions
    expect((await gateway.call('me', { session: oldest })).status).toBe(401)
    expect(await gateway.devices(next)).toHaveLength(MAX_LOGINS)
  })
})

describe('devices of an account whose new browsers need a link', () => {
  beforeEach(() => {
    gateway = fresh('link')
  })
  const ask = (digit: string) => {
    gateway.clock.now += 31_000
    return gateway.call('email/code', { body: { email: EMAIL, site: SITE, device: digit.repeat(64) } })
  }
  const isRegistered = async (digit: string): Promise<boolean> => 'request' in (await ask(digit)).body
  const logInByLink = async (digit: string): Promise<string> => {
    const { attempt } = (await ask(digit)).body
    const link = /\/device\/[\da-f]{64}/.exec(gateway.mails.at(-1)?.text ?? '')?.[0] ?? ''
    await gateway.app.request(link, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) })
    return gateway.enterCode((await gateway.call('email/device', { body: { attempt } })).body.request)
  }
  const logInAgain = async (digit: string): Promise<string> => gateway.enterCode((await ask(digit)).body.request)

  it('need a new link after another device signed them out', async () => {
    await logInByLink('a')
    const mine = await logInByLink('b')
    await gateway.call('devices', { session: mine, method: 'DELETE' })
    expect([await isRegistered('a'), await isRegistered('b')]).toEqual([false, true])
  })

  it('stay registered while another login of the same browser continues', async () => {
    await logInByLink('a')
    const mine = await logInAgain('a')
    expect((await gateway.call('devices', { session: mine, method: 'DELETE' })).body).toEqual({ ended: 1 })
    expect(await isRegistered('a')).toBe(true)
  })

  it('are not registered after a fault of the store and a second attempt to sign them out', async () => {
    await logInByLink('a')
    const mine = await logInByLink('b')
    const { delete: deleteValue } = gateway.store
    gateway.store.delete = () => Promise.reject(new Error('The store failed.'))
    const { status } = await gateway.app.request('/accounts/devices', {
      method: 'DELETE',
      headers: { origin: FRAME, authorization: `Bearer ${mine}` },
    })
    gateway.store.delete = deleteValue
    expect(status).toBe(500)
    expect((await gateway.call('devices', { session: mine, method: 'DELETE' })).body).toEqual({ ended: 1 })
    expect([await isRegistered('a'), await isRegistered('b')]).toEqual([false, true])
  })

  it('are not registered if they logged in while they were being signed out', async () => {
    const unregistered: string[] = []
    const loginOf = (id: string): AccountLogin => ({
      ...{ id, site: SITE, browser: 'Firefox', device: `hash-${id}`, loggedInAt: 0, usedAt: 0 },
    })
    const unexpected = () => Promise.reject(new Error('This test does not expect this call.'))
    const routes = loginRoutes({
      logins: { list: async () => [loginOf('a')], end: async () => [loginOf('b')], add: unexpected, use: unexpected },
      links: { unregister: async (device) => void unregistered.push(device) },
      sessionOf: async () => ({ accountId: 'a1', login: 'a', site: SITE, expiresAt: 0 }),
    })
    await routes.request('/accounts/devices', { method: 'DELETE' })
    expect(unregistered).toEqual(['hash-b'])
  })
})
