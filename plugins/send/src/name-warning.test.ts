// @vitest-environment happy-dom
import { definePlugin } from '@wallet-modal/kernel'
import { coinAssetId, sendHandlers } from '@wallet-modal/kernel/assets'
import { createFakeApi, createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { WalletSend } from './contract.js'
import { send } from './index.js'
import { createFakeHandler } from './stage.test.fixtures.js'

it('the review warns if a name service, and not the chain, resolved the name of the receiver', async () => {
  const reply = { name: 'zoe.eth', addresses: { 60: { address: 'fake-9', created: '' } } }
  using api = createFakeApi({ 'blockchain:/v1/profile/account/zoe.eth': reply })
  const handler = createFakeHandler('fake', { nameCoinType: () => '60' })
  const fake = createFakeNamespace('fake', { transactions: handler.driver })
  const family = definePlugin({ name: 'family', kernel: '^0.1', setup: (ctx) => ctx.add(sendHandlers, handler) })
  const params = { token: coinAssetId(fake.networks[0]), amount: '0.5', receiver: 'zoe.eth' }
  const options = { networks: fake.networks, view: WalletSend, params, projectId: 'x' }
  using page = await renderModal([fake.plugin(), family(), send(), api.plugin], options)
  await page.modal.connections.connect(fake.wallet.connector)
  await waitUntil(() => expect(page.text()).toMatch(/Review Send/))
  await waitUntil(() =>
    expect(page.text()).toMatch(/The address of zoe.eth comes from a name service and is not proven on-chain/),
  )
  expect(page.text()).toMatch(/Tozoe.ethfake-9/)
})
