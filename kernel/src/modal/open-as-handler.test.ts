// @vitest-environment happy-dom
import { act, createElement, type MouseEventHandler } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createWalletModal, definePlugin, lazyView, openingViews, view, type WalletModal } from '../index.js'
import { inlineUi } from '../testing/inline-ui.js'

const Home = view('@test/handler#Home')
const plugin = definePlugin({
  name: '@test/handler',
  kernel: '^0.1',
  ...inlineUi({ views: [lazyView(Home, async () => ({ default: () => null }), {})] }),
  setup(ctx) {
    ctx.add(openingViews, { view: Home, when: () => true })
  },
})
const create = (): WalletModal => createWalletModal({ plugins: [plugin()], prefetch: 'never', logLevel: 'silent' })

it('modal.open ignores the event of addEventListener, and opens the default view', async () => {
  using modal = create()
  const button = document.createElement('button')
  button.addEventListener('click', modal.open)
  button.click()
  expect(modal.isOpen.peek()).toBe(true)

  const isClosed = modal.open(new MouseEvent('click') as never)
  modal.close()
  expect(await isClosed).toBeUndefined()
})

it('modal.open ignores the event of React, and opens the default view', async () => {
  using modal = create()
  const onClick: MouseEventHandler = modal.open
  const page = document.createElement('div')
  document.body.append(page)
  onTestFinished(() => page.remove())
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  onTestFinished(() => void vi.unstubAllGlobals())
  const root = createRoot(page)
  await act(async () => root.render(createElement('button', { type: 'button', onClick })))
  await act(async () => page.querySelector('button')?.click())
  expect(modal.isOpen.peek()).toBe(true)
  modal.close()
  await act(async () => root.unmount())
})
