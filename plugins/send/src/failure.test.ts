// @vitest-environment happy-dom
import { definePlugin, WalletModalError } from '@wallet-modal/kernel'
import { coinAssetId, sendHandlers } from '@wallet-modal/kernel/assets'
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, expect, it } from 'vitest'
import { WalletSend } from './contract.js'
import { send } from './index.js'
import { createFakeHandler, type FakeHandler } from './stage.test.fixtures.js'

let page: RenderedModal | undefined
afterEach(() => page?.dispose())

/** Opens a payment whose values are all set by the site. The modal is in German by default. */
async function show(
  handler: FakeHandler,
  { locale = 'de', ...given }: { locale?: string; amount?: string } = {},
): Promise<void> {
  const fake = createFakeNamespace('fake', { transactions: handler.driver })
  const family = definePlugin({ name: 'family', kernel: '^0.1', setup: (ctx) => ctx.add(sendHandlers, handler) })
  const [network] = fake.networks
  const params = { token: coinAssetId(network), amount: '0.5', receiver: 'fake-9', ...given }
  page = await renderModal([fake.plugin(), family(), send()], {
    networks: fake.networks,
    locale,
    view: WalletSend,
    params,
  })
  await page.modal.connections.connect(fake.wallet.connector)
}
const reads = (words: RegExp): Promise<void> => waitUntil(() => expect(page?.text()).toMatch(words))

it.each([
  ['NETWORK_ERROR', 'The node cannot be reached.', /Das Netzwerk antwortet nicht. Es wurde nichts gesendet/],
  ['UNSUPPORTED_METHOD', 'Zephyr cannot sign.', /Die Wallet unterstützt das nicht. Es wurde nichts gesendet/],
  ['NOT_SENT', 'The network asks for an absurd fee.', /Die Transaktion wurde angehalten. Es wurde nichts gesendet/],
  ['INSUFFICIENT_FUNDS', 'This needs 3 COIN.', /Das Guthaben reicht nicht für Betrag und Netzwerkgebühr/],
] as const)(
  'L1: %s is explained in the language of the visitor, with the original message',
  async (code, said, words) => {
    const prepare = () => Promise.reject(new WalletModalError(code, said))
    await show(createFakeHandler('fake', { prepare }))
    await reads(words)
    expect(page?.text()).toContain(said)
  },
)

it('L1: an error of the wallet on submit is explained in the language of the visitor', async () => {
  const handler = createFakeHandler()
  handler.outcome = () => Promise.reject(new WalletModalError('NOT_SENT', 'The wallet says: locked.'))
  await show(handler)
  await reads(/Abbrechen/)
  page?.click(/^Senden$/)
  await reads(/Die Transaktion wurde angehalten. Es wurde nichts gesendet.*The wallet says: locked\./)
})

it('L1: a timeout while the sendable balance is read is explained in the language of the visitor', async () => {
  const limit = () => Promise.reject(new WalletModalError('TIMEOUT', 'No answer.'))
  await show(createFakeHandler('fake', { limit }))
  await reads(/Das Netzwerk antwortet nicht.*No answer\./)
})

it('a fee above the amount shows a warning, and the payment can be sent', async () => {
  const handler = createFakeHandler()
  handler.tamper = { fee: 10n ** 17n }
  await show(handler, { locale: 'en', amount: '0.01' })
  await reads(/The network fee is more than the amount\./)
  page?.click(/^Send$/)
  await waitUntil(() => expect(handler.submitted).toBe(1))
})

it('clicking the button of an incomplete form displays a toast that asks for amount and receiver', async () => {
  const fake = createFakeNamespace()
  const family = definePlugin({
    name: 'family',
    kernel: '^0.1',
    setup: (ctx) => ctx.add(sendHandlers, createFakeHandler()),
  })
  const plugins = [fake.plugin(), family(), send()]
  page = await renderModal(plugins, { networks: fake.networks, view: WalletSend })
  await page.modal.connections.connect(fake.wallet.connector)
  await reads(/Add Amount/)
  page.click(/^Add Amount$/)
  await reads(/Please enter a valid amount and receiver address/)
})
