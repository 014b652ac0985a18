// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { ConnectingSocial, EmailLogin } from '../contract.js'
import { emailSocial } from '../index.js'
import { showView } from './views.test.fixtures.js'

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})

const createModal = (options: Parameters<typeof emailSocial>[0], namespace = 'eip155') =>
  createWalletModal({
    prefetch: 'never',
    logLevel: 'silent',
    plugins: [createFakeNamespace(namespace).plugin(), emailSocial(options)],
  })

it('EmailLogin opens with the email address of its params, and sends nothing', async () => {
  const requestCode = vi.fn()
  using page = await showView({ requestCode }, { view: EmailLogin, params: { email: 'zoe@example.org' } })
  await waitUntil(() => expect(page.dialog().querySelector('input')?.value).toBe('zoe@example.org'))
  expect(requestCode).not.toHaveBeenCalled()
})

it('EmailLogin opens with an empty field if it has no params', async () => {
  using page = await showView({}, { view: EmailLogin })
  await waitUntil(() => expect(page.dialog().querySelector('input')?.value).toBe(''))
})

it('ConnectingSocial lists the social logins if none was started', async () => {
  using page = await showView({}, { view: ConnectingSocial, options: { socials: ['google', 'github'] } })
  await waitUntil(() => expect(page.text()).toMatch(/Google.*GitHub/))
})

it('login throws for a service that the site does not list, and opens nothing', () => {
  using modal = createModal({ url: 'https://wallet.shop.example', socials: ['google'] })
  expect(() => modal.use(emailSocial)?.login('github')).toThrow(/"socials" does not list "github"/)
  expect(modal.isOpen.peek()).toBe(false)
})

it.each([
  ['without an origin of the frame', {}, 'eip155'],
  ['without EVM networks and Solana', { url: 'https://wallet.shop.example' }, 'fake'],
])('login throws %s, and opens nothing', (_, options, namespace) => {
  using modal = createModal({ socials: ['google'], ...options }, namespace)
  expect(() => modal.use(emailSocial)?.login('google')).toThrow(/offers no login/)
  expect(modal.isOpen.peek()).toBe(false)
})

it('user is null while nobody is logged in', () => {
  using modal = createModal({ url: 'https://wallet.shop.example' })
  expect(modal.use(emailSocial)?.user.peek()).toBeNull()
})
