import { beforeEach, describe, expect, it } from 'vitest'
import { CODE_MS, MAX_FAILURES, MAX_TRIES } from './codes.js'
import { createTestGateway, EMAIL, type Failure, FRAME, SMART_ACCOUNT } from './routes.test.fixtures.js'

let gateway: ReturnType<typeof createTestGateway>
beforeEach(() => {
  gateway = createTestGateway()
})

describe('F6: login by email code', () => {
  it('tells in how many seconds another code can be requested', async () => {
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

  it('accepts a code until it expires, and not after', async () => {
    const request = await gateway.requestOf()
    gateway.clock.now += CODE_MS
    const { status, body } = await gateway.verify(request, gateway.codeOf())
    expect([status, (body as Failure).error.message]).toEqual([400, 'The code has expired. Ask for a new one.'])
    gateway.clock.now -= 1
    expect((await gateway.verify(request, gateway.codeOf())).status).toBe(200)
  })

  it('accepts a code only once', async () => {
    const request = await gateway.requestOf()
    const both = await Promise.all([1, 2].map(() => gateway.verify(request, gateway.codeOf())))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('invalidates a code at the fifth wrong try, also for concurrent tries', async () => {
    const request = await gateway.requestOf()
    const tries = await Promise.all(
      Array.from({ length: MAX_TRIES + 3 }, () => gateway.verify(request, gateway.wrong())),
    )
    expect(tries.every(({ status }) => status === 400)).toBe(true)
    expect((await gateway.verify(request, gateway.codeOf())).status).toBe(400)
  })

  it('accepts the right code at the fifth try', async () => {
    const request = await gateway.requestOf()
    for (let at = 1; at < MAX_TRIES; at++) expect((await gateway.verify(request, gateway.wrong())).status).toBe(400)
    expect((await gateway.verify(request, gateway.codeOf())).status).toBe(200)
  })

  it('after 100 wrong codes, sends no code to that address for 30 days; other addresses still get codes', async () => {
    for (let failures = 0; failures < MAX_FAILURES; failures += MAX_TRIES) {
      const request = await gateway.requestOf()
      for (let at = 0; at < MAX_TRIES; at++) await gateway.verify(request, gateway.wrong())
      gateway.clock.now += 4 * 60_000
    }
    const { status, body } = await gateway.send()
    expect([status, (body as Failure).error.message]).toEqual([429, 'Too many wrong codes for this address.'])
    expect((await gateway.send('another@shop.example')).status).toBe(200)
    gateway.clock.now += 30 * 24 * 60 * 60_000
    expect((await gateway.send()).status).toBe(200)
  })

  it('returns a stable reason code when a code is rejected or cannot be requested', async () => {
    const reasonOf = ({ body }: { readonly body: unknown }) => (body as Failure).error.reason
    const request = await gateway.requestOf()
    expect(reasonOf(await gateway.send())).toBe('COOLDOWN')
    expect(reasonOf(await gateway.verify(request, gateway.wrong()))).toBe('WRONG_CODE')
    gateway.clock.now += CODE_MS
    expect(reasonOf(await gateway.verify(request, gateway.codeOf()))).toBe('CODE_EXPIRED')
  })

  it('serves the dashboard, which no page can frame, and accepts logins there', async () => {
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

  it('rejects a site that is not listed, without sending a mail or starting the cooldown', async () => {
    const { status } = await gateway.post('email/code', { email: EMAIL, site: 'https://evil.example' })
    expect([status, gateway.mails.length]).toEqual([403, 0])
    expect((await gateway.send()).status).toBe(200)
  })
})

describe('the store', () => {
  it('contains no email address as plain text', async () => {
    await gateway.logIn()
    await gateway.requestOf('second@shop.example')
    const keys = await gateway.store.keys('')
    const stored = JSON.stringify(await Promise.all(keys.map(async (key) => [key, await gateway.store.get(key)])))
    expect(keys.some((key) => key.startsWith('session:'))).toBe(true)
    expect(stored).not.toContain('visitor@')
    expect(stored).not.toContain('second@')
  })
})

describe('approvals', () => {
  it.each([
    ['in the frame by default', undefined, 'frame'],
    ['in a window if the option says so', 'window', 'window'],
    ['in the frame on a listed site', { frame: ['https://*.example'] }, 'frame'],
    ['in a window on a site that is not listed', { frame: ['https://other.example'] }, 'window'],
    ['in a window on every site if the list is empty', { frame: [] }, 'window'],
  ] as const)('are %s', async (_, approvals, expected) => {
    const { logIn, get } = createTestGateway(approvals === undefined ? {} : { approvals })
    expect(await get('me', await logIn())).toMatchObject({ approvals: expected })
  })

  it.each([
    ['in the frame if the gateway trusts every site', 'frame', 'frame'],
    [
      'in a window if only a list is trusted, because an unlisted site can embed and hide a listed one',
      { frame: ['https://*.example'] },
      'window',
    ],
  ] as const)('of a site in an iframe of another page are %s', async (_, approvals, expected) => {
    const { logIn, get } = createTestGateway({ approvals })
    expect(await get('me', await logIn())).toMatchObject({ approvals: 'frame', embeddedApprovals: expected })
  })

  it('have a window that no page can frame, and that keeps its opener', async () => {
    const { headers } = await gateway.app.request('/approve')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('the smart account contract', () => {
  it.each([
    ['the published one by default', undefined, '0x00000000BEBEDB7C30ee418158e26E31a5A8f3E2'],
    ['the one that the option names', SMART_ACCOUNT, SMART_ACCOUNT],
    ['null if the option is null', null, null],
  ])('is %s', async (_, smartAccount, expected) => {
    const { logIn, get } = createTestGateway({ smartAccount })
    expect(await get('me', await logIn())).toMatchObject({ smartAccount: expected })
  })
})
