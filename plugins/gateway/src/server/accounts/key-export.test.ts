import { beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { CODE_MS, MAX_TRIES } from './codes.js'
import { accountsRoutes } from './routes.js'

const [SITE, FRAME] = ['https://shop.example', 'https://wallet.example']
const [EMAIL, OTHER] = ['visitor@shop.example', 'other@shop.example']
const share = 'ab'.repeat(33)
/** Secrets of two browsers. */
const [DEVICE, OTHER_DEVICE] = ['1a'.repeat(32), '2b'.repeat(32)]

function fresh() {
  const clock = { now: Date.now() }
  const mails: { readonly to: string; readonly subject: string; readonly text: string }[] = []
  const app = accountsRoutes({
    ...{ frameOrigin: FRAME, allowedOrigins: [SITE], store: memoryStore(), chains: [], now: () => clock.now },
    encryptionKey: new Uint8Array(32).fill(7),
    mailer: { send: async (mail) => void mails.push(mail) },
    frameFiles: async () => new Map(),
  })
  const call = async (path: string, body: unknown, session?: string, method = 'POST') => {
    const headers = { origin: FRAME, ...(session && { authorization: `Bearer ${session}` }) }
    const response = await app.request(`/accounts/${path}`, { method, headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Readonly<Record<string, unknown>> }
  }
  const code = () => mails.at(-1)?.subject.slice(0, 6) ?? ''
  const logIn = async (email = EMAIL): Promise<string> => {
    const { request } = (await call('email/code', { email, site: SITE })).body
    const session = String((await call('email/verify', { request, code: code() })).body.session)
    await call('key', { address: `0x${'5a'.repeat(20)}`, share, recovery: 'cd'.repeat(61) }, session, 'PUT')
    clock.now += 31_000
    return session
  }
  const ask = async (session: string, device = DEVICE) => {
    const answer = await call('key/export/code', { device }, session)
    return { ...answer, request: answer.body.request }
  }
  const redeem = (session: string | undefined, request: unknown, given = code(), device: unknown = DEVICE) =>
    call('key/export', { request, code: given, device }, session)
  return { clock, mails, call, code, logIn, ask, redeem }
}

let gateway: ReturnType<typeof fresh>
beforeEach(() => {
  gateway = fresh()
})
const wrong = () => (gateway.code() === '000000' ? '000001' : '000000')

describe('F6, F8: export of the key', () => {
  it('returns the gateway’s share once, for an export code whose mail warns about the private key', async () => {
    const session = await gateway.logIn()
    const { request } = await gateway.ask(session)
    expect(gateway.mails.at(-1)).toMatchObject({
      to: EMAIL,
      subject: expect.stringMatching(/^\d{6} is your code to show your private key$/),
      text: expect.stringContaining('Whoever has the key can take everything'),
    })
    expect((await gateway.redeem(session, request)).body).toMatchObject({ share })
    expect((await gateway.redeem(session, request)).status).toBe(400)
  })

  it('rejects wrong and expired codes, and invalidates a code at the fifth wrong try', async () => {
    const session = await gateway.logIn()
    const { request } = await gateway.ask(session)
    for (let at = 0; at < MAX_TRIES; at++) expect((await gateway.redeem(session, request, wrong())).status).toBe(400)
    expect((await gateway.redeem(session, request)).status).toBe(400)
    gateway.clock.now += 31_000
    const again = await gateway.ask(session)
    gateway.clock.now += CODE_MS
    expect((await gateway.redeem(session, again.request)).status).toBe(400)
  })

  it('accepts no login code; export codes are not accepted for a login', async () => {
    const session = await gateway.logIn()
    const login = (await gateway.call('email/code', { email: EMAIL, site: SITE })).body.request
    expect((await gateway.redeem(session, login)).status).toBe(400)
    gateway.clock.now += 31_000
    const { request } = await gateway.ask(session)
    expect((await gateway.call('email/verify', { request, code: gateway.code() })).status).toBe(400)
    expect((await gateway.redeem(session, request)).status).toBe(200)
  })

  it('rejects a code entered by another account or without a session', async () => {
    const [session, stranger] = [await gateway.logIn(), await gateway.logIn(OTHER)]
    const { request } = await gateway.ask(session)
    expect((await gateway.redeem(undefined, request)).status).toBe(401)
    const { status, body } = await gateway.redeem(stranger, request)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).not.toContain(share)
    expect((await gateway.redeem(session, request)).status).toBe(200)
  })

  it('accepts a code only in the session that requested it, not in another one of the account', async () => {
    const [session, stolen] = [await gateway.logIn(), await gateway.logIn()]
    const { request } = await gateway.ask(session)
    for (let at = 0; at <= MAX_TRIES; at++) {
      const { status, body } = await gateway.redeem(stolen, request)
      expect([status, body.error]).toMatchObject([400, { reason: 'CODE_EXPIRED' }])
      expect(JSON.stringify(body)).not.toContain(share)
    }
    expect((await gateway.redeem(session, request)).body).toMatchObject({ share })
  })

  it('accepts a code only in the browser that requested it, even if another browser has the same session', async () => {
    const session = await gateway.logIn()
    const { request } = await gateway.ask(session)
    for (const device of [OTHER_DEVICE, '', null, DEVICE.toUpperCase(), [DEVICE]]) {
      const { status, body } = await gateway.redeem(session, request, gateway.code(), device)
      expect(status).toBe(400)
      expect(JSON.stringify(body)).not.toContain(share)
    }
    expect((await gateway.redeem(session, request)).body).toMatchObject({ share })
  })

  it('invalidates a code when the session that requested it signs out', async () => {
    const [session, other] = [await gateway.logIn(), await gateway.logIn()]
    const { request } = await gateway.ask(session)
    expect((await gateway.call('sign-out', {}, session)).status).toBe(200)
    expect((await gateway.redeem(session, request)).status).toBe(401)
    expect((await gateway.redeem(other, request)).status).toBe(400)
  })

  it('sends at most one mail in 30 seconds, login mails included', async () => {
    const session = await gateway.logIn()
    expect((await gateway.ask(session)).status).toBe(200)
    expect((await gateway.ask(session)).status).toBe(429)
    expect((await gateway.call('email/code', { email: EMAIL, site: SITE })).status).toBe(429)
  })
})
