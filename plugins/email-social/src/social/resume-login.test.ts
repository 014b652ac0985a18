// @vitest-environment happy-dom
import { createWalletModal } from '@wallet-modal/kernel'
import { createFakeNamespace, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { emailSocial } from '../index.js'

const attempt = 'a'.repeat(64)

/** Opens a page of the site with the result of a login in its URL. */
function openReturned() {
  location.hash = `#wallet-modal-login&attempt=${attempt}&code=c1&provider=google`
  return createWalletModal({
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

it.each([
  ['that this site has not started', undefined],
  ['that has expired', Date.now() - 10 * 60_000],
])('the result of a login %s is removed from the URL, and opens nothing', async (_, startedAt) => {
  if (startedAt !== undefined) storeStarted(startedAt)
  using modal = openReturned()
  expect(location.hash).toBe('')
  await new Promise((resolve) => setTimeout(resolve, 2_500)) // no page has confirmed the result
  expect(modal.isOpen.peek()).toBe(false)
  expect(fetched).not.toHaveBeenCalled()
})

it('the result of a started login is finished by its window if the page that has started it is gone', async () => {
  storeStarted(Date.now())
  using modal = openReturned()
  expect(location.hash).toBe('')
  await waitUntil(() => expect(modal.isOpen.peek()).toBe(true))
  expect(localStorage).toHaveLength(0)
})
