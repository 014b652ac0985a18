// @vitest-environment happy-dom
import { definePlugin } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeNamespace, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, it } from 'vitest'
import { SwapSelectToken, swapSources } from '../contract.js'
import { swap } from '../index.js'

const ADDRESS = '0x6666666666666666666666666666666666666666'
const source = definePlugin({
  ...{ name: 'source', kernel: '^0.1' },
  setup(ctx) {
    ctx.add(swapSources, {
      ...{ name: 'source', feeBps: 0, supports: () => true },
      tokens: async () => [],
      quote: () => Promise.reject(new Error('not here')),
      build: () => Promise.reject(new Error('not here')),
    })
    ctx.add(tokenSources, {
      ...{ namespace: 'eip155', assetNamespace: 'erc20', parseTokenAddress: (address) => address },
      tokens: async ({ network: { caipNetworkId, reference }, assetIds = [] }) =>
        assetIds.map((assetId) => ({
          ...{ assetId, caipNetworkId, address: ADDRESS, decimals: 6, amount: 0n },
          ...{ name: `Token of network ${reference}`, symbol: `T${reference}` },
        })),
    })
  },
})

it('the token at an address is searched again after a switch of the network', async () => {
  const fake = createFakeNamespace('eip155')
  using page = await renderModal([fake.plugin(), source(), swap()], { networks: fake.networks, view: SwapSelectToken })
  await page.modal.connections.connect(fake.wallet.connector)
  const field = await waitUntil(() => page.dialog().querySelector('input') ?? expect.fail('no search field'))
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setValue?.call(field, ADDRESS)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  await waitUntil(() => expect(page.text()).toContain('Token of network 1'))
  fake.wallet.changeNetwork('eip155:2')
  await waitUntil(() => expect(page.text()).toContain('Token of network 2'))
  expect(page.text()).not.toContain('Token of network 1')
})
