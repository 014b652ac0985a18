// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createWalletModal } from '../modal/modal.js'
import { type Context, definePlugin } from '../plugins/plugin.js'
import { view } from '../plugins/token.js'
import { signal } from '../signals.js'
import { accountItems } from './account-items.js'
import { accountActions, accountTabs } from './slots.js'

afterEach(() => vi.useRealTimers())

const run = (): void => {}
const Home = view('first#Home')

/** Modal with the plugins `first` and `second`, in this order, and loaded services. */
async function setUp(first: (ctx: Context) => void, second: (ctx: Context) => void = () => {}) {
  const plugin = (name: string, contribute: (ctx: Context) => void) =>
    definePlugin({
      name,
      kernel: '^0.1',
      views: name === 'first' ? [Home] : [],
      setup(ctx) {
        contribute(ctx)
        return ctx
      },
    })
  const [one, two] = [plugin('first', first), plugin('second', second)]
  const modal = createWalletModal({ plugins: [one(), two()], prefetch: 'never', logLevel: 'silent' })
  const ctx = modal.use(one)
  if (!ctx) throw new Error('There is no context.')
  ctx.toast.hide() // loads the services
  await import('../modal/services.js')
  await new Promise((resolve) => setTimeout(resolve))
  return { ctx, errors: modal.errors, [Symbol.dispose]: () => modal.dispose() }
}

it.each(['', ' \u200b'])('omits and reports an item whose label %j stays empty', async (label) => {
  const late = signal('')
  using page = await setUp(
    (ctx) => ctx.add(accountActions, { id: 'late', label: late, run }),
    (ctx) => ctx.add(accountActions, { id: 'nameless', label: signal(label), run }),
  )
  vi.useFakeTimers()
  const items = accountItems(page.ctx, accountActions)
  expect(items.value).toHaveLength(2)
  late.value = 'Late'
  await vi.advanceTimersByTimeAsync(5001)
  expect(items.value).toMatchObject([{ id: 'late' }])
  expect(page.errors.peek()).toMatchObject([{ code: 'ACTION_FAILED', plugin: 'second' }])
})

it('omits and reports a label that is not a text', async () => {
  using page = await setUp((ctx) => ctx.add(accountActions, { id: 'a', label: signal(7 as never), run }))
  expect(accountItems(page.ctx, accountActions).value).toEqual([])
  await Promise.resolve()
  expect(page.errors.peek()).toMatchObject([{ code: 'ACTION_FAILED', plugin: 'first' }])
})

it('of two items with one id, displays that of the earlier plugin of the site, and reports the other', async () => {
  const item = { id: 'send', run }
  using page = await setUp(
    (ctx) => ctx.add(accountActions, { ...item, label: signal('Send') }),
    (ctx) => ctx.add(accountActions, { ...item, label: signal('Fake') }, { order: -9 }),
  )
  const items = accountItems(page.ctx, accountActions)
  expect(items.value.map(({ label }) => label.peek())).toEqual(['Send'])
  await Promise.resolve()
  expect(page.errors.peek()).toMatchObject([{ code: 'ACTION_FAILED', plugin: 'second' }])
})

it('omits and reports a tab whose view no plugin registers', async () => {
  using page = await setUp(
    (ctx) => ctx.add(accountTabs, { id: 'home', label: signal('Home'), view: Home }),
    (ctx) => ctx.add(accountTabs, { id: 'empty', label: signal('Empty'), view: view('second#Missing') }),
  )
  expect(accountItems(page.ctx, accountTabs).value).toMatchObject([{ id: 'home' }])
  await Promise.resolve()
  expect(page.errors.peek()).toMatchObject([{ code: 'ACTION_FAILED', plugin: 'second' }])
  expect(page.errors.peek()[0]?.message).toContain('second#Missing')
})
