// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HELLO } from '../frame-messages.js'
import { acceptHost } from './handshake.js'

const SITE = 'https://shop.example'
const parent = {} as Window
const port = {} as MessagePort
const other = {} as MessagePort

beforeEach(() => void vi.stubGlobal('parent', parent))
afterEach(() => vi.unstubAllGlobals())

const post = (values: object): void =>
  void dispatchEvent(
    Object.assign(new Event('message'), {
      ...{ data: { type: HELLO }, source: parent, origin: SITE, ports: [other] },
      ...values,
    }),
  )

it.each([
  ['another window', { source: {} }],
  ['the frame itself', { source: window }],
  ['a page of the frame’s own origin', { origin: location.origin }],
  ['a page without an origin', { origin: 'null' }],
  ['an extension', { origin: 'chrome-extension://abc' }],
  ['a page that sends no port', { ports: [] }],
  ['a page that sends two ports', { ports: [other, other] }],
  ['a page that sends another message', { data: { type: 'HELLO' } }],
  ['a page that sends no message', { data: null }],
])('the port of %s is ignored', async (_, values) => {
  const host = acceptHost()
  post(values)
  post({ ports: [port] })
  const accepted = await host
  expect(accepted.port).toBe(port)
  expect(accepted.origin).toBe(SITE)
})

it('a frame that no page embeds accepts no port', async () => {
  vi.stubGlobal('parent', window)
  const accepted = vi.fn()
  void acceptHost().then(accepted)
  post({ source: window })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(accepted).not.toHaveBeenCalled()
})
