// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { transactionSettled } from '../domain/events.js'
import { connectors } from '../domain/slots.js'
import { WalletModalError } from '../errors/errors.js'
import { createFakeModal, ethereum } from '../modal/fake-modal.test.fixtures.js'
import { createWalletModal } from '../modal/modal.js'
import type { WalletModal } from '../modal/wallet-modal.js'
import { definePlugin } from '../plugins/plugin.js'
import { effect } from '../signals.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import { defineElements } from './index.js'

function fakeModal() {
  const balance = vi.fn(async () => 1_500_000_000_000_000_000n)
  return { ...createFakeModal({ balance }), balance }
}
let fake: ReturnType<typeof fakeModal>

beforeEach(() => {
  fake = fakeModal()
  defineElements(fake.modal)
})
afterEach(() => document.body.replaceChildren())

function add(
  name: string,
  attributes: Record<string, string> = {},
): { readonly element: HTMLElement; readonly button: HTMLButtonElement } {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  document.body.append(element)
  const button = element.shadowRoot?.querySelector('button')
  return { element, button: button ?? expect.fail('no button') }
}

it("the connect button has the site's label, or else the text in the page's language", async () => {
  const { element, button } = add('wallet-modal-button')
  expect(button.textContent).toBe('Connect wallet')
  expect(button.getAttribute('aria-haspopup')).toBe('dialog')
  element.setAttribute('label', 'Sign in')
  expect(button.textContent).toBe('Sign in')
  element.removeAttribute('label')
  fake.locale.value = 'de'
  await vi.waitFor(() => expect(button.textContent).toBe('Wallet verbinden'))
  button.click()
  expect(fake.open).toHaveBeenCalledOnce()
})

it('texts that the site overrides are used in every language', async () => {
  using modal = createWalletModal({
    plugins: [],
    locale: 'de',
    strings: { '@wallet-modal/kernel': { connect: 'Log in' } },
  })
  defineElements(modal)
  const { button } = add('wallet-modal-button')
  expect(button.textContent).toBe('Log in')
  const { button: network } = add('wallet-modal-network-button')
  await vi.waitFor(() => expect(network.textContent).toBe('Netzwerk wählen'))
  expect(button.textContent).toBe('Log in')
})

it("the button is in the site's own language; missing texts are in the modal's own language", async () => {
  const texts = { '@wallet-modal/kernel': { connect: 'Connecter un portefeuille' } }
  using modal = createWalletModal({
    plugins: [],
    locale: 'fr-CA',
    languages: { fr: async () => ({ default: texts }), de: async () => ({ default: {} }) },
  })
  defineElements(modal)
  const { button } = add('wallet-modal-button')
  const { button: network } = add('wallet-modal-network-button')
  await vi.waitFor(() => expect(button.textContent).toBe('Connecter un portefeuille'))
  expect(network.textContent).toBe('Select network')
  modal.setLocale('de')
  await vi.waitFor(() => expect(button.textContent).toBe('Wallet verbinden'))
})

it('the button displays that a wallet is connecting', () => {
  const { button } = add('wallet-modal-button', { 'loading-label': 'One moment' })
  fake.status.value = 'reconnecting'
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(button.textContent).toBe('One moment')
})

it('the button of a namespace displays only that a wallet of this namespace is connecting', () => {
  const { button } = add('wallet-modal-button', { namespace: 'eip155' })
  fake.status.value = 'connecting' // a wallet of another namespace
  expect([button.textContent, button.getAttribute('aria-busy')]).toEqual(['Connect wallet', 'false'])
  fake.state.value = { status: 'connecting', connectorId: 'io.zephyr' }
  expect([button.textContent, button.getAttribute('aria-busy')]).toEqual(['Connecting…', 'true'])
})

it("an effect that sets an attribute runs once, not again for the element's own change", () => {
  const { element, button } = add('wallet-modal-button')
  const run = vi.fn(() => element.setAttribute('label', `Sign in (${fake.locale.value})`))
  const stop = effect(run)
  expect(button.textContent).toBe('Sign in (en)')
  fake.locale.value = 'de'
  stop()
  expect(button.textContent).toBe('Sign in (de)')
  expect(run).toHaveBeenCalledTimes(2)
})

it('the account button displays logo, balance and shortened address, and is hidden without an account', async () => {
  const { button } = add('wallet-modal-account-button', { 'chars-start': '4', 'chars-end': '2' })
  expect(button.hidden).toBe(true)
  fake.set({})
  expect(button.hidden).toBe(false)
  expect(button.querySelector('.address')?.textContent).toBe('0x71…6F')
  expect(button.querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,AA==')
  await vi.waitFor(() => expect(button.querySelector('.amount')?.textContent).toBe('1.5 ETH'))
})

it('the account button groups the digits of a large balance like the lists of the modal', async () => {
  fake.balance.mockResolvedValue(1_234_567_891_234_500_000_000_000n)
  const { button } = add('wallet-modal-account-button')
  fake.set({})
  await vi.waitFor(() => expect(button.querySelector('.amount')?.textContent).toBe('1,234,567.891 ETH'))
})

it('an account button reports no error when its modal is disposed', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { plugin, networks, wallet, other } = createFakeNamespace('eip155')
  const late = definePlugin({
    name: 'late',
    kernel: '^0.1',
    setup: (ctx) => ctx.add(connectors, { ...other.connector, id: 'late' }),
  })
  const modal = createWalletModal({ plugins: [plugin(), late()], networks, prefetch: 'never' })
  defineElements(modal)
  const { button } = add('wallet-modal-account-button')
  await modal.connections.connect(wallet.connector)
  expect(button.hidden).toBe(false)
  modal.dispose()
  expect(told.mock.calls).toEqual([])
})

it('balance="hide" reads no balance', async () => {
  const { button } = add('wallet-modal-account-button', { balance: 'hide' })
  fake.set({})
  await new Promise((resolve) => setTimeout(resolve))
  expect(fake.balance).not.toHaveBeenCalled()
  expect(button.querySelector('.amount')?.textContent).toBe('')
})

it('the balance is read again after a transaction, while the button is in the page', async () => {
  const { element, button } = add('wallet-modal-account-button')
  fake.set({})
  await vi.waitFor(() => expect(button.querySelector('.amount')?.textContent).toBe('1.5 ETH'))
  fake.balance.mockResolvedValue(5n * 10n ** 17n)
  fake.listeners.get(transactionSettled)?.()
  await vi.waitFor(() => expect(button.querySelector('.amount')?.textContent).toBe('0.5 ETH'))
  element.remove()
  expect(fake.listeners.size).toBe(0)
})

it('a balance of a previous account is not displayed', async () => {
  let answer = (_: bigint): void => {}
  fake.balance.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const { button } = add('wallet-modal-account-button')
  fake.set({})
  await vi.waitFor(() => expect(fake.balance).toHaveBeenCalledOnce())
  fake.set({ account: { address: '0x2', type: 'eoa' } })
  answer(99n * 10n ** 18n)
  await vi.waitFor(() => expect(button.querySelector('.amount')?.textContent).toBe('1.5 ETH'))
})

it('a balance read before a transaction is not displayed after the transaction', async () => {
  let answer = (_: bigint): void => {}
  const { button } = add('wallet-modal-account-button')
  fake.set({})
  await vi.waitFor(() => expect(button.querySelector('.amount')?.textContent).toBe('1.5 ETH'))
  fake.balance.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  fake.listeners.get(transactionSettled)?.()
  fake.balance.mockResolvedValue(5n * 10n ** 17n)
  fake.listeners.get(transactionSettled)?.()
  await vi.waitFor(() => expect(button.querySelector('.amount')?.textContent).toBe('0.5 ETH'))
  answer(15n * 10n ** 17n)
  await new Promise((resolve) => setTimeout(resolve))
  expect(button.querySelector('.amount')?.textContent).toBe('0.5 ETH')
})

it('the network button displays an unsupported network and opens the list of networks', async () => {
  const { button } = add('wallet-modal-network-button')
  expect(button.textContent).toBe('Select network')
  fake.set({})
  expect(button.textContent).toBe('Ethereum')
  expect(button.getAttribute('aria-label')).toBe('Network: Ethereum')
  fake.set({ network: undefined, caipNetworkId: 'eip155:99' })
  expect(button.textContent).toBe('Unsupported network')
  expect(button.hasAttribute('aria-label')).toBe(false)
  button.click()
  expect(fake.open).toHaveBeenCalledWith({ view: { kind: 'view', name: '@wallet-modal/account#Networks' } })
})

it('the network button opens the modal if no plugin has a list of networks', async () => {
  fake.open.mockRejectedValueOnce(new WalletModalError('UNKNOWN_VIEW', 'no'))
  const { button } = add('wallet-modal-network-button')
  button.click()
  await vi.waitFor(() => expect(fake.open).toHaveBeenLastCalledWith())
})

it('an error of opening the modal is reported to the page', async () => {
  const told = vi.fn()
  vi.stubGlobal('reportError', told)
  const failure = new WalletModalError('NO_VIEW', 'nothing to open')
  fake.open.mockRejectedValueOnce(failure)
  add('wallet-modal-button').button.click()
  await vi.waitFor(() => expect(told).toHaveBeenCalledWith(failure))
})

it('a disabled button does nothing', () => {
  const { element, button } = add('wallet-modal-button', { disabled: '' })
  button.click()
  expect(fake.open).not.toHaveBeenCalled()
  element.removeAttribute('disabled')
  button.click()
  expect(fake.open).toHaveBeenCalledOnce()
})

it('A6: a second call of defineElements connects existing elements to the new modal', () => {
  const { button } = add('wallet-modal-button')
  const next = fakeModal()
  next.locale.value = 'en'
  defineElements(next.modal)
  button.click()
  expect(fake.open).not.toHaveBeenCalled()
  expect(next.open).toHaveBeenCalledOnce()
})

it('I4: an element that was removed from the page has no subscriptions', () => {
  const { element, button } = add('wallet-modal-account-button')
  element.remove()
  fake.set({})
  expect(button.hidden).toBe(true)
  document.body.append(element)
  expect(button.hidden).toBe(false)
})

it('G3: a network image with a javascript: URL is not requested, and markup in the name of the network is displayed as text', () => {
  const { button } = add('wallet-modal-network-button')
  fake.set({ network: { ...ethereum, name: '<img src=x onerror=alert(1)>', imageUrl: 'javascript:alert(1)' } })
  expect(button.querySelector('img')).toBeNull()
  expect(button.textContent).toBe('<img src=x onerror=alert(1)>')
})

it('A3: defineElements throws for a value that is not a modal', () => {
  for (const wrong of [undefined, null, {}, 'modal'])
    expect(() => defineElements(wrong as unknown as WalletModal)).toThrow(WalletModalError)
})
