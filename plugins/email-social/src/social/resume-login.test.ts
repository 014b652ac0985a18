// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectingSocial } from '../contract.js'
import { emailSocial } from '../index.js'
import { showView } from '../views/views.test.fixtures.js'
import { LOGIN_RESULT } from './login-result.js'

const attempt = 'a'.repeat(64)

const fragment = `#wallet-modal-login&attempt=${attempt}&code=c1&provider=google`

/** Opens a page of the site with the result of a login in its URL. */
function openReturned(result = fragment) {
  location.hash = result
  return createModal('default')
}

function createModal(id: string) {
  return createWalletModal({
    id,
    prefetch: 'never',
    logLevel: 'silent',
    plugins: [
      createFakeNamespace('eip155').plugin(),
      emailSocial({ url: 'https://wallet.shop.example', socials: ['google'] }),
    ],
  })
}

const storeStarted = (startedAt: number) =>
  localStorage.setItem(
    'wallet-modal/default/@wallet-modal/email-social/social-logins',
    JSON.stringify({ v: 1, data: [{ attempt, startedAt }] }),
  )

const fetched = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  localStorage.clear()
})
afterEach(() => {
  Reflect.deleteProperty(document, LOGIN_RESULT)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('the result of a login that this site has not started is removed from the URL, and opens nothing', async () => {
  using modal = openReturned()
  expect(location.hash).toBe('')
  await new Promise((resolve) => setTimeout(resolve, 2_500)) // no page has confirmed the result
  expect(modal.isOpen.peek()).toBe(false)
  expect(fetched).not.toHaveBeenCalled()
})

/** Lets `localStorage` reject every write. */
function fillStorage(): void {
  const page = localStorage
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', {
    ...{ getItem: (key: string) => page.getItem(key), removeItem: (key: string) => page.removeItem(key), setItem },
  })
}

it.each([
  ['that has expired', () => storeStarted(Date.now() - 10 * 60_000)],
  ['that cannot be checked, because the storage is full', fillStorage],
])('the result of a login %s is not used, and the view asks the visitor to start again', async (_, prepare) => {
  prepare()
  using modal = openReturned()
  await waitUntil(() => expect(modal.isOpen.peek()).toBe(true), 10_000)
  const text = () => document.querySelector('[data-wallet-modal="default"]')?.shadowRoot?.textContent
  await waitUntil(() => expect(text()).toMatch(/The login took too long\. Start it again\./), 10_000)
  expect(fetched).not.toHaveBeenCalled()
})

it('the page that has started a login stops waiting for it after 5 minutes, and the window can still finish it', async () => {
  const { setTimeout: wait } = globalThis
  const open = vi.spyOn(window, 'open').mockReturnValue(window)
  vi.stubGlobal('setTimeout', (act: () => void, ms: number) => wait(act, ms === 5 * 60_000 ? 0 : ms))
  using page = await showView(
    { beginSocial: async () => undefined },
    { view: ConnectingSocial, options: { socials: ['google'] } },
  )
  await waitUntil(() => page.click(/Google/))
  await waitUntil(() => expect(page.text()).toMatch(/The login took too long\. Start it again\./))
  const [url] = open.mock.calls[0] ?? []
  expect(JSON.stringify({ ...localStorage })).toContain(new URL(String(url)).searchParams.get('attempt'))
})

it('the result of a started login is finished by its window if the page that has started it is gone', async () => {
  storeStarted(Date.now())
  using modal = openReturned()
  expect(location.hash).toBe('')
  await waitUntil(() => expect(modal.isOpen.peek()).toBe(true))
  expect(localStorage).toHaveLength(0)
})

it('a modal that is created later finishes the login that it has started, although another modal has read the result first', async () => {
  storeStarted(Date.now())
  location.hash = fragment
  using other = createModal('other')
  await new Promise((resolve) => setTimeout(resolve))
  using modal = createModal('default')
  await waitUntil(() => expect(modal.isOpen.peek()).toBe(true), 5_000)
  expect(other.isOpen.peek()).toBe(false)
  expect(Reflect.get(document, LOGIN_RESULT)).toBeUndefined()
})

it('a modal that is disposed of and created again finishes the login', async () => {
  storeStarted(Date.now())
  openReturned().dispose()
  await new Promise((resolve) => setTimeout(resolve))
  using modal = createModal('default')
  await waitUntil(() => expect(modal.isOpen.peek()).toBe(true), 5_000)
})

it('the result that the document keeps is not enumerable', () => {
  using _ = openReturned()
  expect(Object.getOwnPropertyDescriptor(document, LOGIN_RESULT)).toMatchObject({ value: fragment, enumerable: false })
})

it('the result of a login with an unknown service is forgotten, because no modal can use it', async () => {
  using modal = openReturned(fragment.replace('google', 'unknown'))
  await waitUntil(() => expect(Reflect.get(document, LOGIN_RESULT)).toBeUndefined(), 5_000)
  expect(modal.isOpen.peek()).toBe(false)
})
