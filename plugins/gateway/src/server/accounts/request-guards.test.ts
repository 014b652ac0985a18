import { beforeEach, describe, expect, it } from 'vitest'
import { accountsRoutes } from './routes.js'
import { createTestGateway, type Failure, FRAME, SITE } from './routes.test.fixtures.js'

const asked: string[] = []
const faults: unknown[] = []
const chain = {
  ...{ chainId: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18 },
  request: async (method: string) => {
    asked.push(method)
    if (method === 'eth_call') throw Object.assign(new Error('execution reverted'), { code: 3 })
    if (method === 'eth_getLogs') throw new Error('fetch failed: https://node.example/secret-key')
    return '0x1'
  },
}

let gateway: ReturnType<typeof createTestGateway>
beforeEach(() => {
  asked.length = 0
  faults.length = 0
  gateway = createTestGateway({ chains: [chain], onFault: (error) => faults.push(error) })
})

const statusWith = async (headers: Readonly<Record<string, string>>, more: RequestInit = {}) =>
  (await gateway.app.request('/accounts/sign-out', { method: 'POST', body: '{}', headers, ...more })).status

describe('requests below /accounts', () => {
  it.each([
    ['the site', { origin: SITE }],
    ['a page without an origin', { origin: 'null' }],
    ['another origin of the same site', { origin: FRAME, 'sec-fetch-site': 'same-site' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ])('are refused from %s', async (_, headers) => {
    expect(await statusWith(headers)).toBe(403)
  })

  it('are accepted from the frame, and from a program that sends neither header', async () => {
    expect(await statusWith({ origin: FRAME, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await statusWith({})).toBe(200)
  })

  it('are refused with a body above 64 kB', async () => {
    const body = JSON.stringify({ text: 'a'.repeat(64_000) })
    expect(await statusWith({ origin: FRAME }, { body })).toBe(413)
  })

  it('may contain the largest transaction that nodes accept, 128 kB', async () => {
    const session = await gateway.logIn()
    const send = async (bytes: number) => {
      const params = [`0x${'ab'.repeat(bytes)}`]
      return (await gateway.post('rpc', { chainId: 1, method: 'eth_sendRawTransaction', params }, session)).status
    }
    expect([await send(131_072), await send(150_000)]).toEqual([200, 413])
  })

  it('have replies that no cache stores', async () => {
    const { headers } = await gateway.post('sign-out', {})
    expect(headers.get('cache-control')).toBe('no-store')
  })

  it.each(['GET key', 'GET me', 'GET passkeys', 'GET devices', 'PUT key', 'POST rpc', 'POST email/change'])(
    '%s requires a session',
    async (route) => {
      const [method = '', path] = route.split(' ')
      const body = { chainId: 1, method: 'eth_blockNumber', params: [], email: 'other@shop.example' }
      for (const authorization of ['', 'Bearer ', `Bearer ${'0'.repeat(64)}`]) {
        const { status } = await gateway.app.request(`/accounts/${path}`, {
          ...{ method, headers: { origin: FRAME, authorization } },
          ...(method !== 'GET' && { body: JSON.stringify(body) }),
        })
        expect(status).toBe(401)
      }
      expect(asked).toEqual([])
    },
  )

  it('are refused in a login on a site that was removed from the list', async () => {
    const session = await gateway.logIn()
    const app = accountsRoutes({
      ...{ frameOrigin: FRAME, allowedOrigins: ['https://other.example'], store: gateway.store, chains: [] },
      encryptionKey: new Uint8Array(32).fill(7),
      mailer: { send: async () => undefined },
      frameFiles: async () => new Map(),
    })
    const response = await app.request('/accounts/me', { headers: { authorization: `Bearer ${session}` } })
    const { error } = (await response.json()) as Failure
    expect([response.status, error.reason]).toEqual([401, 'SITE_NOT_ALLOWED'])
  })
})

describe('calls to a node', () => {
  const call = async (method: string, chainId = 1) =>
    gateway.post('rpc', { chainId, method, params: [] }, await gateway.logIn())

  it.each(['personal_sign', 'eth_sendTransaction', 'debug_traceTransaction', 'eth_subscribe'])(
    '%s is not forwarded',
    async (method) => {
      expect((await call(method)).status).toBe(403)
      expect(asked).toEqual([])
    },
  )

  it('are forwarded to configured chains only', async () => {
    expect((await call('eth_blockNumber', 2)).status).toBe(404)
    gateway.clock.now += 31_000
    expect((await call('eth_blockNumber')).body).toEqual({ result: '0x1' })
  })

  it('reply with the error of the node, but report other errors to the operator only, because they could contain its address', async () => {
    expect((await call('eth_call')).body).toMatchObject({ error: { message: 'execution reverted' } })
    gateway.clock.now += 31_000
    const { status, body } = await call('eth_getLogs')
    expect(status).toBe(504)
    expect(JSON.stringify(body)).not.toContain('secret-key')
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatchObject({
      cause: {
        message: 'The call eth_getLogs to the node of Ethereum failed.',
        cause: { message: expect.stringContaining('fetch failed') },
      },
    })
  })
})

it('the frame can be embedded by the listed sites, and by none if the list is empty', async () => {
  const ancestors = async ({ app }: ReturnType<typeof createTestGateway>) =>
    /frame-ancestors [^;]*/.exec((await app.request('/sdk')).headers.get('content-security-policy') ?? '')?.[0]
  expect(await ancestors(gateway)).toBe(`frame-ancestors ${SITE}`)
  expect(await ancestors(createTestGateway({ allowedOrigins: [] }))).toBe("frame-ancestors 'none'")
})
