import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSandboxApp } from '../app.js'
import { wallets } from '../catalogue/wallets.js'
import type { Engine } from '../engines/engine.js'
import { createReaper } from '../engines/reaper.js'
import { evmEngines } from '../evm/evm-engines.js'

const reaper = createReaper()
const engines: readonly Engine[] = evmEngines({ cwd: process.cwd(), reaper, off: 'not needed here' })
const app = createSandboxApp({ engines })

interface Reply {
  readonly data: readonly { readonly id: string; readonly chains: readonly string[]; readonly color?: string }[]
  readonly count: number
}

const get = (path: string) => app.request(`http://127.0.0.1:4700${path}`)
const wallet = async (query: string): Promise<Reply> => {
  const response = await get(`/getWallets?${query}`)
  expect(response.status).toBe(200)
  return response.json()
}
const ids = ({ data }: Reply) => data.map(({ id }) => id)

test('the first page has 40 wallets in order and the total count', async () => {
  const reply = await wallet('')
  expect(ids(reply)).toEqual(wallets.slice(0, 40).map(({ id }) => id))
  expect(reply.count).toBe(wallets.length)
})

test('pages have no gaps or duplicates, and the page after the last page is empty', async () => {
  const pages = await Promise.all(
    Array.from({ length: Math.ceil(wallets.length / 17) + 1 }, (_, at) => wallet(`page=${at + 1}&entries=17`)),
  )
  expect(pages.flatMap(ids)).toEqual(wallets.map(({ id }) => id))
  expect(pages.at(-1)?.data).toEqual([])
})

test('four pages of 40 are the whole catalogue, each with the total count', async () => {
  const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => wallet(`page=${page}&entries=40`)))
  expect(pages.map(({ data }) => data.length)).toEqual([40, 40, 40, wallets.length - 120, 0])
  expect(new Set(pages.map(({ count }) => count))).toEqual(new Set([wallets.length]))
})

test('search, chains, include and exclude can be combined', async () => {
  const all = ids(await wallet('search=wallet&chains=eip155:1&entries=100'))
  expect(all).toContain('rabby')
  expect(ids(await wallet('search=wallet&chains=eip155:1&include=rabby,xverse,zerion'))).toEqual(['rabby'])
  expect(ids(await wallet('search=wallet&chains=eip155:1&entries=100&exclude=rabby'))).toEqual(
    all.filter((id) => id !== 'rabby'),
  )
  expect((await wallet('search=wallet&chains=eip155:1&entries=2&page=2')).count).toBe(all.length)
})

test('projectId, st and sv do not affect the result', async () => {
  expect(await wallet('projectId=abc&st=x&sv=react-1.0.0&unknown=1')).toEqual(await wallet(''))
})

test('chains compares complete CAIP-2 ids: eip155:1 does not match a wallet with eip155:137 only', async () => {
  const records = [
    { id: 'main', name: 'Main', chains: ['eip155:1'] },
    { id: 'polygon', name: 'Polygon only', chains: ['eip155:137', 'eip155:10'] },
  ].map((facts) => ({
    ...facts,
    color: '#000000',
    homepage: 'https://example.com',
    image_id: facts.id,
    order: 1,
    badge_type: 'none' as const,
  }))
  const own = createSandboxApp({ engines: [], wallets: records })
  const find = async (chains: string) =>
    ids(await (await own.request(`http://localhost/getWallets?chains=${chains}`)).json())
  expect(await find('eip155:1')).toEqual(['main'])
  expect(await find('eip155:137')).toEqual(['polygon'])
  expect(await find('eip155:1,eip155:10')).toEqual(['main', 'polygon'])
  expect(await find('eip155:13')).toEqual([])
  expect(await find('eip155')).toEqual([])
})

test('for a local chain, the wallets that can add networks are listed', async () => {
  const found = ids(await wallet('chains=eip155:31337&entries=100'))
  expect(found).toContain('metamask')
  expect(found).not.toContain('xverse')
})

test('include, exclude, names and rdns match exactly', async () => {
  expect(ids(await wallet('include=rabby,metamask,nobody'))).toEqual(['metamask', 'rabby'])
  expect(ids(await wallet('include=rabby,metamask&exclude=rabby'))).toEqual(['metamask'])
  expect(ids(await wallet('rdns=io.rabby,io.nobody'))).toEqual(['rabby'])
  expect(ids(await wallet('rdns=io.rab'))).toEqual([])
  expect(ids(await wallet('names=metamask&rdns=io.rabby'))).toEqual(['metamask', 'rabby'])
})

test('search matches a part of a name in any letter case and ignores surrounding spaces', async () => {
  expect(ids(await wallet('search=%20RAIN%20'))).toEqual(['rainbow'])
  expect((await wallet('search=')).count).toBe(wallets.length)
  expect((await wallet('search=.*')).count).toBe(0)
})

test('badge_type filters wallets by certification', async () => {
  expect((await wallet('badge_type=certified')).count).toBe(0)
  expect((await wallet('badge_type=none')).count).toBe(wallets.length)
})

test('records contain no internal fields of the sandbox', async () => {
  const { data } = await wallet('entries=100')
  expect(data.filter((record) => 'color' in record || 'mark' in record || 'addsNetworks' in record)).toEqual([])
})

describe('bad parameters', () => {
  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=abc',
    'page=1e9',
    'entries=0',
    'entries=101',
    'entries=',
    'badge_type=gold',
  ])('%s is rejected with a message that names the parameter', async (query) => {
    const response = await get(`/getWallets?${query}`)
    const { error } = await response.json()
    expect([response.status, error.code]).toEqual([400, 'INVALID_REQUEST'])
    expect(error.message).toContain(query.split('=')[0])
  })

  test('a list of 501 ids and a search of 257 characters are rejected', async () => {
    expect((await get(`/getWallets?include=${'a,'.repeat(501)}`)).status).toBe(400)
    expect((await get(`/getWallets?search=${'a'.repeat(257)}`)).status).toBe(400)
  })

  test('every parameter value returns status 200 or 400', async () => {
    const names = [
      'page',
      'entries',
      'chains',
      'include',
      'exclude',
      'search',
      'badge_type',
      'names',
      'rdns',
      '__proto__',
      'constructor',
    ]
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'constructor', '%00', '%ff', '%zz', ',,,', '[]', '1e400'),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 }), async (pairs) => {
        const query = pairs.map(([name, text]) => `${name}=${encodeURIComponent(text)}`).join('&')
        const response = await get(`/getWallets?${query}`)
        expect([200, 400]).toContain(response.status)
        const reply = await response.json()
        if (response.status === 200) expect(reply.data.length).toBeLessThanOrEqual(reply.count)
      }),
      { numRuns: 300 },
    )
  })
})

describe('images', () => {
  test('every wallet and local network has an SVG, served with a policy that blocks scripts', async () => {
    const paths = [
      ...wallets.map(({ image_id }) => `/getWalletImage/${image_id}`),
      ...engines.map(({ network }) => `/public/getAssetImage/${network.caipNetworkId}`),
    ]
    for (const path of paths) {
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toBe('image/svg+xml')
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; style-src 'unsafe-inline'")
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    }
  })

  test.each([
    '/getWalletImage/nobody',
    '/getWalletImage/__proto__',
    '/getWalletImage/..%2f..%2fetc',
    '/public/getAssetImage/eip155:1',
  ])('%s returns status 404', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})
