// @vitest-environment happy-dom
import { balances } from '@wallet-modal/balances'
import { Tokens } from '@wallet-modal/balances/contract'
import { connectors, definePlugin } from '@wallet-modal/kernel'
import { createFakeApi, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { expect, test } from 'vitest'
import networks from '../third-party/stellar/networks.json' with { type: 'json' }
import { stellar } from '../third-party/stellar/src/index.js'

const address = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const issuer = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'
const wallet = {
  name: 'Lantern',
  isAllowed: async () => ({ isAllowed: true }),
  getAddress: async () => ({ address }),
  getNetwork: async () => ({ network: 'TESTNET', networkPassphrase: 'Test SDF Network ; September 2015' }),
  signMessage: async () => ({ signedMessage: '', signerAddress: address }),
}
const lantern = {
  ...({ id: 'lantern', name: 'Lantern', type: 'INJECTED', namespaces: ['stellar'] } as const),
  provider: async () => wallet,
} as const
const withLantern = definePlugin({
  name: 'lantern',
  kernel: '^0.1',
  setup: (ctx) => void ctx.add(connectors, lantern),
})
const asset = (more: object) => ({ asset_type: 'credit_alphanum4', asset_issuer: issuer, is_authorized: true, ...more })

async function show(answer: unknown): Promise<RenderedModal & { readonly holdings: () => unknown }> {
  localStorage.clear()
  const horizon = createFakeApi({ [`horizon-testnet:/accounts/${address}`]: answer })
  const page = await renderModal([stellar(), withLantern(), horizon.plugin, balances()], {
    networks: networks.filter(({ testnet }) => testnet),
    view: Tokens,
  })
  await page.modal.connections.connect(lantern)
  return Object.assign(page, { holdings: () => page.modal.use(balances)?.holdings.peek() })
}

test('an account of a third-party chain family has tokens with amounts exact to the base unit', async () => {
  using page = await show({
    balances: [
      asset({ asset_code: 'USDC', balance: '12.5000001' }),
      asset({ asset_code: 'HELD', balance: '3.0000000', is_authorized: false }),
      { asset_type: 'liquidity_pool_shares', balance: '9.0000000' },
      { asset_type: 'native', balance: '1234.5000000' },
    ],
  })
  await waitUntil(() => expect(page.text()).toMatch(/Lumen.*1,?234\.5 XLM.*HELD.*USDC.*12\.5 USDC/))
  expect(page.holdings()).toMatchObject({
    status: 'ready',
    tokens: [
      { assetId: 'stellar:testnet/slip44:148', amount: 12_345_000_000n },
      { assetId: `stellar:testnet/asset:HELD-${issuer}`, isFrozen: true },
      { assetId: `stellar:testnet/asset:USDC-${issuer}`, amount: 125_000_001n },
    ],
  })
})

test('if no token has a price, the account has no total value, rather than a total of 0', async () => {
  using page = await show({ balances: [{ asset_type: 'native', balance: '1.0000000' }] })
  await waitUntil(() => expect(page.text()).toContain('1 XLM'))
  expect(page.holdings()).not.toHaveProperty('totalUsd')
  expect(page.text()).not.toContain('$')
})

test('an unfunded account has a balance of 0', async () => {
  using page = await show(() => new Response('{}', { status: 404 }))
  await waitUntil(() => expect(page.text()).toContain('0 XLM'))
})
