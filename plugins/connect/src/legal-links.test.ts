// @vitest-environment happy-dom
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import { AllWallets } from './contract.js'
import { connect } from './index.js'
import type { ConnectOptions } from './options.js'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false))

const FIRST_MS = 10_000 // the lazily loaded view has to be compiled for the first test
const termsUrl = 'https://example.org/terms'
const privacyUrl = 'https://example.org/privacy'

async function openConnect(options: ConnectOptions, view?: typeof AllWallets) {
  const evm = createFakeNamespace('eip155')
  const page = await renderModal([evm.plugin(), connect(options)], { networks: evm.networks, ...(view && { view }) })
  const links = (): (string | null)[] => [...page.dialog().querySelectorAll('a')].map((one) => one.getAttribute('href'))
  const checkboxes = (): number => page.dialog().querySelectorAll('input[type=checkbox]').length
  return { page, links, checkboxes, [Symbol.dispose]: () => page.dispose() }
}

it('termsUrl and privacyUrl without legalCheckbox are links below the wallets', async () => {
  using opened = await openConnect({ termsUrl, privacyUrl })
  await waitUntil(
    () => expect(opened.page.text()).toMatch(/eip155 wallet.*Terms of Service and Privacy Policy/),
    FIRST_MS,
  )
  expect(opened.links()).toEqual([termsUrl, privacyUrl])
  expect(opened.checkboxes()).toBe(0)
})

it('paths are links to pages of the site, also on an http: page; http: URLs of other sites are text', async () => {
  using opened = await openConnect({ termsUrl: '/terms', privacyUrl: 'http://example.org/privacy' })
  await waitUntil(() => expect(opened.page.text()).toMatch(/Terms of Service and Privacy Policy/), FIRST_MS)
  expect(opened.links()).toEqual([new URL('/terms', location.origin).href])
})

it('a list of all wallets that the modal opens first, as on phones, has the links too', async () => {
  using opened = await openConnect({ privacyUrl }, AllWallets)
  await waitUntil(() => expect(opened.links()).toEqual([privacyUrl]))
})

it('the list that Connect opens does not repeat the links', async () => {
  using opened = await openConnect({ termsUrl, collapseWallets: true })
  await waitUntil(() => expect(opened.links()).toEqual([termsUrl]))
  opened.page.click('Continue with a wallet')
  await waitUntil(() => expect(opened.page.text()).toMatch(/eip155 wallet/))
  expect(opened.links()).toEqual([])
})

it('with legalCheckbox, the links are in the label of the checkbox only', async () => {
  using opened = await openConnect({ legalCheckbox: true, termsUrl, privacyUrl })
  await waitUntil(() => expect(opened.page.text()).toMatch(/I agree to the Terms of Service and Privacy Policy/))
  expect(opened.links()).toEqual([termsUrl, privacyUrl])
  expect(opened.checkboxes()).toBe(1)
})
