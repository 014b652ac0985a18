// @vitest-environment happy-dom
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Connect } from './contract.js'
import { connect } from './index.js'

let page: RenderedModal
let evm: ReturnType<typeof createFakeNamespace>

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
  evm = createFakeNamespace('eip155')
  evm.wallet.behaviour = 'wait'
  page = await renderModal([evm.plugin(), connect({ allWallets: 'HIDE' })], { networks: evm.networks, view: Connect })
  await waitUntil(() => expect(page.text()).toContain('eip155 wallet'))
  page.click(/eip155 wallet/)
  await waitUntil(() => expect(page.text()).toContain('Continue in eip155 wallet'))
  page.click('Back')
  await waitUntil(() => expect(page.text()).not.toContain('Continue in'))
})
afterEach(() => page.dispose())

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))

it.each([
  ['rejection', () => evm.wallet.refuse()],
  ['failure', () => evm.wallet.refuse(new Error('no account chosen'))],
  ['approval', () => evm.wallet.answer()],
] as const)('C2: a late %s of a canceled connection attempt shows nothing and connects no wallet', async (_, end) => {
  end()
  await later()
  expect(page.text()).toMatch(/^Connect Wallet.*eip155 otherinstalled/)
  expect(page.text()).not.toMatch(/Continue in|declined|failed/)
  expect(page.modal.connections.all.peek()).toEqual([])
  expect(page.modal.isOpen.peek()).toBe(true)
})

it('C2: the rejection of a replaced connection attempt does not end the new attempt', async () => {
  evm.other.behaviour = 'wait'
  page.click(/eip155 wallet/)
  page.click(/eip155 other/) // before the first attempt is on the screen
  await waitUntil(() => expect(page.text()).toContain('Continue in eip155 other'))
  evm.wallet.refuse()
  await later()
  expect(page.text()).toContain('Continue in eip155 other')
})

it('C2: an attempt that a request of the site replaces returns to the list of wallets, and is not shown as declined', async () => {
  evm.other.behaviour = 'wait'
  page.click(/eip155 wallet/)
  await waitUntil(() => expect(page.text()).toContain('Continue in eip155 wallet'))
  void page.modal.connections.connect(evm.other.connector)
  await waitUntil(() => expect(page.text()).toMatch(/^Connect Wallet.*eip155 otherinstalled/))
  await later()
  expect(page.text()).not.toMatch(/Continue in|declined|failed/)
  evm.other.answer()
  await waitUntil(() => expect(page.modal.connections.all.peek()).toHaveLength(1))
})

it('a wallet that shares no account of the chain family fails, and is not shown as declined', async () => {
  Object.assign(evm.wallet.connector, { provider: async () => null })
  page.click(/eip155 wallet/)
  await waitUntil(() => expect(page.text()).toMatch(/Connection failed.*The wallet shared no account for this site/))
  expect(page.text()).not.toContain('declined')
})
