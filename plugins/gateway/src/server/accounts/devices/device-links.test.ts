import { beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../store.js'
import { accountsRoutes } from '../routes.js'
import { browserName } from './browser-name.js'
import { LINK_MS } from './registered-devices.js'

const [SITE, FRAME, EMAIL] = ['https://shop.example', 'https://wallet.example', 'visitor@shop.example']
const [BROWSER, OTHER] = ['a'.repeat(64), 'b'.repeat(64)]

interface Answer {
  readonly request?: string | null
  readonly attempt?: string
  readonly error?: { readonly code: string }
}

function fresh() {
  const clock = { now: Date.now() }
  const mails: { readonly subject: string; readonly text: string }[] = []
  const store = memoryStore()
  const app = accountsRoutes({
    frameOrigin: FRAME,
    allowedOrigins: [SITE],
    encryptionKey: new Uint8Array(32).fill(7),
    store,
    mailer: { send: async (mail) => void mails.push(mail) },
    chains: [],
    newBrowsers: 'link',
    frameFiles: async () => new Map(),
    now: () => clock.now,
  })
  const post = async (path: string, body: unknown): Promise<Answer> => {
    const headers = { origin: FRAME, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0' }
    return (
      await app.request(`/accounts/email/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()
  }
  const begin = (more: object = {}) => post('code', { email: EMAIL, site: SITE, device: BROWSER, ...more })
  const link = () => /https:\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? ''
  const answer = async (url: string, choice = 'approve') =>
    (await app.request(url, { method: 'POST', body: new URLSearchParams({ answer: choice }) })).status
  const result = (attempt: string | undefined) => post('device', { attempt })
  return { clock, mails, store, app, post, begin, link, answer, result }
}

let gateway: ReturnType<typeof fresh>
beforeEach(() => {
  gateway = fresh()
})

describe('F6: a browser that is not registered for the email address', () => {
  it('gets a code after its link is approved, and at the next login without a link', async () => {
    const { attempt } = await gateway.begin()
    expect(await gateway.result(attempt)).toEqual({ request: null })
    expect((await gateway.app.request(gateway.link())).status).toBe(200) // mail scanners open links too
    expect(await gateway.result(attempt)).toEqual({ request: null })
    expect(await gateway.answer(gateway.link())).toBe(200)
    const { request } = await gateway.result(attempt)
    const code = gateway.mails.at(-1)?.subject.slice(0, 6)
    expect(await gateway.post('verify', { request, code })).toMatchObject({ session: expect.any(String) })
    gateway.clock.now += 31_000
    expect((await gateway.begin()).request).toMatch(/^[\da-f]{64}$/)
    gateway.clock.now += 31_000
    expect((await gateway.begin({ device: OTHER })).attempt).toMatch(/^[\da-f]{64}$/)
  })

  it('is not registered by an approval without the right code, and gets codes for ten minutes only', async () => {
    const { attempt } = await gateway.begin()
    await gateway.answer(gateway.link())
    const { request } = await gateway.result(attempt)
    expect(await gateway.post('verify', { request, code: '000000' })).toMatchObject({ error: expect.anything() })
    gateway.clock.now += 31_000
    expect((await gateway.begin()).request).toMatch(/^[\da-f]{64}$/) // without a new link
    gateway.clock.now += LINK_MS
    expect((await gateway.begin()).attempt).toMatch(/^[\da-f]{64}$/)
  })

  it('requesting links up to the limit does not block the codes of a registered browser', async () => {
    const { attempt } = await gateway.begin()
    await gateway.answer(gateway.link())
    const { request } = await gateway.result(attempt)
    await gateway.post('verify', { request, code: gateway.mails.at(-1)?.subject.slice(0, 6) })
    gateway.clock.now += 31_000
    let refused: string | undefined
    for (let tries = 0; tries < 25 && !refused; tries++) {
      refused = (await gateway.begin({ device: OTHER })).error?.code
      gateway.clock.now += 31_000
    }
    expect(refused).toBe('TOO_MANY_REQUESTS')
    expect((await gateway.begin()).request).toMatch(/^[\da-f]{64}$/)
  })

  it('can use an approval once, even if the button is clicked twice; of two concurrent requests, one gets a code', async () => {
    const { attempt } = await gateway.begin()
    const link = gateway.link()
    const answers = await Promise.all([gateway.answer(link), gateway.answer(link)])
    expect(answers).toEqual([200, 200])
    expect(await gateway.answer(link, 'refuse')).toBe(404)
    const results = await Promise.all([gateway.result(attempt), gateway.result(attempt)])
    expect(results.map(({ request, error }) => (request ? 'code' : error?.code)).toSorted()).toEqual([
      'NOT_FOUND',
      'code',
    ])
    expect(gateway.mails).toHaveLength(2)
    expect(await gateway.answer(link)).toBe(200) // a late second click
    expect((await gateway.result(attempt)).error?.code).toBe('NOT_FOUND')
    expect((await gateway.app.request(link)).status).toBe(404)
  })

  it('keeps its attempt when the mail is resent; another browser, address or site gets a new attempt', async () => {
    const { attempt } = await gateway.begin()
    const first = gateway.link()
    gateway.clock.now += 31_000
    expect((await gateway.begin({ attempt })).attempt).toBe(attempt)
    for (const more of [{ device: OTHER }, { email: 'other@shop.example' }, { site: FRAME }]) {
      gateway.clock.now += 31_000
      expect((await gateway.begin({ attempt, ...more })).attempt).not.toBe(attempt)
    }
    await gateway.answer(first)
    expect((await gateway.result(attempt)).request).toMatch(/^[\da-f]{64}$/)
  })

  it('cannot be refused through a second link after the first was approved, even if the button is clicked twice', async () => {
    const { attempt } = await gateway.begin()
    const first = gateway.link()
    gateway.clock.now += 31_000
    expect((await gateway.begin({ attempt })).attempt).toBe(attempt)
    expect(await gateway.answer(first)).toBe(200)
    const second = gateway.link()
    expect([await gateway.answer(second, 'refuse'), await gateway.answer(second, 'refuse')]).toEqual([404, 404])
    expect((await gateway.result(attempt)).request).toMatch(/^[\da-f]{64}$/)
  })

  it('gets a new attempt after its link was refused, so that the refusal stays', async () => {
    const { attempt } = await gateway.begin()
    await gateway.answer(gateway.link(), 'refuse')
    gateway.clock.now += 31_000
    const again = await gateway.begin({ attempt })
    expect(again.attempt).not.toBe(attempt)
    await gateway.answer(gateway.link())
    expect((await gateway.result(attempt)).error?.code).toBe('NOT_ALLOWED')
    expect((await gateway.result(again.attempt)).request).toMatch(/^[\da-f]{64}$/)
  })

  it('can use a link that an earlier version has mailed', async () => {
    const { attempt } = await gateway.begin()
    const [key = ''] = await gateway.store.keys('device-link:')
    await gateway.store.update(key, (link) => Reflect.get(Object(link), 'attemptKey'))
    expect((await gateway.app.request(gateway.link())).status).toBe(200)
    expect([await gateway.answer(gateway.link()), await gateway.answer(gateway.link())]).toEqual([200, 200])
    expect((await gateway.result(attempt)).request).toMatch(/^[\da-f]{64}$/)
  })

  it.each(['', 'APPROVE', 'yes'])('gets no code if the answer to its link is "%s"', async (choice) => {
    const { attempt } = await gateway.begin()
    await gateway.answer(gateway.link(), choice)
    expect((await gateway.result(attempt)).error?.code).toBe('NOT_ALLOWED')
  })

  it('is asked for a link again 180 days after its last login', async () => {
    const { attempt } = await gateway.begin()
    await gateway.answer(gateway.link())
    const { request } = await gateway.result(attempt)
    await gateway.post('verify', { request, code: gateway.mails.at(-1)?.subject.slice(0, 6) })
    gateway.clock.now += 180 * 24 * 60 * 60_000 - 1
    expect((await gateway.begin()).request).toMatch(/^[\da-f]{64}$/)
    gateway.clock.now += 31_000
    expect((await gateway.begin()).attempt).toMatch(/^[\da-f]{64}$/)
  })

  it('gets no code after its link is refused or expires; the mail with the link starts the cooldown', async () => {
    const { attempt } = await gateway.begin()
    expect((await gateway.begin()).error?.code).toBe('TOO_MANY_REQUESTS')
    await gateway.answer(gateway.link(), 'refuse')
    expect((await gateway.result(attempt)).error?.code).toBe('NOT_ALLOWED')
    gateway.clock.now += 31_000
    const later = await gateway.begin()
    gateway.clock.now += LINK_MS
    expect(await gateway.answer(gateway.link())).toBe(404)
    expect((await gateway.result(later.attempt)).error?.code).toBe('NOT_FOUND')
  })

  it('gets an attempt for any address, and must send its secret; neither the address nor a secret is stored as plain text', async () => {
    expect((await gateway.begin({ device: undefined })).error?.code).toBe('INVALID_REQUEST')
    const { attempt } = await gateway.begin()
    const other = await gateway.begin({ email: 'unknown@shop.example' })
    expect(Object.keys(other)).toEqual(['attempt', 'retryInSeconds'])
    const stored = await Promise.all(
      (await gateway.store.keys('')).map(async (key) => [key, await gateway.store.get(key)]),
    )
    const link = gateway.link().split('/').at(-1) ?? ''
    for (const secret of [EMAIL, BROWSER, attempt ?? '', link]) expect(JSON.stringify(stored)).not.toContain(secret)
  })

  it('is named on the page of its link, which no other page can frame', async () => {
    await gateway.begin()
    const page = await gateway.app.request(gateway.link())
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await page.text()).toContain('Firefox on Linux')
  })
})

it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['<script>', 'Unknown browser'],
])('browserName names the browser of the user agent %s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name)
})
