// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createNamespace } from '../domain/connections/namespace.js'
import { namespace, openingViews } from '../domain/slots.js'
import { definePlugin, viewOf } from '../plugins/plugin.js'
import { view } from '../plugins/token.js'
import { createFakeDriver } from '../testing/fake-namespace.js'
import { createWalletModal } from './modal.js'

const Opening = view('loader#Opening')
const Other = view('loader#Other')

afterEach(() => localStorage.clear())

/** Modal that records the order in which the code of its views is requested and wallets are discovered. */
function createRecorded() {
  const order: string[] = []
  const family = definePlugin({
    name: 'family',
    kernel: '^0.1',
    provides: [namespace('family')],
    permissions: { storage: ['connector'] },
    setup: (ctx) =>
      void createNamespace(ctx, 'family', {
        driver: async () => createFakeDriver('family'),
        discover: async () => void order.push('discovery'),
      }),
  })
  const pages = definePlugin({
    name: 'pages',
    kernel: '^0.1',
    views: [Opening, Other],
    async ui() {
      order.push('code')
      const strings = { en: async () => ({ title: 'Title' }) }
      const views = [Opening, Other].map((one) => viewOf(one, () => 'text', { title: 'title' }))
      return { ui: { views, strings } }
    },
    setup: (ctx) => ctx.add(openingViews, { view: Opening, when: () => true }),
  })
  const modal = createWalletModal({ plugins: [family(), pages()], prefetch: 'never', logLevel: 'silent' })
  return { modal, order }
}

it('opening the modal requests the code of the opening view before the discovery of wallets', async () => {
  const { modal, order } = createRecorded()
  using _modal = modal
  void modal.open()
  await vi.waitFor(() => expect(order).toEqual(['code', 'discovery']))
})

it('opening another view starts the discovery first, because the view may depend on installed wallets', async () => {
  const { modal, order } = createRecorded()
  using _modal = modal
  void modal.open({ view: Other })
  await vi.waitFor(() => expect(order).toEqual(['discovery', 'code']))
})
