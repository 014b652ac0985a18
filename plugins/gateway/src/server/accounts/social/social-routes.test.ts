import { beforeEach, describe, expect, it } from 'vitest'
import { createTestGateway, type Failure, FRAME, SITE } from '../routes.test.fixtures.js'
import { ATTEMPT_MS, sha256 } from './social-logins.js'
import type { SocialProvider } from './social-sources.js'

const VERIFIER = 'c'.repeat(64)
const ATTEMPT = 'a'.repeat(64)

/** Service whose endpoints are never called: the tests end before a code is exchanged, or the exchange fails. */
const provider: SocialProvider = {
  ...{ kind: 'oauth2', id: 'github', clientId: 'client', issuer: 'https://service.example' },
  authorizationEndpoint: 'https://service.example/authorize',
  tokenEndpoint: 'http://127.0.0.1:1/token',
  ...{ userInfoUrl: 'http://127.0.0.1:1/user', subjectPath: 'id' },
}

function fresh() {
  const faults: unknown[] = []
  const gateway = createTestGateway({
    socials: [provider, { ...provider, id: 'discord' }],
    onFault: (error) => faults.push(error),
  })
  const begin = async (more: object = {}) => {
    const challenge = await sha256(VERIFIER)
    const body = { attempt: ATTEMPT, provider: 'github', site: SITE, returnUrl: `${SITE}/shop`, challenge, ...more }
    return gateway.post('social/begin', body)
  }
  /** Opens the window as the visitor's click does. */
  const start = async ({ attempt = ATTEMPT, cookie: sent = '' } = {}) => {
    const headers = { cookie: sent.split(';', 1).join('') }
    const response = await gateway.app.request(`/social/start?attempt=${attempt}`, { headers })
    const cookie = response.headers.get('set-cookie') ?? ''
    const location = response.headers.get('location')
    return { response, cookie, state: location ? (new URL(location).searchParams.get('state') ?? '') : '' }
  }
  /** Returns from the service. */
  const callback = async (state: string, { cookie = '', query = 'error=access_denied', service = 'github' } = {}) => {
    const headers = { cookie: cookie.split(';', 1).join('') }
    const url = `/social/callback/${service}?state=${state}&${query}`
    const { status, headers: reply } = await gateway.app.request(url, { headers })
    return { status, location: reply.get('location') ?? '' }
  }
  return { ...gateway, faults, begin, start, callback }
}

let gateway: ReturnType<typeof fresh>
beforeEach(() => {
  gateway = fresh()
})

describe('a social login', () => {
  it.each([
    ['a site that is not listed', { site: 'https://evil.example', returnUrl: 'https://evil.example/' }],
    ['a page of another site', { returnUrl: 'https://evil.example/' }],
    ['a page in a blob URL of the site', { returnUrl: `blob:${SITE}/1f0c` }],
    ['a page of the frame’s origin other than the dashboard', { site: FRAME, returnUrl: `${FRAME}/sdk` }],
  ])('is not begun for %s', async (_, more) => {
    const { status, body } = await gateway.begin(more)
    expect([status, (body as Failure).error.reason]).toEqual([403, 'SITE_NOT_ALLOWED'])
    expect(await gateway.store.keys('social-')).toEqual([])
  })

  it('is begun for a page of the site, and for the dashboard', async () => {
    expect((await gateway.begin()).status).toBe(200)
    const dashboard = { attempt: 'b'.repeat(64), site: FRAME, returnUrl: `${FRAME}/dashboard` }
    expect((await gateway.begin(dashboard)).status).toBe(200)
  })

  it('returns to the page of the site without its query, which could redirect to another site', async () => {
    await gateway.begin({ returnUrl: `${SITE}/leave?to=https://evil.example/` })
    const { cookie, state } = await gateway.start()
    const { location } = await gateway.callback(state, { cookie })
    expect(location).toBe(`${SITE}/leave#wallet-modal-login&attempt=${ATTEMPT}&error=denied&provider=github`)
  })

  it('that does not begin in the page: its window waits half a minute, and then says that the login has ended', async () => {
    const open = async (query: string) => {
      const page = await gateway.app.request(`/social/start?attempt=${ATTEMPT}${query}`)
      const [, reload] = /http-equiv="refresh" content="1;url=([^"]*)"/.exec(await page.text()) ?? []
      return [page.status, reload?.replaceAll('&amp;', '&')]
    }
    const pages = await Promise.all(['', '&reloads=9', '&reloads=10', '&reloads=x'].map(open))
    expect(pages).toEqual([
      [200, `?attempt=${ATTEMPT}&reloads=1`],
      [200, `?attempt=${ATTEMPT}&reloads=10`],
      [400, undefined],
      [400, undefined],
    ])
  })

  it('is not begun with a service that is not set up', async () => {
    expect((await gateway.begin({ provider: 'google' })).status).toBe(404)
  })

  it('cannot be replaced by another one with the same id', async () => {
    await gateway.begin()
    expect((await gateway.begin({ challenge: 'd'.repeat(64) })).status).toBe(409)
  })

  it('opens one window, whose cookie scripts cannot read and other sites do not send', async () => {
    await gateway.begin()
    const { response, cookie, state } = await gateway.start()
    expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'no-store'])
    expect(state).not.toBe('')
    expect(cookie).toMatch(/^__Host-social=[\da-f]{64};/)
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(cookie).toContain(part)
    expect((await gateway.start()).state).toBe('')
  })

  it('ends in the browser that opened the window only, and once', async () => {
    await gateway.begin()
    const { cookie, state } = await gateway.start()
    const ended = await gateway.callback(state, { cookie })
    expect(ended).toEqual({
      status: 303,
      location: `${SITE}/shop#wallet-modal-login&attempt=${ATTEMPT}&error=denied&provider=github`,
    })
    expect(await gateway.callback(state, { cookie })).toEqual({ status: 400, location: '' })
  })

  it('ends although another tab of the browser has started a login meanwhile', async () => {
    await gateway.begin()
    const first = await gateway.start()
    await gateway.begin({ attempt: 'b'.repeat(64), provider: 'discord' })
    const second = await gateway.start({ attempt: 'b'.repeat(64), cookie: first.cookie })
    const { cookie } = second // replaces the cookie of the first tab
    expect((await gateway.callback(first.state, { cookie })).status).toBe(303)
    expect((await gateway.callback(second.state, { cookie, service: 'discord' })).status).toBe(303)
  })

  it('does not use a cookie that the gateway has not set', async () => {
    await gateway.begin()
    const { cookie } = await gateway.start({ cookie: '__Host-social=1' })
    expect(cookie).toMatch(/^__Host-social=[\da-f]{64};/)
  })

  it.each([
    ['without its cookie', {}],
    ['with the cookie of another browser', { cookie: `__Host-social=${'0'.repeat(64)}` }],
  ])('does not end %s', async (_, given) => {
    await gateway.begin()
    const { state } = await gateway.start()
    expect(await gateway.callback(state, given)).toEqual({ status: 400, location: '' })
  })

  it('does not end at the address of another service, which could have received the code', async () => {
    await gateway.begin()
    const { cookie, state } = await gateway.start()
    expect(await gateway.callback(state, { cookie, service: 'discord' })).toEqual({ status: 400, location: '' })
  })

  it('expires ten minutes after it began, before and after the window is opened', async () => {
    await gateway.begin()
    gateway.clock.now += ATTEMPT_MS - 1
    const { cookie, state } = await gateway.start()
    expect(state).not.toBe('')
    gateway.clock.now += 1
    expect((await gateway.callback(state, { cookie })).status).toBe(400)
    await gateway.begin()
    gateway.clock.now += ATTEMPT_MS
    expect((await gateway.start()).state).toBe('')
  })

  it('returns to the site without a code if the service’s answer cannot be verified', async () => {
    await gateway.begin()
    const { cookie, state } = await gateway.start()
    const { location } = await gateway.callback(state, { cookie, query: 'code=stolen' })
    expect(location).toBe(`${SITE}/shop#wallet-modal-login&attempt=${ATTEMPT}&error=unavailable&provider=github`)
    expect(gateway.faults).toHaveLength(1)
  })
})
