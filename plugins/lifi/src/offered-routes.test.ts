// @vitest-environment happy-dom
import { createWalletModal, definePlugin, type WalletModal } from '@wallet-modal/kernel'
import { createFakeApi, createFakeNetwork, waitUntil } from '@wallet-modal/kernel/testing'
import { type SwapSource, swapSources } from '@wallet-modal/swap/contract'
import { beforeEach, expect, it } from 'vitest'
import { lifi } from './index.js'

const reader = definePlugin({
  name: 'reader',
  kernel: '^0.1',
  setup: (ctx) => ({ sources: ctx.all(swapSources), networks: ctx.networks }),
})

/** Chain ids of the destinations that LI.FI offers from a network. */
function destinationsFrom(modal: WalletModal, from: string): readonly string[] {
  const { sources, networks } = modal.use(reader) ?? {}
  const all = networks?.peek() ?? []
  const source: SwapSource | undefined = sources?.peek()[0]
  const origin = all.find(({ reference }) => reference === from)
  return origin ? all.filter((one) => one !== origin && source?.bridges?.(origin, one)).map((one) => one.reference) : []
}

function open(tools: () => unknown) {
  const api = createFakeApi({ 'lifi:/v1/tools': tools })
  const networks = ['1', '10', '56', '100'].map((id) => createFakeNetwork(`eip155:${id}`))
  const modal = createWalletModal({
    ...{ plugins: [api.plugin, lifi(), reader()], networks, prefetch: 'never', logLevel: 'silent' },
  })
  const dispose = (): void => {
    modal.dispose()
    api.dispose()
  }
  return { modal, api, [Symbol.dispose]: dispose }
}
const across = (...routes: readonly (readonly [number, number])[]) => ({
  bridges: [{ key: 'across', supportedChains: routes.map(([fromChainId, toChainId]) => ({ fromChainId, toChainId })) }],
})

beforeEach(() => localStorage.clear())

it('offers only the destinations that Across serves from the network', async () => {
  using page = open(() => across([1, 10], [1, 100], [10, 1]))
  destinationsFrom(page.modal, '1')
  // no wrapped coin is known on Gnosis (100), so a call that pays there could not be checked
  await waitUntil(() => expect(destinationsFrom(page.modal, '1')).toEqual(['10']))
  expect(destinationsFrom(page.modal, '10')).toEqual(['1'])
  expect(destinationsFrom(page.modal, '100')).toEqual([])
  expect(page.api.requests.map(({ url }) => url.search)).toEqual(['?chains=1%2C10%2C56%2C100'])
})

it('offers the routes of a network that the site adds after LI.FI has replied', async () => {
  using page = open(() => across([1, 10]))
  destinationsFrom(page.modal, '1')
  await waitUntil(() => expect(destinationsFrom(page.modal, '1')).toEqual(['10']))
  page.modal.addNetwork(createFakeNetwork('eip155:8453'))
  expect(destinationsFrom(page.modal, '1')).toEqual(['10', '8453'])
})

it('offers all known destinations while the routes of Across are not known', async () => {
  using page = open(() => ({ message: 'busy' }))
  destinationsFrom(page.modal, '100')
  await waitUntil(() => expect(page.api.requests.length).toBeGreaterThan(0))
  expect(destinationsFrom(page.modal, '100')).toEqual(['1', '10', '56'])
})
