import { expect, it } from 'vitest'
import { createTestGateway } from './routes.test.fixtures.js'

const files = new Map([
  ['main.js', 'import("./chunk-ABCD2345.js")'],
  ['style.css', 'body{}'],
  ['chunk-ABCD2345.js', 'export{}'],
])
const { app } = createTestGateway({ frameFiles: async () => files })
const headersOf = async (path: string, headers = {}) => (await app.request(path, { headers })).headers

it('browsers ask for the frame and its entry files each time, and keep files with a hash in their name', async () => {
  for (const path of ['/sdk', '/sdk/main.js', '/sdk/style.css'])
    expect((await headersOf(path)).get('cache-control')).toBe('no-cache')
  expect((await headersOf('/sdk/chunk-ABCD2345.js')).get('cache-control')).toBe('public, max-age=31536000, immutable')
})

it('an unchanged entry file is not sent again', async () => {
  const tag = (await headersOf('/sdk/main.js')).get('etag') ?? ''
  const again = await app.request('/sdk/main.js', { headers: { 'if-none-match': tag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('cache-control')).toBe('no-cache')
})

it('a missing file is not cached', async () => {
  const response = await app.request('/sdk/chunk-OLDOLD22.js')
  expect([response.status, response.headers.get('cache-control')]).toEqual([404, null])
})

it('cross-origin isolated sites can embed the frame', async () => {
  const headers = await headersOf('/sdk')
  expect(headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
})
