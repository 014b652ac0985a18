// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createWalletModal, view, type WalletModal } from '../index.js'
import { createFakeNamespace } from '../testing/fake-namespace.js'
import { defineElements } from './index.js'

const made: WalletModal[] = []
afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
  for (const modal of made.splice(0)) modal.dispose()
})

function page(wallet: string) {
  const family = createFakeNamespace()
  const modal = createWalletModal({
    plugins: [family.plugin()],
    networks: [...family.networks],
    prefetch: 'never',
    logLevel: 'silent',
  })
  made.push(modal)
  defineElements(modal)
  const element = document.createElement('wallet-modal-wallet-button')
  element.setAttribute('wallet', wallet)
  document.body.append(element)
  const button = element.shadowRoot?.querySelector('button')
  return { family, modal, element, button: button ?? expect.fail('no button') }
}

it('a wallet button connects its wallet without the modal, and displays the account afterwards', async () => {
  const { modal, button } = page('fake-wallet')
  expect(button.textContent).toBe('fake wallet')
  expect(button.getAttribute('aria-label')).toBe('Connect wallet: fake wallet')
  button.click()
  await vi.waitFor(() => expect(button.textContent).toContain('fake-1'))
  expect(modal.connections.active.peek()?.connectorId).toBe('fake-wallet')
  expect(modal.isOpen.peek()).toBe(false)
})

it('a wallet button is busy while the request is pending, and sends the request once', async () => {
  const { family, button } = page('fake-wallet')
  family.wallet.behaviour = 'hang'
  button.click()
  await vi.waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  expect(button.getAttribute('aria-label')).toBe('Connecting…: fake wallet')
  await vi.waitFor(() => expect(family.wallet.prompts).toBe(1))
  button.click()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(family.wallet.prompts).toBe(1)
})

it('a wallet button opens the modal if its wallet is not installed', async () => {
  const { modal, button } = page('io.absent')
  const open = vi.fn(async () => undefined)
  defineElements({ ...modal, open })
  button.click()
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(1))
  expect(button.textContent).toBe('Connect wallet')
})

it('a wallet button opens the modal if its wallet fails; the error for an unknown namespace is reported to the page instead', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const { family, modal, element, button } = page('fake-wallet')
  const open = vi.fn(async () => undefined)
  defineElements({ ...modal, open })
  family.wallet.behaviour = 'fail'
  button.click()
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(1))
  expect(reported).not.toHaveBeenCalled()
  element.setAttribute('namespace', 'absent')
  button.click()
  await vi.waitFor(() => expect(reported).toHaveBeenCalledTimes(1))
  expect(open).toHaveBeenCalledTimes(1)
  vi.unstubAllGlobals()
})

it('a wallet button activates a wallet that is connected but not active, without a request', async () => {
  const { family, modal, button } = page('fake-wallet')
  await modal.connections.connect(family.wallet.connector)
  await vi.waitFor(() => expect(button.textContent).toContain('fake-1'))
  await modal.connections.connect(family.other.connector)
  await vi.waitFor(() => expect(button.textContent).toBe('fake wallet'))
  button.click()
  await vi.waitFor(() => expect(button.textContent).toContain('fake-1'))
  expect(modal.connections.active.peek()?.connectorId).toBe('fake-wallet')
  expect([family.wallet.prompts, family.other.prompts]).toEqual([1, 1])
})

it('a wallet button opens the view of a wallet that connects in a view of its own, and sends no request', async () => {
  const { family, modal, element, button } = page('fake-wallet')
  const open = vi.fn(async () => undefined)
  defineElements({ ...modal, open })
  Object.assign(family.wallet.connector, { view: view('fake#Code') })
  element.setAttribute('namespace', 'fake')
  button.click()
  const options = { view: expect.objectContaining({ name: 'fake#Code' }), params: { namespace: 'fake' } }
  await vi.waitFor(() => expect(open).toHaveBeenCalledExactlyOnceWith(options))
  expect(family.wallet.prompts).toBe(0)
})

it('a wallet button opens the modal if its wallet does not authorize the namespace', async () => {
  const { family, modal, button } = page('fake-wallet')
  const open = vi.fn(async () => undefined)
  defineElements({ ...modal, open })
  Object.assign(family.wallet.connector, { provider: async () => null })
  button.click()
  await vi.waitFor(() => expect(open).toHaveBeenCalledOnce())
})
