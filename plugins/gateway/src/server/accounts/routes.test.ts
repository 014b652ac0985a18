import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../store.js'
import { CODE_MS, FAILURES, TRIES } from './codes.js'
import { proofDigest } from './proofs.js'
import { accountsRoutes } from './routes.js'
import { toHex } from './secrets.js'

const SITE = 'https://shop.example'
const FRAME = 'https://wallet.example'
const EMAIL = 'visitor@shop.example'

const SMART_ACCOUNT = `0x${'5a'.repeat(20)}`

interface Failure {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly reason?: string
    readonly retryInSeconds?: number
  }
}

/** A gateway with a clock that the test moves. */
function fresh(more: Partial<Parameters<typeof accountsRoutes>[0]> = {}) {
  const clock = { now: Date.now() }
  const mails: { readonly to: string; readonly subject: string }[] = []
  const store = memoryStore()
  const app = accountsRoutes({
    frameOrigin: FRAME,
    allowedOrigins: [SITE],
    encryptionKey: new Uint8Array(32).fill(7),
    store,
    mailer: { send: async (mail) => void mails.push(mail) },
    chains: [],
    frameFiles: async () => new Map(),
    now: () => clock.now,
    ...more,
  })
  const post = async (path: string, body: unknown, session?: string) => {
    const response = await app.request(`/accounts/${path}`, {
      method: path === 'key' ? 'PUT' : 'POST',
      headers: { origin: FRAME, ...(session && { authorization: `Bearer ${session}` }) },
      body: JSON.stringify(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as unknown }
  }
  const send = (email = EMAIL) => post('email/code', { email, site: SITE })
  const requestOf = async (email = EMAIL) => ((await send(email)).body as { readonly request: string }).request
  const codeOf = () => mails.at(-1)?.subject.slice(0, 6) ?? ''
  const wrong = () => (codeOf() === '000000' ? '000001' : '000000')
  const verify = (request: string, code: string) => post('email/verify', { request, code })
  const logIn = async (email = EMAIL) => {
    const request = await requestOf(email)
    return ((await verify(request, codeOf())).body as { readonly session: string }).session
  }
  const get = async (path: string, session: string) =>
    (
      await app.request(`/accounts/${path}`, { headers: { origin: FRAME, authorization: `Bearer ${session}` } })
    ).json() as Promise<unknown>
  return { clock, mails, store, app, post, send, requestOf, codeOf, wrong, verify, logIn, get }
}

let gateway: ReturnType<typeof fresh>
beforeEach(() => {
  gateway = fresh()
})

describe('F6: limits of codes', () => {
  it('says in how many seconds another code may be asked for', async () => {
    await gateway.send()
    gateway.clock.now += 8_400
    const { status, headers, body } = await gateway.send()
    expect([status, headers.get('retry-after')]).toEqual([429, '22'])
    expect((body as Failure).error).toMatchObject({
      message: 'Please try again after 22 seconds',
      retryInSeconds: 22,
    })
    gateway.clock.now += 21_600
    expect((await gateway.send()).status).toBe(200)
    expect(gateway.mails).toHaveLength(2)
  })

  it('takes a code until it expires, and not after', async () => {
    const request = await gateway.requestOf()
    gateway.clock.now += CODE_MS
    const { status, body } = await gateway.verify(request, gateway.codeOf())
    expect([status, (body as Failure).error.message]).toEqual([400, 'The code has expired. Ask for a new one.'])
    gateway.clock.now -= 1
    expect((await gateway.verify(request, gateway.codeOf())).status).toBe(200)
  })

  it('takes a code once', async () => {
    const request = await gateway.requestOf()
    const both = await Promise.all([1, 2].map(() => gateway.verify(request, gateway.codeOf())))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('ends a code with its fifth wrong try, also where all come at once', async () => {
    const request = await gateway.requestOf()
    const tries = await Promise.all(Array.from({ length: TRIES + 3 }, () => gateway.verify(request, gateway.wrong())))
    expect(tries.every(({ status }) => status === 400)).toBe(true)
    expect((await gateway.verify(request, gateway.codeOf())).status).toBe(400)
  })

  it('takes the right code at the fifth try', async () => {
    const request = await gateway.requestOf()
    for (let at = 1; at < TRIES; at++) expect((await gateway.verify(request, gateway.wrong())).status).toBe(400)
    expect((await gateway.verify(request, gateway.codeOf())).status).toBe(200)
  })

  it('takes no code of an address after 100 wrong ones in 30 days, and sends none', async () => {
    for (let failures = 0; failures < FAILURES; failures += TRIES) {
      const request = await gateway.requestOf()
      for (let at = 0; at < TRIES; at++) await gateway.verify(request, gateway.wrong())
      gateway.clock.now += 4 * 60_000
    }
    const { status, body } = await gateway.send()
    expect([status, (body as Failure).error.message]).toEqual([429, 'Too many wrong codes for this address.'])
    expect((await gateway.send('another@shop.example')).status).toBe(200)
    gateway.clock.now += 30 * 24 * 60 * 60_000
    expect((await gateway.send()).status).toBe(200)
  })

  it('says by a stable word why a code was refused, beside the English text', async () => {
    const reasonOf = ({ body }: { readonly body: unknown }) => (body as Failure).error.reason
    const request = await gateway.requestOf()
    expect(reasonOf(await gateway.send())).toBe('COOLDOWN')
    expect(reasonOf(await gateway.verify(request, gateway.wrong()))).toBe('WRONG_CODE')
    gateway.clock.now += CODE_MS
    expect(reasonOf(await gateway.verify(request, gateway.codeOf()))).toBe('CODE_EXPIRED')
  })

  it('serves the wallet’s own page, which nobody may frame, and logs in there', async () => {
    const page = await gateway.app.request('/dashboard')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    const { body } = await gateway.post('email/code', { email: EMAIL, site: FRAME })
    const { request } = body as { readonly request: string }
    const verified = await gateway.verify(request, gateway.codeOf())
    const { session } = verified.body as { readonly session: string }
    expect(await gateway.get('me', session)).toMatchObject({ email: EMAIL, site: FRAME })
  })

  it('refuses sites that are not listed, and counts no mail for them', async () => {
    const { status } = await gateway.post('email/code', { email: EMAIL, site: 'https://evil.example' })
    expect([status, gateway.mails.length]).toEqual([403, 0])
    expect((await gateway.send()).status).toBe(200)
  })
})

describe('what is stored', () => {
  it('has no email in clear', async () => {
    await gateway.logIn()
    await gateway.requestOf('second@shop.example')
    const keys = await gateway.store.keys('')
    const stored = JSON.stringify(await Promise.all(keys.map(async (key) => [key, await gateway.store.get(key)])))
    expect(keys.some((key) => key.startsWith('session:'))).toBe(true)
    expect(stored).not.toContain('visitor@')
    expect(stored).not.toContain('second@')
  })
})

describe('passkeys', () => {
  const secret = secp256k1.utils.randomSecretKey()
  const address = `0x${toHex(keccak_256(secp256k1.getPublicKey(secret, false).slice(1)).slice(12))}`
  const record = { credentialId: 'A'.repeat(22), sealedShare: 'ab'.repeat(61) }
  const prove = (session: string, action: string, fields: readonly string[], key = secret) => {
    const bytes = secp256k1.sign(proofDigest(session, action, fields), key, { prehash: false, format: 'recovered' })
    return { yParity: bytes[0], r: `0x${toHex(bytes.slice(1, 33))}`, s: `0x${toHex(bytes.slice(33))}` }
  }
  const add = (session: string, more: object = {}) =>
    gateway.post(
      'passkeys',
      {
        ...record,
        proof: prove(session, 'add-passkey', [record.credentialId, record.sealedShare]),
        ...more,
      },
      session,
    )
  const withKey = async () => {
    const session = await gateway.logIn()
    await gateway.post('key', { address, share: 'ab'.repeat(33), recovery: 'cd'.repeat(61) }, session)
    return session
  }

  it('F6: a mailbox without the account’s key changes no email', async () => {
    const session = await withKey()
    gateway.clock.now += 31_000
    const email = 'thief@shop.example'
    const change = (more: object) => gateway.post('email/change', { email, ...more }, session)
    const foreign = secp256k1.utils.randomSecretKey()
    expect((await change({})).status).toBe(403)
    expect((await change({ proof: prove(session, 'change-email', ['else@shop.example']) })).status).toBe(403)
    expect((await change({ proof: prove(session, 'change-email', [email], foreign) })).status).toBe(403)
    expect(gateway.mails).toHaveLength(1)
    expect((await change({ proof: prove(session, 'change-email', [email]) })).status).toBe(200)
  })

  it('are added and removed by the account’s key, and listed to its logins', async () => {
    const session = await withKey()
    expect((await add(session)).status).toBe(200)
    gateway.clock.now += 31_000
    const second = await gateway.logIn()
    expect(await gateway.get('passkeys', second)).toEqual({ passkeys: [record] })
    const proof = prove(second, 'remove-passkey', [record.credentialId])
    await gateway.post('passkeys/remove', { credentialId: record.credentialId, proof }, second)
    expect(await gateway.get('passkeys', session)).toEqual({ passkeys: [] })
  })

  it('are not added by another key, for another share, or with a proof of another session', async () => {
    const session = await withKey()
    gateway.clock.now += 31_000
    const other = await gateway.logIn()
    const fields = [record.credentialId, record.sealedShare]
    const stranger = prove(session, 'add-passkey', fields, secp256k1.utils.randomSecretKey())
    expect((await add(session, { proof: stranger })).status).toBe(403)
    expect((await add(session, { sealedShare: 'cd'.repeat(61) })).status).toBe(403)
    expect((await add(session, { proof: prove(other, 'add-passkey', fields) })).status).toBe(403)
    expect((await add(session, { proof: prove(session, 'remove-passkey', fields) })).status).toBe(403)
    expect(await gateway.get('passkeys', session)).toEqual({ passkeys: [] })
  })
})

describe('change of the email address', () => {
  const OTHER = 'other@shop.example'
  interface Begun {
    readonly change: string
    readonly step: string
  }
  const wait = () => {
    gateway.clock.now += 31_000
  }
  const begin = async (session: string, email = OTHER, change?: string) => {
    wait()
    const { status, body } = await gateway.post('email/change', { email, ...(change && { change }) }, session)
    return { status, ...(body as Begun & Failure) }
  }
  const prove = (step: string, change: string, session: string, code = gateway.codeOf()) =>
    gateway.post(`email/change/${step}`, { change, code }, session)
  const accountOf = async (session: string) =>
    ((await gateway.get('me', session)) as { readonly accountId?: string }).accountId

  it('moves the account to the new address after both codes, and ends the other sessions', async () => {
    const session = await gateway.logIn()
    wait()
    const elsewhere = await gateway.logIn()
    const accountId = await accountOf(session)
    const { change, step } = await begin(session)
    expect([step, gateway.mails.at(-1)?.to]).toEqual(['PRIMARY', EMAIL])
    expect((await prove('secondary', change, session)).status).toBe(400)
    expect((await prove('primary', change, elsewhere)).status).toBe(404)
    expect((await prove('primary', change, session)).status).toBe(200)
    expect(gateway.mails.at(-1)?.to).toBe(OTHER)
    expect(await prove('secondary', change, session)).toMatchObject({ status: 200, body: { email: OTHER } })
    expect(await gateway.get('me', session)).toMatchObject({ accountId, email: OTHER })
    expect(await gateway.get('me', elsewhere)).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    wait()
    expect(await accountOf(await gateway.logIn(OTHER))).toBe(accountId)
    expect(await accountOf(await gateway.logIn(EMAIL))).not.toBe(accountId)
  })

  it('takes a code of a login for no change, and a code of a change for no login', async () => {
    const session = await gateway.logIn()
    const { change } = await begin(session)
    const changeCode = gateway.codeOf()
    wait()
    const request = await gateway.requestOf()
    if (gateway.codeOf() !== changeCode) {
      expect((await prove('primary', change, session)).status).toBe(400)
      expect((await gateway.verify(request, changeCode)).status).toBe(400)
    }
    expect((await gateway.verify(change, changeCode)).status).toBe(400)
    expect(await gateway.get('me', session)).toMatchObject({ email: EMAIL })
  })

  it('refuses an address of another account only once its code was entered, and another account’s change', async () => {
    const theirs = await gateway.logIn(OTHER)
    const session = await gateway.logIn()
    const { change } = await begin(session)
    expect((await prove('primary', change, theirs)).status).toBe(404)
    expect((await prove('primary', change, session)).status).toBe(200)
    expect(await prove('secondary', change, session)).toMatchObject({
      status: 409,
      body: { error: { message: 'This email address belongs to another wallet.' } },
    })
    expect(await gateway.get('me', session)).toMatchObject({ email: EMAIL })
    expect(await gateway.get('me', theirs)).toMatchObject({ email: OTHER })
  })

  it('sends the second code again without the first, not before 30 s, and nothing for the present address', async () => {
    const session = await gateway.logIn()
    const { change } = await begin(session)
    await prove('primary', change, session)
    expect(await gateway.post('email/change', { email: OTHER, change }, session)).toMatchObject({
      status: 429,
      body: { error: { message: 'Please try again after 30 seconds' } },
    })
    expect(await begin(session, OTHER, change)).toMatchObject({ status: 200, change, step: 'SECONDARY' })
    expect((await prove('secondary', change, session)).status).toBe(200)
    expect(await begin(session, OTHER)).toMatchObject({ status: 400 })
  })
})

describe('the contract of smart accounts', () => {
  it.each([
    ['the published one', undefined, '0x00000000BEBEDB7C30ee418158e26E31a5A8f3E2'],
    ['one of the gateway’s own', SMART_ACCOUNT, SMART_ACCOUNT],
    ['none', null, null],
  ])('is %s', async (_, smartAccount, expected) => {
    const { logIn, get } = fresh({ smartAccount })
    expect(await get('me', await logIn())).toMatchObject({ smartAccount: expected })
  })
})
