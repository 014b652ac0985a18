// @vitest-environment happy-dom
import { createWalletModal, displayAmount, effect, groupAddress, transactionSettled } from '@wallet-modal/kernel'
import { groupDigits } from '@wallet-modal/kernel/assets'
import { createFakeNamespace } from '@wallet-modal/kernel/testing'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import html from './index.html?raw'

/** Replacement for the built modal: one fake chain family, no network requests, and a wallet controlled by the test. */
const { wallet, networks: fakeNetworks, plugin } = createFakeNamespace()
/** With 14 decimals, the balance of the fake account is 10,000 COIN. */
const networks = fakeNetworks.map((network) => ({ ...network, nativeCurrency: { ...network.nativeCurrency, decimals: 14 } }))
const modal = createWalletModal({ networks, plugins: [plugin()] })

const part = (selector) => document.querySelector(selector)
const isShown = (selector) => part(selector)?.closest('[hidden]') === null

beforeAll(async () => {
  vi.doMock('./wallet-modal/index.js', () => ({
    modal,
    displayAmount,
    effect,
    groupAddress,
    groupDigits,
    hasSandbox: false,
    transactionSettled,
    verify: async () => undefined,
  }))
  document.body.innerHTML = /<body>(.*?)<script/s.exec(html)?.[1] ?? ''
  await import('./page.js')
})
afterEach(() => modal.disconnect())

const connect = async () => {
  await modal.connections.connect(wallet.connector)
  await vi.waitFor(() => expect(isShown('[data-testid="address"]')).toBe(true))
}

it('shows the account only while a wallet is connected', async () => {
  expect(isShown('.hero')).toBe(true)
  await connect()
  expect(isShown('.hero')).toBe(false)
  await vi.waitFor(() => {
    expect(part('[data-testid="address"]').dataset.address).toBe('fake-1')
    expect(part('[data-testid="balance"]').textContent).toBe('10,000 COIN')
  })
  wallet.changeAccounts(['fake-2'])
  await vi.waitFor(() => expect(part('[data-testid="address"]').dataset.address).toBe('fake-2'))
  await modal.disconnect()
  await vi.waitFor(() => expect(isShown('.hero')).toBe(true))
})

it.each([
  ['approve', 'signed'],
  ['reject', 'declined'],
  ['fail', 'failed'],
])('if the wallet is set to %s, the signing status is %s', async (behaviour, status) => {
  wallet.behaviour = 'approve'
  await connect()
  wallet.behaviour = behaviour
  part('form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await vi.waitFor(() => expect(part('[data-testid="signature"]').dataset.status).toBe(status))
})
