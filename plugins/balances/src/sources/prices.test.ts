// @vitest-environment happy-dom
import {
  type AssetToken,
  createWalletModal,
  definePlugin,
  type PriceSource,
  priceSources,
  prices,
  type TokenListSource,
  type TokenSource,
  tokenListSources,
  tokenLists,
  type WalletModal,
} from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeApi, createFakeNamespace, type FakeRequest } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { erc20 } from '../balances.test.fixtures.js'
import { balances } from '../index.js'

const dollar = 10n ** 18n
const coin = 'eip155:1/slip44:60'
const usdc = 'eip155:1/erc20:fake-usdc'
const ACCOUNT = 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const client = definePlugin({
  name: 'client',
  kernel: '^0.1',
  requires: [prices, tokenLists],
  setup: (ctx) => ({ prices: ctx.get(prices), lists: ctx.get(tokenLists) }),
})

let modal: WalletModal | undefined
let api: ReturnType<typeof createFakeApi> | undefined
beforeEach(() => localStorage.clear())
afterEach(() => {
  modal?.dispose()
  api?.dispose()
})

interface Plan {
  readonly script?: Parameters<typeof createFakeApi>[0]
  readonly isIndexed?: boolean
  readonly priceSources?: readonly PriceSource['prices'][]
  readonly lists?: readonly TokenListSource['tokens'][]
  /** Asset ids that the token source of the chain returns. */
  readonly chainAssetIds?: readonly string[]
  /** Token source of the chain that is used before all others. */
  readonly chainSource?: TokenSource
}

async function start({ script = {}, isIndexed = true, chainAssetIds = [], ...plan }: Plan) {
  const fake = createFakeNamespace('eip155', { isIndexed })
  api = createFakeApi({ 'blockchain:/v1/supported-chains': { http: ['eip155:1'], ws: [] }, ...script })
  const requestedAssetIds: (readonly string[])[] = []
  const others = definePlugin({
    name: 'others',
    kernel: '^0.1',
    setup(ctx) {
      for (const one of plan.priceSources ?? []) ctx.add(priceSources, { prices: one })
      for (const one of plan.lists ?? []) ctx.add(tokenListSources, { tokens: one })
      if (plan.chainSource) ctx.add(tokenSources, plan.chainSource, { order: -1 })
      ctx.add(tokenSources, {
        ...{ namespace: 'eip155', assetNamespace: 'erc20' },
        async tokens(request) {
          requestedAssetIds.push(request.assetIds)
          return chainAssetIds.map((assetId) => ({ ...token(assetId), amount: 2_500_000n }))
        },
      })
    },
  })
  modal = createWalletModal({
    plugins: [fake.plugin(), erc20(), api.plugin, others(), balances(), client()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await modal.connections.connect(fake.wallet.connector)
  const [network] = fake.networks
  const { signal } = new AbortController()
  const use = modal.use(client) ?? expect.fail('not running')
  return {
    requestedAssetIds,
    read: (...assetIds: readonly string[]) => use.prices.read({ network, assetIds, signal }),
    list: () => use.lists.read({ network, signal }),
    async holdings() {
      await modal?.use(balances)?.refresh({ force: true })
      return modal?.use(balances)?.holdings.peek()
    },
  }
}
const token = (assetId: string): AssetToken => ({
  ...{ assetId, caipNetworkId: 'eip155:1', address: assetId.split(':').at(-1) ?? '' },
  ...{ name: 'USD Coin', symbol: 'USDC', decimals: 6 },
})
const pricesFrom = (entries: Readonly<Record<string, bigint>>) => async () => new Map(Object.entries(entries))
const refuse = async (): Promise<never> => {
  throw new Error('down')
}

describe('prices', () => {
  it('have the exact value from the service, are reused while fresh, and are absent if unknown', async () => {
    const bodies: unknown[] = []
    const { read } = await start({
      script: {
        'blockchain:/v1/fungible/price': async (request: FakeRequest) => {
          bodies.push(request.body)
          const unpriced = { address: 'eip155:1:fake-none', price: 0 }
          return {
            fungibles: [
              { address: ACCOUNT, price: '1234.000000000000000001' },
              unpriced,
              { address: 'eip155:1:other', price: 5 },
            ],
          }
        },
      },
    })
    expect(await read(coin, 'eip155:1/erc20:fake-none')).toEqual(new Map([[coin, 1234n * dollar + 1n]]))
    expect(await read(coin)).toEqual(new Map([[coin, 1234n * dollar + 1n]]))
    expect(bodies.length).toBe(1) // a fresh price is used again
    expect(bodies[0]).toMatchObject({ currency: 'usd', addresses: [ACCOUNT, 'eip155:1:fake-none'] })
  })

  it('of other plugins come first; the service is asked only for the rest', async () => {
    const requestedAddresses: unknown[] = []
    const { read } = await start({
      priceSources: [refuse, pricesFrom({ [coin]: 3000n * dollar, 'eip155:1/erc20:not-asked': dollar })],
      script: {
        'blockchain:/v1/fungible/price': (request: FakeRequest) => {
          requestedAddresses.push(Object(request.body).addresses)
          return { fungibles: [{ address: 'eip155:1:fake-usdc', price: 1.01 }] }
        },
      },
    })
    expect(await read(coin, usdc)).toEqual(
      new Map([
        [coin, 3000n * dollar],
        [usdc, 101n * 10n ** 16n],
      ]),
    )
    expect(requestedAddresses).toEqual([['eip155:1:fake-usdc']])
  })

  it('that are zero or negative are left out', async () => {
    const bad = async () =>
      new Map<string, bigint>([
        [coin, 0n],
        [usdc, -1n],
      ])
    const { read } = await start({ priceSources: [bad], isIndexed: false })
    expect(await read(coin, usdc)).toEqual(new Map())
  })

  it('are not available if every price source fails: read() rejects', async () => {
    const { read } = await start({ priceSources: [refuse], isIndexed: false })
    await expect(read(coin)).rejects.toThrow('down')
  })

  it('are added to tokens read from the chain; if a price is missing, there is no total', async () => {
    const { holdings } = await start({
      chainAssetIds: [usdc],
      isIndexed: false,
      script: { 'blockchain:/v1/supported-chains': { http: [], ws: [] } },
      priceSources: [pricesFrom({ [usdc]: dollar })],
    })
    const found = await holdings()
    expect(found).toMatchObject({
      status: 'ready',
      tokens: [{ assetId: coin }, { assetId: usdc, priceUsd: dollar, valueUsd: 25n * 10n ** 17n }],
    })
    expect(found?.tokens[0]).not.toHaveProperty('priceUsd')
    expect(found).not.toHaveProperty('totalUsd')
  })

  it('that cannot be read leave the holdings ready, without values', async () => {
    const { holdings } = await start({
      chainAssetIds: [usdc],
      isIndexed: false,
      script: { 'blockchain:/v1/supported-chains': { http: [], ws: [] } },
      priceSources: [refuse],
      lists: [refuse],
    })
    expect(await holdings()).toMatchObject({ status: 'ready', tokens: [{}, { assetId: usdc }] })
  })
})

describe('token lists', () => {
  it('are merged: each token once, without invalid tokens and tokens of other networks', async () => {
    const elsewhere = { ...token('eip155:2/erc20:fake-a'), caipNetworkId: 'eip155:2' }
    const { list } = await start({
      lists: [
        refuse,
        async () => [{ ...token(usdc), name: 'First' }, elsewhere, { ...token('eip155:1/erc20:fake-b'), decimals: 99 }],
      ],
      script: {
        'blockchain:/v1/convert/tokens': {
          tokens: [
            { address: 'eip155:1:fake-usdc', name: 'Second', symbol: 'USDC', decimals: 6 },
            { address: 'eip155:1:fake-dai', name: 'Dai', symbol: 'DAI', decimals: 18, logoUri: 'javascript:alert(1)' },
            { address: ACCOUNT, name: 'Coin', symbol: 'COIN', decimals: 18 },
            { address: 'eip155:1:no address', name: 'x', symbol: 'x', decimals: 18 },
            { address: 'eip155:1:fake-x', name: 'x', symbol: 'x', decimals: '18' },
          ],
        },
      },
    })
    expect((await list()).map(({ assetId, name, iconUrl }) => [assetId, name, iconUrl])).toEqual([
      [usdc, 'First', undefined],
      ['eip155:1/erc20:fake-dai', 'Dai', undefined],
    ])
  })

  it('of the service are read with a token source that is an instance of a class', async () => {
    class ChainSource implements TokenSource {
      readonly namespace = 'eip155'
      readonly assetNamespace = 'erc20'
      readonly #prefix = 'fake-'
      tokens = async () => []
      parseTokenAddress(text: string) {
        return text.startsWith(this.#prefix) ? text : undefined
      }
    }
    const entry = { name: 'Dai', symbol: 'DAI', decimals: 18 }
    const tokens = [
      { ...entry, address: 'eip155:1:fake-dai' },
      { ...entry, address: 'eip155:1:other' },
    ]
    const script = { 'blockchain:/v1/convert/tokens': { tokens } }
    const { list } = await start({ chainSource: new ChainSource(), script })
    expect((await list()).map(({ assetId }) => assetId)).toEqual(['eip155:1/erc20:fake-dai'])
  })

  it('provide the asset ids for a chain that cannot list holdings by itself', async () => {
    const { holdings, requestedAssetIds } = await start({
      isIndexed: false,
      script: { 'blockchain:/v1/supported-chains': { http: [], ws: [] } },
      lists: [async () => [token(usdc)]],
    })
    await holdings()
    expect(requestedAssetIds).toEqual([[usdc]])
  })

  it('are not available if every list source fails: read() rejects', async () => {
    const { list } = await start({ lists: [refuse], isIndexed: false })
    await expect(list()).rejects.toThrow('down')
  })
})
