// @vitest-environment happy-dom
import { type Connector, connectors, definePlugin, walletSources } from '@wallet-modal/kernel'
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, expect, it, vi } from 'vitest'
import type { CatalogueWallet } from './contract.js'
import { type ConnectOptions, connect } from './index.js'

const pairing: Connector = {
  id: 'pairing',
  name: 'Pairing',
  type: 'WALLET_CONNECT',
  pairsByLink: true,
  namespaces: ['eip155'],
  provider: async () => null,
}
const anchor: CatalogueWallet = {
  id: 'a',
  name: 'Anchor',
  mobile_link: 'anchor://',
  app_store: 'https://apps.apple.com/a',
}
const brook: CatalogueWallet = { id: 'b', name: 'Brook', browse_link: 'https://brook.example/?url={url}' }

/** Opens the modal of a site on a phone, without installed wallets. */
function openOnPhone(
  own: readonly Connector[],
  list?: readonly CatalogueWallet[],
  options: ConnectOptions = {},
): Promise<RenderedModal> {
  const { networks } = createFakeNamespace('eip155')
  const site = definePlugin({
    name: 'a-site',
    kernel: '^0.1',
    setup(ctx) {
      for (const connector of own) ctx.add(connectors, connector)
      if (list) ctx.add(walletSources, { find: async () => ({ data: list, count: list.length }) })
    },
  })
  return renderModal([site(), connect(options)], { networks })
}
const title = (page: RenderedModal): string | null | undefined => page.dialog().querySelector('h1, h2')?.textContent

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query === '(pointer:coarse)', addEventListener() {}, removeEventListener() {} },
  }))
  localStorage.clear()
})

it.each([
  ['without a wallet list', undefined],
  ['with a wallet list', [brook]],
])('a modal %s and without a connector opens with Connect on a phone', async (_, list) => {
  using page = await openOnPhone([], list)
  await waitUntil(() => expect(title(page)).toBe('Connect Wallet'))
})

it('a modal that can pair opens with all wallets on a phone', async () => {
  using page = await openOnPhone([pairing], [anchor])
  await waitUntil(() => expect(title(page)).toBe('All Wallets'))
})

it('Connect on a phone does not offer the list of all wallets if none of them can be used', async () => {
  using page = await openOnPhone([], [anchor])
  await waitUntil(() => expect(page.text()).toContain('Anchor'))
  expect(page.text()).not.toContain('All Wallets')
})

it('Connect on a phone offers the list of all wallets if one of them can open the page', async () => {
  using page = await openOnPhone([], [anchor, brook])
  await waitUntil(() => expect(page.text()).toMatch(/Anchor.*Brook.*All Wallets/))
})

it('Connect on a phone offers the list of all wallets if only a wallet without a row can open the page', async () => {
  const customWallets = ['c', 'd', 'e', 'f'].map((id) => ({ id, name: `Custom ${id}`, mobile_link: `${id}x://` }))
  using page = await openOnPhone([], [brook], { customWallets })
  await waitUntil(() => expect(page.text()).toMatch(/Custom f.*All Wallets/))
  expect(page.text()).not.toContain('Brook')
})
