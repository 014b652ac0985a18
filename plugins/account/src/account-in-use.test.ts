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

/** A family of fake wallets whose chain answers what the test says. */
const family = ({ name, wallet }: FakeNamespace, balance: () => Promise<bigint>) =>
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

/** Both families are connected, and the account of the first one is on show. */
async function showBoth(): Promise<void> {
  api = createFakeApi({
    'blockchain:/v1/identity/fake-1': () => ({ name: 'first.example' }),
    'blockchain:/v1/identity/fake-9': () => ({}),
  })
  const plugins = [family(evm, async () => 5n * COIN)(), family(solana, async () => 3n * COIN)(), api.plugin, account()]
  page = await renderModal(plugins, { networks: [...evm.networks, ...solana.networks], view: Account })
  await page.modal.connections.connect(solana.wallet.connector)
  await page.modal.connections.connect(evm.wallet.connector)
  await reads(/first\.examplefake-1.*5 COIN/)
}

it('a wallet that leaves by itself takes its name and its balance off the account of the next one', async () => {
  await showBoth()
  evm.wallet.leave()
  await reads('fake-9')
  expect(page.text()).not.toMatch(/first\.example|5 COIN/)
  await reads('3 COIN')
})

it('what is known of an account is not drawn for the one that took its place while the modal was closed', async () => {
  await showBoth()
  page.modal.close()
  page.modal.connections.activate('solana')
  const seen: string[] = []
  const root = document.querySelector('[data-wallet-modal]')?.shadowRoot
  const watcher = new MutationObserver(() => seen.push(page.text()))
  if (root) watcher.observe(root, { subtree: true, childList: true, characterData: true })
  void page.modal.open({ view: Account })
  await reads('3 COIN')
  watcher.disconnect()
  expect(seen.filter((text) => text.includes('fake-9') && /first\.example|5 COIN/.test(text))).toEqual([])
})

it('what is read after a transaction is not thrown away for what a view asks meanwhile', async () => {
  let amount = COIN
  let answer = (): void => undefined
  let isSlow = false
  const plugin = family(evm, () =>
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

it('a wallet that leaves on a network that the site does not list takes the question with it, and no other wallet', async () => {
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

it('a second chain family on a network that the site does not list is asked about as the first', async () => {
  solana.wallet.caipNetworkId = 'solana:99'
  page = await renderModal([evm.plugin(), solana.plugin(), account()], { networks: networks(), view: Account })
  await page.modal.connections.connect(evm.wallet.connector)
  await page.modal.connections.connect(solana.wallet.connector)
  await reads(/does not support/)
})

it('and a family that is connected beside it, on one that is listed, is not', async () => {
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
