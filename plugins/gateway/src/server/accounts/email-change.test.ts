import { beforeEach, describe, expect, it } from 'vitest'
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
})
