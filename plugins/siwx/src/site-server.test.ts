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
/** The plugin as in a production build, which does not validate options. */
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
  ['an endpoint that does not exist', () => new Response('', { status: 404 }), 'Mount the server at this path'],
  ['an endpoint on a static file host', () => new Response('', { status: 405 }), 'Mount the server at this path'],
  ['an endpoint that answers with the page', () => new Response('<!doctype html>'), 'Mount the server at this path'],
  ['an endpoint of another service', () => Response.json({ hello: 'world' }), 'Mount the server at this path'],
  [
    'a server for another origin',
    () => refuse(403, 'WRONG_ORIGIN'),
    'refuses requests from pages of http://localhost:3000',
  ],
  [
    'a network that the server does not know',
    () => refuse(422, 'UNKNOWN_NETWORK'),
    'Add the network to the "networks"',
  ],
])('the console explains how to fix %s', async (_, answer, words) => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => answer())
  using modal = createWalletModal({ plugins: [probe()], prefetch: 'never' })
  await expect(modal.use(probe)?.sessions()).rejects.toThrow()
  expect(consoleError.mock.calls.flat().join(' ')).toContain(words)
})

describe('the endpoint', () => {
  const endpoints = ['//evil.example/api', '/\\evil.example/api', 'https://evil.example/api', '/\t/evil.example', '']

  it.each(endpoints)('%j is refused by the pattern of the option', (endpoint) => {
    expect(ownPath.test(endpoint)).toBe(false)
  })

  it.each(endpoints)('%j gets no request in a build that does not validate options', async (endpoint) => {
    const fetchStub = vi.fn(async () => Response.json({ sessions: [] }))
    vi.stubGlobal('fetch', fetchStub)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    using modal = createWalletModal({ plugins: [unparsed(endpoint)], prefetch: 'never' })
    expect(modal.errors.peek().map(String).join(' ')).toContain('Set a path on this site')
    expect(fetchStub).not.toHaveBeenCalled()
  })

  it.each(['/', '/api/siwx', '/a//b', '/~me/sign-in', '/api/v1.0/'])(
    '%j is accepted as a path of this site',
    (endpoint) => {
      expect([ownPath.test(endpoint), new URL(endpoint, location.origin).origin]).toEqual([true, location.origin])
    },
  )
})
