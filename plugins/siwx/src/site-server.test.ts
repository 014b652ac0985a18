// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://localhost:3000/" }
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { afterEach, expect, it, vi } from 'vitest'
import { createSiteServer } from './site-server.js'

const probe = definePlugin({
  name: 'probe',
  kernel: '^0.1',
  permissions: { api: ['siwx:*'] },
  setup: (ctx) => createSiteServer(ctx, {}),
})

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
  ['a server for another address', () => refuse(403, 'WRONG_ORIGIN'), 'nothing from pages of http://localhost:3000'],
  ['a network that is missing there', () => refuse(422, 'UNKNOWN_NETWORK'), 'Add it to the "networks"'],
])('%s is explained to the owner of the site', async (_, answer, words) => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => answer())
  using modal = createWalletModal({ plugins: [probe()], prefetch: 'never' })
  await expect(modal.use(probe)?.sessions()).rejects.toThrow()
  expect(told.mock.calls.flat().join(' ')).toContain(words)
})
