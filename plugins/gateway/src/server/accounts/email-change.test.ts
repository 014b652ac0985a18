import { beforeEach, describe, expect, it } from 'vitest'
import { memoryStore, type Store } from '../store.js'
import { CODE_MS } from './codes.js'
import { createTestGateway, EMAIL, type Failure } from './routes.test.fixtures.js'

let gateway: ReturnType<typeof createTestGateway>
beforeEach(() => {
  gateway = createTestGateway()
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

  it('repeats the last step if its reply was lost or the store failed, and changes the address once', async () => {
    const store = memoryStore()
    let isBroken = false
    const update: Store['update'] = async (key, change, options) => {
      if (isBroken && key.startsWith('account:')) throw new Error('The store does not answer.')
      return store.update(key, change, options)
    }
    gateway = createTestGateway({ store: { ...store, update }, onFault: () => undefined })
    const session = await gateway.logIn()
    const accountId = await accountOf(session)
    const { change } = await begin(session)
    await prove('primary', change, session)
    isBroken = true
    expect((await prove('secondary', change, session)).status).toBe(500)
    isBroken = false
    for (let time = 0; time < 2; time++)
      expect(await prove('secondary', change, session)).toMatchObject({ status: 200, body: { email: OTHER } })
    expect(await gateway.get('me', session)).toMatchObject({ accountId, email: OTHER })
    const third = await begin(session, 'third@shop.example')
    await prove('primary', third.change, session)
    expect((await prove('secondary', third.change, session)).status).toBe(200)
    await prove('secondary', change, session)
    expect(await gateway.get('me', session)).toMatchObject({ accountId, email: 'third@shop.example' })
  })

  it('accepts no login code for a change, and no change code for a login', async () => {
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

  it('rejects the address of another account even if the code is right, and a code entered by another account', async () => {
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

  it('resends the second code after 30 s without requiring the first code again, and rejects the account’s current address', async () => {
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

  it('refuses another new address under the id of a change: it starts again at the old address', async () => {
    const session = await gateway.logIn()
    const { change } = await begin(session)
    expect((await prove('primary', change, session)).status).toBe(200)
    const other = await begin(session, 'third@shop.example', change)
    expect([other.step, other.change === change, gateway.mails.at(-1)?.to]).toEqual(['PRIMARY', false, EMAIL])
    expect((await prove('secondary', other.change, session)).status).toBe(400)
  })

  it('accepts the codes for 30 minutes, and each code for its own address only', async () => {
    const session = await gateway.logIn()
    const late = await begin(session)
    gateway.clock.now += 3 * CODE_MS - 1
    const { step } = await begin(session, OTHER, late.change)
    expect(step).toBeUndefined()
    const { change } = await begin(session)
    const first = gateway.codeOf()
    expect((await prove('primary', change, session)).status).toBe(200)
    expect((await prove('primary', change, session, first)).status).toBe(400)
    expect((await prove('primary', change, session)).status).toBe(400) // the code of the new address
    if (gateway.codeOf() !== first) expect((await prove('secondary', change, session, first)).status).toBe(400)
    expect((await prove('secondary', change, session, gateway.wrong())).status).toBe(400)
    expect(await gateway.get('me', session)).toMatchObject({ email: EMAIL })
  })

  it('refuses an expired change with a reason of its own, different from that of a missing key', async () => {
    const session = await gateway.logIn()
    const { change } = await begin(session)
    gateway.clock.now += 3 * CODE_MS
    const [resent, entered] = [await begin(session, OTHER, change), await prove('primary', change, session)]
    for (const { status, error } of [resent, { status: entered.status, ...(entered.body as Failure) }])
      expect([status, error.code, error.reason]).toEqual([404, 'NOT_FOUND', 'CHANGE_EXPIRED'])
    expect(await gateway.get('key', session)).toMatchObject({ error: { code: 'NOT_FOUND', reason: 'NO_KEY' } })
    expect(gateway.mails).toHaveLength(2)
  })

  it('refuses a code for the key export that was sent to the earlier address', async () => {
    const session = await gateway.logIn()
    wait()
    const device = '1a'.repeat(32)
    const { body } = await gateway.post('key/export/code', { device }, session)
    const exportCode = gateway.codeOf()
    const { change } = await begin(session)
    await prove('primary', change, session)
    expect((await prove('secondary', change, session)).status).toBe(200)
    const { request } = body as { readonly request: string }
    expect(await gateway.post('key/export', { device, request, code: exportCode }, session)).toMatchObject({
      status: 403,
      body: { error: { code: 'NOT_ALLOWED' } },
    })
  })
})
