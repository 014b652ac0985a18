// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import {
  type ConnectParams,
  createWalletModal,
  definePlugin,
  openingViews,
  view,
  viewOf,
  type WalletModal,
} from '../index.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import { inlineUi } from '../testing/inline-ui.js'
import { defineElements } from './index.js'

const Connect = view<ConnectParams | undefined>('@wallet-modal/connect#Connect')
const Home = view('@test/elements#Home')
const home = definePlugin({
  name: '@test/elements',
  kernel: '^0.1',
  ...inlineUi({ views: [viewOf(Home, () => null, {})] }),
  setup: (ctx) => void ctx.add(openingViews, { view: Home, when: () => true }),
})
const lists = definePlugin({
  name: '@test/lists',
  kernel: '^0.1',
  ...inlineUi({ views: [viewOf(Connect, () => null, {})] }),
  setup: () => undefined,
})
const plugins = [home(), lists()]
const [evm, bitcoin] = [createFakeNamespace('eip155'), createFakeNamespace('bip122')]
const made: WalletModal[] = []
afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
  for (const modal of made.splice(0)) modal.dispose()
})

function page(others = plugins): WalletModal {
  const modal = createWalletModal({
    plugins: [evm.plugin(), bitcoin.plugin(), ...others],
    networks: [...evm.networks, ...bitcoin.networks],
    prefetch: 'never',
    logLevel: 'silent',
  })
  made.push(modal)
  defineElements(modal)
  return modal
}
/** Clicks the button of a new element, and returns the view that the modal then shows. */
async function click(modal: WalletModal, name: string, attributes: Record<string, string>): Promise<object> {
  const open = vi.fn((options: never) => modal.open(options))
  defineElements({ ...modal, open: open as never })
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  document.body.append(element)
  element.shadowRoot?.querySelector('button')?.click()
  await vi.waitFor(() => expect(modal.isOpen.peek()).toBe(true))
  return open.mock.calls.map(([options]) => options ?? 'default')
}
const activeNamespace = (modal: WalletModal): string | undefined => modal.connections.active.peek()?.namespace

it('a button of a namespace without a wallet opens the wallets of this namespace', async () => {
  const modal = page()
  await modal.connections.connect(evm.wallet.connector)
  const opened = await click(modal, 'wallet-modal-button', { namespace: 'bip122' })
  expect(opened).toEqual([{ view: Connect, params: { namespace: 'bip122' } }])
  expect(activeNamespace(modal)).toBe('eip155')
})

it.each([
  ['wallet-modal-button', { namespace: 'eip155' }],
  ['wallet-modal-account-button', { namespace: 'eip155' }],
  ['wallet-modal-wallet-button', { wallet: 'eip155-wallet' }],
])('%s makes its connected namespace active before it opens the default view', async (name, attributes) => {
  const modal = page()
  await modal.connections.connect(evm.wallet.connector)
  await modal.connections.connect(bitcoin.wallet.connector)
  expect(activeNamespace(modal)).toBe('bip122')
  expect(await click(modal, name, attributes)).toEqual(['default'])
  expect(activeNamespace(modal)).toBe('eip155')
})

it('a button opens the default view if no plugin has the view with the wallets', async () => {
  const modal = page([home()])
  const opened = await click(modal, 'wallet-modal-button', { namespace: 'bip122' })
  expect(opened).toEqual([{ view: Connect, params: { namespace: 'bip122' } }, 'default'])
})

it('a button of a wallet that is not installed opens the wallets of its namespace', async () => {
  const opened = await click(page(), 'wallet-modal-wallet-button', { wallet: 'io.absent', namespace: 'bip122' })
  expect(opened).toEqual([{ view: Connect, params: { namespace: 'bip122' } }])
})
