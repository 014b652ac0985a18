// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ownPath } from './own-path.js'
import { createSiteServer } from './site-server.js'

const probe = definePlugin({
  name: 'probe',
  kernel: '^0.1',
  permissions: { api: ['siwx:*'] },
  setup: (ctx) => createSiteServer(ctx, {}),
})
/** As a production build starts it: without the schema of the options. */
const unparsed = (endpoint: string) =>
  definePlugin({
    name: 'probe',
    kernel: '^0.1',
    permissions: { api: ['siwx:*'] },
    setup: (ctx) => createSiteServer(ctx, { endpoint }),
  })()

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const refuse = (status: number, code: string): Response =>
  Response.json({}, { status, headers: { 'siwx-refusal': code } })

it.each([
  ['a path that nobody serves', () => new Response('', { status: 404 }), 'Mount it there'],
  ['a host of files alone', () => new Response('', { status: 405 }), 'Mount it there'],
  ['the page itself', () => new Response('<!doctype html>'), 'Mount it there'],
  ['another service', () => Response.json({ hello: 'world' }), 'Mount it there'],
  [
    'a server for another address',
    () => refuse(403, 'WRONG_ORIGIN'),
    'refuses requests from pages of http://localhost:3000',
  ],
  ['a network that is missing there', () => refuse(422, 'UNKNOWN_NETWORK'), 'Add it to the "networks"'],
])('%s is explained to the owner of the site', async (_, answer, words) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => answer())
  using modal = createWalletModal({ plugins: [probe()], prefetch: 'never' })
  await expect(modal.use(probe)?.sessions()).rejects.toThrow()
  expect(told.mock.calls.flat().join(' ')).toContain(words)
})

describe('an endpoint that is an address of another host', () => {
  const endpoints = ['//evil.example/api', '/\\evil.example/api', 'https://evil.example/api', '/\t/evil.example', '']

  it.each(endpoints)('%j is refused by the options', (endpoint) => {
    expect(ownPath.test(endpoint)).toBe(false)
  })

  it.each(endpoints)('%j is asked nothing by a build that parses no options', async (endpoint) => {
    const asked = vi.fn(async () => Response.json({ sessions: [] }))
    vi.stubGlobal('fetch', asked)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    using modal = createWalletModal({ plugins: [unparsed(endpoint)], prefetch: 'never' })
    expect(modal.errors.peek().map(String).join(' ')).toContain('Set a path on this site')
    expect(asked).not.toHaveBeenCalled()
  })

  it.each(['/', '/api/siwx', '/a//b', '/~me/sign-in', '/api/v1.0/'])('%j is a path of this site', (endpoint) => {
    expect([ownPath.test(endpoint), new URL(endpoint, location.origin).origin]).toEqual([true, location.origin])
  })
})
