// @vitest-environment happy-dom
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { openingViews } from '../domain/slots.js'
import { definePlugin, lazyView } from '../plugins/plugin.js'
import { view } from '../plugins/token.js'
import { inlineUi } from './inline-ui.js'
import { renderModal } from './render-modal.js'

test('renderModal renders and clicks; the error for a missing control names the available controls', async () => {
  const Home = view('page#Home')
  let clicks = 0
  const page = definePlugin({
    name: 'page',
    kernel: '^0.1',
    ...inlineUi({
      views: [
        lazyView(
          Home,
          async () => {
            await new Promise((resolve) => setTimeout(resolve, 50))
            return { default: () => createElement('button', { type: 'button', onClick: () => clicks++ }, 'Press me') }
          },
          { label: 'home' },
        ),
      ],
    }),
    setup: (ctx) => void ctx.add(openingViews, { view: Home, when: () => true }),
  })
  using shown = await renderModal([page()])
  shown.click('Press me')
  shown.click(/press/i)
  expect([clicks, shown.modal.isOpen.value]).toEqual([2, true])
  expect(() => shown.click('Missing')).toThrow('Press me')
  expect(shown.text()).toContain('Press me')
  expect(shown.close()).toBe(true)
  await expect(renderModal([])).rejects.toMatchObject({ code: 'NO_VIEW' })
})

test('a modal that closes before it is rendered does not time out', async () => {
  const Brief = view('brief#Brief')
  const brief = definePlugin({
    name: 'brief',
    kernel: '^0.1',
    ...inlineUi({
      views: [lazyView(Brief, async () => ({ default: () => createElement('p', null, 'Here') }), { label: 'brief' })],
    }),
    setup: (ctx) => ctx.router.current.subscribe((now) => now && ctx.router.close()),
  })
  using shown = await renderModal([brief()], { view: Brief })
  expect(shown.modal.isOpen.peek()).toBe(false)
  expect(shown.dialog).toThrow('The modal is not in the page.')
})
