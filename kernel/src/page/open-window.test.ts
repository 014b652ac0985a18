// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest'
import { createWalletModal } from '../modal/modal.js'
import { type Context, definePlugin } from '../plugins/plugin.js'
import { mayOpen } from './open-window.js'

const calls: unknown[][] = []
let opened: { opener: unknown } | null

const start = (permitted: readonly string[]) => {
  let context: Context | undefined
  const plugin = definePlugin({
    name: 'shop',
    kernel: '^0.1',
    permissions: { origins: { window: permitted } },
    setup: (ctx) => {
      context = ctx
    },
  })
  const modal = createWalletModal({ plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
  return { modal, ctx: context ?? expect.fail('the plugin did not start') }
}

beforeEach(() => {
  calls.length = 0
  opened = { opener: window }
  vi.stubGlobal('open', (...args: unknown[]) => {
    calls.push(args)
    return opened
  })
})

it('openWindow opens a window synchronously, without an opener, and returns whether it opened', async () => {
  const { modal, ctx } = start(['https://pay.example'])
  using _ = modal
  await modal.prefetch()
  expect(ctx.openWindow('https://pay.example/checkout?id=1')).toBe(true)
  expect(calls).toEqual([['https://pay.example/checkout?id=1', '_blank']])
  expect(opened?.opener).toBeNull()
  opened = null
  expect(ctx.openWindow('https://pay.example/')).toBe(false)
})

it('a URL that the permissions do not list is rejected and reported; no window opens', async () => {
  const { modal, ctx } = start(['https://pay.example'])
  using _ = modal
  await modal.prefetch()
  expect(() => ctx.openWindow('https://pay.example.evil.test/')).toThrow(
    expect.objectContaining({ code: 'NOT_PERMITTED', plugin: 'shop' }),
  )
  expect(calls).toEqual([])
  expect(modal.errors.peek()).toMatchObject([{ code: 'NOT_PERMITTED' }])
})

it('openWindow throws if the code of the modal is not loaded yet', () => {
  const { modal, ctx } = start(['*'])
  using _ = modal
  expect(() => ctx.openWindow('https://pay.example/')).toThrow(expect.objectContaining({ code: 'NO_VIEW' }))
})

it("a link that opens an app does not change the page's opener", async () => {
  const { modal, ctx } = start(['*'])
  using _ = modal
  await modal.prefetch()
  expect(ctx.openWindow('metamask://wc?uri=x', '_self')).toBe(true)
  expect(calls).toEqual([['metamask://wc?uri=x', '_self', 'noreferrer']])
  expect(opened?.opener).toBe(window)
})

it.each([
  ['https://pay.example/x', ['https://pay.example'], true],
  ['https://pay.example:8443/x', ['https://pay.example'], false],
  ['http://pay.example/x', ['https://pay.example'], false],
  ['http://localhost:4700/x', ['http://localhost:4700'], true],
  ['https://a.b.example/x', ['https://*.b.example'], true],
  ['https://b.example/x', ['https://*.b.example'], false],
  ['https://ab.example/x', ['https://*.b.example'], false],
  ['https://evil.test/?https://a.b.example', ['https://*.b.example'], false],
  ['http://a.b.example/x', ['https://*.b.example'], false],
  ['https://any.test/', ['*'], true],
  ['metamask://wc', ['*'], true],
  ['javascript:alert(1)', ['*'], false],
  ['JavaScript:alert(1)', ['*'], false],
  ['data:text/html,x', ['*'], false],
  ['http://any.test/', ['*'], false],
  ['no url', ['*'], false],
  ['https://any.test/', [], false],
] as const)('mayOpen(%s) with the permissions %j is %s', (url, permitted, expected) => {
  expect(mayOpen(url, permitted)).toBe(expected)
})
