// @vitest-environment happy-dom
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Account, Networks, ProfileWallets } from './contract.js'
import { account } from './index.js'

const [evm, sol] = [createFakeNamespace('eip155'), createFakeNamespace('solana')]
let rendered: RenderedModal | undefined

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})
afterEach(() => rendered?.dispose())

async function show(what: NonNullable<Parameters<typeof renderModal>[1]>['view'] & object): Promise<RenderedModal> {
  rendered = await renderModal([evm.plugin(), sol.plugin(), account()], {
    networks: [...evm.networks, ...sol.networks],
    view: what,
  })
  return rendered
}
const reads = (page: RenderedModal, text: string | RegExp): Promise<void> =>
  waitUntil(() => {
    expect(page.text()).toMatch(text)
  })

it('lists a wallet per chain family, makes another one the account, and leaves one without touching the other', async () => {
  const page = await show(ProfileWallets)
  const { connections } = page.modal
  await reads(page, /EVM.*Add EVM wallet.*Solana.*Add Solana wallet/)
  await connections.connect(evm.wallet.connector)
  await connections.connect(sol.other.connector)
  await reads(page, /EVM.*eip155 wallet.*fake-1.*fake-2.*Solana.*solana other.*fake-3.*Disconnect all/)
  expect(connections.active.peek()?.namespace).toBe('solana')

  page.click(/eip155 walleteip155/)
  expect(connections.active.peek()?.namespace).toBe('eip155')
  await reads(page, 'Wallet switched')
  page.click(/fake-2$/)
  expect(connections.active.peek()?.account.address).toBe('fake-2')

  const before = connections.adapter('eip155').state.peek()
  page.click('Disconnect solana other')
  await reads(page, /Add Solana wallet/)
  expect(connections.adapter('eip155').state.peek()).toBe(before)
})

it('leaves all of them at once, and says so where the account was', async () => {
  const page = await show(ProfileWallets)
  const { connections } = page.modal
  await connections.connect(evm.wallet.connector)
  await connections.connect(sol.other.connector)
  await reads(page, /Disconnect all/)
  page.click('Disconnect all')
  await reads(page, /Add EVM wallet.*Add Solana wallet/)
  expect(connections.status.peek()).toBe('disconnected')
  void page.modal.open({ view: Account })
  await reads(page, /No wallet connected/)
})

it('shows the networks of every family, and asks for a wallet where the family has none', async () => {
  const page = await show(Networks)
  await page.modal.connections.connect(evm.wallet.connector)
  await reads(page, /EVM.*eip155 1.*eip155 2.*Solana.*solana 1.*solana 2/)
  page.click(/eip155 2$/)
  await waitUntil(() => expect(page.modal.connections.active.peek()?.caipNetworkId).toBe('eip155:2'))
  void page.modal.open({ view: Networks })
  await reads(page, /solana 2/)
  page.click(/solana 2$/)
  await reads(page, /solana 2 needs a wallet for Solana/)
  page.click('Stay here')
  await reads(page, /eip155 1/)
  expect(page.modal.connections.active.peek()?.caipNetworkId).toBe('eip155:2')
})
