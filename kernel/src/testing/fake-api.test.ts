import { expect, test } from 'vitest'
import { createWalletModal } from '../modal/modal.js'
import { definePlugin } from '../plugins/plugin.js'
import type { StandardSchema } from '../plugins/schema.js'
import { createFakeApi } from './fake-api.js'

const anything: StandardSchema<unknown> = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
}
const asker = definePlugin({
  name: 'asker',
  kernel: '^0.1',
  permissions: { api: ['catalogue:*', 'own:*', 'ownPrices:*'] },
  setup: (ctx) => ({
    get: (service: string, path: string) =>
      ctx.api.service(service).get(path, { schema: anything, query: { page: 1 } }),
    post: (service: string, path: string, body: unknown) =>
      ctx.api.service(service).post(path, body, { schema: anything }),
  }),
})

test('a scripted service replies, and requests are recorded', async () => {
  using api = createFakeApi({
    'catalogue:/getWallets': { data: [] },
    'own:/echo': ({ body, method }: { body: unknown; method: string }) => ({ method, body }),
    'own:/broken': new Response('', { status: 418 }),
  })
  using modal = createWalletModal({ plugins: [api.plugin, asker()], prefetch: 'never', logLevel: 'silent' })
  const ask = modal.use(asker)
  expect(await ask?.get('catalogue', '/getWallets')).toEqual({ data: [] })
  expect(await ask?.post('own', '/echo', { a: 1 })).toEqual({ method: 'POST', body: { a: 1 } })
  await expect(ask?.get('own', '/broken')).rejects.toMatchObject({ status: 418 })
  await expect(ask?.get('own', '/unknown')).rejects.toMatchObject({ status: 404 })
  expect(api.requests.map(({ url }) => url.pathname)).toEqual(['/getWallets', '/echo', '/broken', '/unknown'])
  expect(api.requests[0]?.url.searchParams.get('page')).toBe('1')
})

test('a Response in the script can be used for several requests', async () => {
  using api = createFakeApi({ 'own:/list': Response.json([1]) })
  using modal = createWalletModal({ plugins: [api.plugin, asker()], prefetch: 'never', logLevel: 'silent' })
  const ask = modal.use(asker)
  expect(await ask?.get('own', '/list')).toEqual([1])
  expect(await ask?.get('own', '/list')).toEqual([1])
})

test('a key may contain `*` as in permissions.api, and an exact key takes precedence', async () => {
  using api = createFakeApi({
    'own:/history/*/page': 'page',
    'own:/history/*': ({ url }: { url: URL }) => url.pathname,
    'own:/history/a/b': 'exact',
  })
  using modal = createWalletModal({ plugins: [api.plugin, asker()], prefetch: 'never', logLevel: 'silent' })
  const replies = ['/history/x/page', '/history/x/y/page', '/history/a/b'].map((path) =>
    modal.use(asker)?.get('own', path),
  )
  expect(await Promise.all(replies)).toEqual(['page', '/history/x/y/page', 'exact'])
  await expect(modal.use(asker)?.get('own', '/other')).rejects.toMatchObject({ status: 404 })
})

test('the name of a service may contain capitals', async () => {
  using api = createFakeApi({ 'ownPrices:/list': [1] })
  using modal = createWalletModal({ plugins: [api.plugin, asker()], prefetch: 'never', logLevel: 'silent' })
  expect(await modal.use(asker)?.get('ownPrices', '/list')).toEqual([1])
})

test('requests to other hosts reject, and dispose restores fetch', async () => {
  const original = fetch
  const api = createFakeApi({})
  await expect(fetch('https://example.com/')).rejects.toThrow('sends no request to example.com')
  api.dispose()
  expect(fetch).toBe(original)
})
