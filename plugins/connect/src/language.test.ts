// @vitest-environment happy-dom
import { connectors, definePlugin, type View } from '@wallet-modal/kernel'
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { AllWallets, Connect } from './contract.js'
import { connect } from './index.js'

const wallet = { id: 'zephyr', name: 'Zephyr', homepage: 'https://zephyr.example' }
/** Two that claim one identity, so that both rows carry a warning. */
const twins = definePlugin({
  name: 'twins',
  kernel: '^0.1',
  setup(ctx) {
    const fake = createFakeNamespace('eip155').wallet.connector
    for (const id of ['a', 'b'])
      ctx.add(connectors, { ...fake, id, name: `Twin ${id}`, type: 'ANNOUNCED', rdns: id, suspicious: true })
  },
})
const views: Readonly<Record<string, [View<void>, readonly RegExp[]]>> = {
  Connect: [Connect, [/get/i, /installed/i, /identity/i]],
  AllWallets: [AllWallets, [/installed/i, /identity/i]],
}

it.each(Object.keys(views))(
  'L1: rows of %s that are on the screen change language with everything else',
  async (name) => {
    const [view, words] = views[name] ?? []
    if (!view || !words) throw new Error('no such view')
    const fake = createFakeNamespace('eip155')
    using page = await renderModal([fake.plugin(), twins(), connect({ customWallets: [wallet] })], {
      networks: fake.networks,
      view,
    })
    await waitUntil(() => expect(page.text()).toContain('Twin a'))
    for (const word of words) expect(page.text()).toMatch(word)
    page.modal.setLocale('de')
    await waitUntil(() => {
      for (const word of words) expect(page.text()).not.toMatch(word)
    })
    expect(page.text()).toContain('Twin a')
  },
)
