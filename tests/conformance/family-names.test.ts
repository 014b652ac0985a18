// @vitest-environment happy-dom
import { account } from '@wallet-modal/account'
import { Networks, ProfileWallets } from '@wallet-modal/account/contract'
import { connect } from '@wallet-modal/connect'
import { eip155 } from '@wallet-modal/eip155'
import { connectors, definePlugin } from '@wallet-modal/kernel'
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, test } from 'vitest'
import evmNetworks from '../../plugins/eip155/networks.json' with { type: 'json' }
import stellarNetworks from '../third-party/stellar/networks.json' with { type: 'json' }
import { stellar } from '../third-party/stellar/src/index.js'

/** A wallet with one first-party chain family and two third-party ones. */
const both = definePlugin({
  name: 'one-wallet',
  kernel: '^0.1',
  setup: (ctx) =>
    ctx.add(connectors, {
      id: 'both',
      name: 'Lantern',
      type: 'INJECTED',
      isInstalled: true,
      namespaces: ['eip155', 'stellar', 'nameless'],
      provider: async () => null,
    }),
})

const nameless = createFakeNamespace('nameless')
const show = (view?: typeof Networks | typeof ProfileWallets): Promise<RenderedModal> =>
  renderModal([eip155(), stellar(), nameless.plugin(), both(), connect(), account()], {
    networks: [...evmNetworks.slice(0, 1), ...stellarNetworks.filter(({ testnet }) => testnet), ...nameless.networks],
    ...(view && { view }),
  })

test('a third-party chain family has the title that its plugin sets, in every language, beside translated families', async () => {
  using page = await show(ProfileWallets)
  await waitUntil(() => expect(page.text()).toMatch(/EVM.*Add EVM wallet.*Stellar.*Add Stellar wallet/))
  expect(page.text()).not.toMatch(/stellar/)
  expect(page.text()).toContain('Add nameless wallet') // this family has no name, so the page shows its id
  page.modal.setLocale('de')
  await waitUntil(() => expect(page.text()).toMatch(/Wallet für Stellar hinzufügen/))
})

test('networks of a third-party family are listed below its name; a click on one asks for a wallet of the family', async () => {
  using page = await show(Networks)
  await waitUntil(() => expect(page.text()).toMatch(/Stellar(?! ).*Stellar Testnet/))
  page.click(/Stellar Testnet/)
  await waitUntil(() => expect(page.text()).toMatch(/Stellar Testnet works with Stellar wallets/))
})

test('a wallet of several families offers a third-party family by its name', async () => {
  using page = await show()
  await waitUntil(() => expect(page.text()).toContain('Lantern'))
  page.click(/Lantern/)
  await waitUntil(() => expect(page.text()).toMatch(/EVM chains.*Stellar(?! ).*nameless 1/))
})
