// @vitest-environment happy-dom
import { connectors, createNamespace, definePlugin, namespace, transactionSettled } from '@wallet-modal/kernel'
import {
  createFakeApi,
  createFakeDriver,
  createFakeNamespace,
  type FakeNamespace,
  type RenderedModal,
  renderModal,
  waitUntil,
} from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Account } from './contract.js'
import { account } from './index.js'

const COIN = 10n ** 18n
let page: RenderedModal
let api: ReturnType<typeof createFakeApi> | undefined
let evm: FakeNamespace
let solana: FakeNamespace
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  evm = createFakeNamespace('eip155')
  solana = createFakeNamespace('solana')
  solana.wallet.addresses = ['fake-9']
})
afterEach(() => {
  page?.dispose()
  api?.dispose()
  api = undefined
})

/** A plugin for a namespace of fake wallets. Every account of the namespace has this balance. */
const namespacePlugin = ({ name, wallet }: FakeNamespace, balance: () => Promise<bigint>) =>
  definePlugin({
    name: `family-${name}`,
    kernel: '^0.1',
    provides: [namespace(name)],
    permissions: { storage: ['connector'] },
    setup(ctx) {
      ctx.add(connectors, wallet.connector)
      createNamespace(ctx, name, { driver: async () => ({ ...createFakeDriver(name), balance }) })
      return ctx
    },
  })
const reads = (text: string | RegExp): Promise<void> => waitUntil(() => expect(page.text()).toMatch(text))

/** Connects one wallet of each namespace and shows the account of the EVM wallet. */
async function showBoth(): Promise<void> {
  api = createFakeApi({
    'blockchain:/v1/identity/fake-1': () => ({ name: 'first.example' }),
    'blockchain:/v1/identity/fake-9': () => ({}),
  })
  const plugins = [
    namespacePlugin(evm, async () => 5n * COIN)(),
    namespacePlugin(solana, async () => 3n * COIN)(),
    api.plugin,
    account(),
  ]
  page = await renderModal(plugins, { networks: [...evm.networks, ...solana.networks], view: Account })
  await page.modal.connections.connect(solana.wallet.connector)
  await page.modal.connections.connect(evm.wallet.connector)
  await reads(/first\.examplefake-1.*5 COIN/)
}

it('after a wallet disconnects itself, the account view shows neither the name nor the balance of that wallet’s account', async () => {
  await showBoth()
  evm.wallet.leave()
  await reads('fake-9')
  expect(page.text()).not.toMatch(/first\.example|5 COIN/)
  await reads('3 COIN')
})

it('if another account is activated while the modal is closed, the view never shows it with the name or balance of the previous one', async () => {
  await showBoth()
  page.modal.close()
  page.modal.connections.activate('solana')
  const renderedTexts: string[] = []
  const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
  const watcher = new MutationObserver(() => renderedTexts.push(page.text()))
  if (root) watcher.observe(root, { subtree: true, childList: true, characterData: true })
  void page.modal.open({ view: Account })
  await reads('3 COIN')
  watcher.disconnect()
  expect(renderedTexts.filter((text) => text.includes('fake-9') && /first\.example|5 COIN/.test(text))).toEqual([])
})

it('the view shows the balance that is read after a transaction, even if it is reopened during the request', async () => {
  let amount = COIN
  let answer = (): void => undefined
  let isSlow = false
  const plugin = namespacePlugin(evm, () =>
    isSlow
      ? new Promise((resolve) => {
          answer = () => resolve(amount)
        })
      : Promise.resolve(amount),
  )
  page = await renderModal([plugin(), account()], { networks: evm.networks, view: Account })
  await page.modal.connections.connect(evm.wallet.connector)
  await reads(/1 COIN/)
  amount = 7n * COIN
  isSlow = true
  const token = { assetId: 'eip155:1/slip44:60', caipNetworkId: 'eip155:1', name: 'Coin', symbol: 'COIN', decimals: 18 }
  const sent = {
    type: 'transfer',
    caipNetworkId: 'eip155:1',
    address: 'fake-1',
    token,
    amount: 1n,
    receiver: 'fake-2',
    sentAt: 0,
  } as const
  page.modal.use(plugin)?.emit(transactionSettled, { ...sent, status: 'confirmed' })
  page.modal.close()
  void page.modal.open({ view: Account })
  await reads(/1 COIN/)
  answer()
  await reads(/7 COIN/)
})

it('the unsupported network view closes if the wallet disconnects itself; other wallets stay connected', async () => {
  evm.wallet.caipNetworkId = 'eip155:99'
  page = await renderModal([evm.plugin(), account()], { networks: evm.networks, view: Account })
  await page.modal.connections.connect(evm.other.connector)
  await page.modal.connections.connect(evm.wallet.connector)
  await reads(/does not support.*Disconnect/)
  evm.wallet.leave()
  await waitUntil(() => expect(page.modal.isOpen.peek()).toBe(false))
  expect(page.modal.connections.all.peek().map(({ connectorId }) => connectorId)).toEqual(['eip155-other'])
})

const current = () => page.modal.isOpen.peek() && page.text()
const networks = () => [...evm.networks, ...solana.networks]

it('the unsupported network view is also shown for a second namespace', async () => {
  solana.wallet.caipNetworkId = 'solana:99'
  page = await renderModal([evm.plugin(), solana.plugin(), account()], { networks: networks(), view: Account })
  await page.modal.connections.connect(evm.wallet.connector)
  await page.modal.connections.connect(solana.wallet.connector)
  await reads(/does not support/)
})

it('the unsupported network view does not reopen when a wallet on a listed network connects', async () => {
  evm.wallet.caipNetworkId = 'eip155:99'
  page = await renderModal([evm.plugin(), solana.plugin(), account()], { networks: networks(), view: Account })
  await page.modal.connections.connect(evm.wallet.connector)
  await reads(/does not support/)
  page.modal.close()
  await page.modal.connections.connect(solana.wallet.connector)
  expect(page.modal.connections.active.peek()?.namespace).toBe('solana')
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(current()).toBe(false)
})
