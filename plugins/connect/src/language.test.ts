// @vitest-environment happy-dom
import { type Connector, connectors, definePlugin, type PlainView, WalletModalError } from '@wallet-modal/kernel'
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { AllWallets, Connect } from './contract.js'
import { connect } from './index.js'

const wallet = { id: 'zephyr', name: 'Zephyr', homepage: 'https://zephyr.example' }
/** Two connectors marked as suspicious, so that both rows show a warning. */
const twins = definePlugin({
  name: 'twins',
  kernel: '^0.1',
  setup(ctx) {
    const fake = createFakeNamespace('eip155').wallet.connector
    for (const id of ['a', 'b'])
      ctx.add(connectors, {
        ...fake,
        id,
        name: `Twin ${id}`,
        type: 'ANNOUNCED',
        isInstalled: true,
        rdns: id,
        suspicious: true,
      })
  },
})
const views: Readonly<Record<string, [PlainView, readonly RegExp[]]>> = {
  Connect: [Connect, [/get/i, /installed/i, /claim to be the same/i]],
  AllWallets: [AllWallets, [/installed/i, /claim to be the same/i]],
}

it.each(Object.keys(views))('L1: visible rows of %s are translated when the locale changes', async (name) => {
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
})

const rejectWith = async (error: unknown): Promise<never> => {
  throw error
}
const offline = new WalletModalError('NETWORK_ERROR', 'The node cannot be reached.')
const failures: Readonly<Record<string, [Partial<Connector>, string]>> = {
  'returns no account': [{}, 'Die Wallet hat kein Konto freigegeben, das diese Website nutzen kann'],
  'has an invalid provider': [
    { provider: async () => 7 },
    'Dieser Wallet fehlt eine Funktion, die diese Website braucht',
  ],
  'cannot be loaded': [{ provider: () => rejectWith(offline) }, 'konnte nicht geladen werden'],
  'rejects with undefined': [
    { provider: () => rejectWith(undefined) },
    'Dieser Wallet fehlt eine Funktion, die diese Website braucht',
  ],
  'rejects with its own message': [{ provider: () => rejectWith(new Error('Locked.')) }, 'Failing: Locked.'],
  'rejects with an unknown error code': [
    { provider: () => rejectWith(Object.assign(new Error('Odd.'), { name: 'WalletModalError', code: 'constructor' })) },
    'Failing: Odd.',
  ],
}

it.each(Object.keys(failures))(
  'L1: a failed connection is explained in the language of the visitor if the wallet %s',
  async (failure) => {
    const [change, words = ''] = failures[failure] ?? []
    const fake = createFakeNamespace('eip155')
    fake.wallet.addresses = []
    const failing = definePlugin({
      name: 'failing',
      kernel: '^0.1',
      setup: (ctx) => void ctx.add(connectors, { ...fake.wallet.connector, id: 'failing', name: 'Failing', ...change }),
    })
    using page = await renderModal([fake.plugin(), failing(), connect()], { networks: fake.networks, view: Connect })
    page.modal.setLocale('de')
    await waitUntil(() => page.click(/Failing/))
    await waitUntil(() => expect(page.text()).toContain('Verbindung fehlgeschlagen'))
    expect(page.text()).toContain(words)
    expect(page.text()).not.toContain('could not connect')
  },
)
