// @vitest-environment happy-dom
import * as React from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { createWalletModal, definePlugin, openingViews, view, viewOf, type WalletModal } from '../../index.js'
import { createFakeNamespace } from '../../testing/fake-namespace.js'
import { inlineUi } from '../../testing/inline-ui.js'

const Home = view('@test/draw-ahead#Home')
const Bare = view('@test/fetch-ahead#Bare')
const drawn = vi.fn()
const effects = vi.fn()

const plugin = definePlugin({
  name: '@test/draw-ahead',
  kernel: '^0.1',
  ...inlineUi({
    views: [
      viewOf(
        Home,
        () => {
          drawn()
          React.useEffect(effects, [])
          return <p>home</p>
        },
        {},
      ),
    ],
  }),
  setup(ctx) {
    ctx.add(openingViews, { view: Home, when: () => true })
  },
})
const start = (): WalletModal => createWalletModal({ plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })
const shadow = (): ShadowRoot | null | undefined => document.querySelector('[data-wallet-modal]')?.shadowRoot

afterEach(() => {
  drawn.mockClear()
  effects.mockClear()
})

it('the first view is rendered in advance, invisibly and without effects; the modal displays the same elements when it opens', async () => {
  using modal = start()
  await modal.prefetch()
  await vi.waitFor(() => expect(shadow()?.querySelector('dialog p')).toBeTruthy())
  const ahead = shadow()?.querySelector('dialog p')
  expect(shadow()?.querySelector('dialog')?.open).toBe(false)
  expect(effects).not.toHaveBeenCalled()
  void modal.open()
  await vi.waitFor(() => expect(effects).toHaveBeenCalledOnce())
  expect(shadow()?.querySelector('dialog')?.open).toBe(true)
  expect(shadow()?.querySelector('dialog p')).toBe(ahead)
  modal.close()
  await vi.waitFor(() => expect(shadow()?.querySelector('dialog p')).toBeNull())
})

it('another view is rendered in advance if the default view changes, as when a stored wallet reconnects', async () => {
  const Member = view('@test/member#Home')
  const member = definePlugin({
    name: '@test/member',
    kernel: '^0.1',
    ...inlineUi({ views: [viewOf(Member, () => <p>member</p>, {})] }),
    setup(ctx) {
      ctx.add(openingViews, { view: Member, when: () => !!ctx.connections.all.peek()[0] }, { order: -1 })
    },
  })
  const fake = createFakeNamespace('eip155')
  using modal = createWalletModal({
    ...{ plugins: [plugin(), fake.plugin(), member()], networks: fake.networks },
    ...{ prefetch: 'never', logLevel: 'silent' },
  })
  await modal.prefetch()
  const text = () => shadow()?.querySelector('dialog p:not([role])')?.textContent
  await vi.waitFor(() => expect(text()).toBe('home'))
  await modal.connections.connect(fake.wallet.connector)
  await vi.waitFor(() => expect(text()).toBe('member'))
  const ahead = shadow()?.querySelector('dialog p:not([role])')
  void modal.open()
  await vi.waitFor(() => expect(shadow()?.querySelector('dialog')?.open).toBe(true))
  expect(shadow()?.querySelector('dialog p:not([role])')).toBe(ahead)
})

it('if the modal opens during the prefetch, the requested view is displayed', async () => {
  using modal = start()
  const fetched = modal.prefetch()
  void modal.open()
  await fetched
  await vi.waitFor(() => expect(shadow()?.querySelector('dialog')?.open).toBe(true))
  await vi.waitFor(() => expect(shadow()?.querySelectorAll('dialog p:not([role])')).toHaveLength(1))
  expect(document.querySelectorAll('[data-wallet-modal]')).toHaveLength(1)
})

it('opening the modal removes the invisible card that warmed up the browser', async () => {
  using modal = start()
  await modal.prefetch()
  const stage = shadow()?.querySelector('.wm-warm-up')
  if (!stage) throw new Error('There is no invisible card.')
  const changes = vi.fn()
  new MutationObserver(changes).observe(stage, { childList: true, subtree: true })
  void modal.open()
  await vi.waitFor(() => expect(stage.isConnected).toBe(false))
  expect(changes).not.toHaveBeenCalled()
})

it('a prefetch loads the first view in parallel with the renderer', async () => {
  const ui = vi.fn(async () => ({ ui: { views: [] } }))
  const bare = definePlugin({
    name: '@test/fetch-ahead',
    kernel: '^0.1',
    views: [Bare],
    ui,
    setup: (ctx) => ctx.add(openingViews, { view: Bare, when: () => true }),
  })
  using modal = createWalletModal({ plugins: [bare()], prefetch: 'never', logLevel: 'silent' })
  const fetched = modal.prefetch()
  expect(ui).toHaveBeenCalledOnce()
  await fetched
})

it('I4: a modal that is disposed right after the prefetch renders no view and leaves nothing in the page', async () => {
  const modal = start()
  await modal.prefetch()
  modal.dispose()
  expect(document.querySelector('[data-wallet-modal]')).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(drawn).not.toHaveBeenCalled()
})

it('a modal that is disposed during the warm-up no longer computes its default view', async () => {
  const when = vi.fn(() => true)
  const counted = definePlugin({
    name: '@test/counted',
    kernel: '^0.1',
    ...inlineUi({ views: [viewOf(Home, () => <p>home</p>, {})] }),
    setup: (ctx) => ctx.add(openingViews, { view: Home, when }),
  })
  const modal = createWalletModal({ plugins: [counted()], prefetch: 'never', logLevel: 'silent' })
  await modal.prefetch()
  expect(shadow()?.querySelector('.wm-warm-up')).toBeTruthy()
  when.mockClear()
  modal.dispose()
  expect(when).not.toHaveBeenCalled()
})

it.each(['idle', 'never'] as const)(
  'prefetch "%s": a press on the page renders the first view in advance, except with "never"',
  async (prefetch) => {
    vi.stubGlobal('requestIdleCallback', () => 0)
    using _modal = createWalletModal({ plugins: [plugin()], prefetch, logLevel: 'silent' })
    await Promise.resolve()
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(shadow()?.querySelector('dialog p') != null).toBe(prefetch === 'idle')
    vi.unstubAllGlobals()
  },
)
