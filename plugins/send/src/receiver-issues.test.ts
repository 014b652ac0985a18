// @vitest-environment happy-dom
import { definePlugin, type ReceiverIssue } from '@wallet-modal/kernel'
import { coinAssetId, sendHandlers } from '@wallet-modal/kernel/assets'
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { WalletSend } from './contract.js'
import { send } from './index.js'
import { createFakeHandler } from './stage.test.fixtures.js'

const addressOf = ({ severity }: ReceiverIssue): string | undefined => (severity === 'warn' ? 'fake-9' : undefined)

it.each<[ReceiverIssue, (network: string) => string]>([
  [
    { code: 'genericAddress', severity: 'refuse', text: 'text of the handler' },
    (network) =>
      `This address is encoded for no chain in particular. Ask the receiver for the address in the format of ${network}.`,
  ],
  [
    { code: 'minimumAmount', severity: 'warn', text: '0.01 DOT' },
    (network) => `Send at least 0.01 DOT: with less, the receiver’s balance stays below the minimum of ${network}.`,
  ],
])('the form shows the issue %o in its own words', async (issue, textOn) => {
  const handler = createFakeHandler('fake', {
    inspectReceiver: async () => ({ address: addressOf(issue), issues: [issue] }),
  })
  const fake = createFakeNamespace('fake', { transactions: handler.driver })
  const family = definePlugin({ name: 'family', kernel: '^0.1', setup: (ctx) => ctx.add(sendHandlers, handler) })
  const [network] = fake.networks
  const params = { token: coinAssetId(network), receiver: 'fake-9' }
  const options = { networks: fake.networks, view: WalletSend, params, projectId: 'x' }
  using page = await renderModal([fake.plugin(), family(), send()], options)
  await page.modal.connections.connect(fake.wallet.connector)
  await waitUntil(() => expect(page.text()).toContain(textOn(network.name)))
})
