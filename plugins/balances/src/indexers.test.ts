// @vitest-environment happy-dom
import { definePlugin, type FoundToken, type TokenSource } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Nfts, Tokens } from './contract.js'
import { balances } from './index.js'

const token = (address: string, more: Partial<FoundToken> = {}): FoundToken => ({
  ...{ assetId: `eip155:1/erc20:${address}`, caipNetworkId: 'eip155:1', address, name: address, symbol: 'TOK' },
  ...{ decimals: 0, amount: 7n, ...more },
})
let page: RenderedModal | undefined
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})
afterEach(() => page?.dispose())

async function show(chain: Partial<TokenSource>, indexer: Partial<TokenSource>, view = Tokens) {
  const fake = createFakeNamespace('eip155', { isIndexed: true })
  const base = { namespace: 'eip155', assetNamespace: 'erc20', tokens: async () => [] }
  const source = definePlugin({
    name: 'source',
    kernel: '^0.1',
    setup(ctx) {
      ctx.add(tokenSources, { ...base, isIndexer: true, name: 'Indexer', ...indexer })
      ctx.add(tokenSources, { ...base, ...chain })
    },
  })
  page = await renderModal([fake.plugin(), source(), balances()], { networks: fake.networks, view })
  await page.modal.connections.connect(fake.wallet.connector)
  await page.modal.use(balances)?.refresh()
  return page.modal.use(balances)?.holdings.value
}
const amounts = (holdings: Awaited<ReturnType<typeof show>>) =>
  holdings?.tokens.slice(1).map(({ address, amount, spamFlags }) => [address, amount, ...(spamFlags ?? [])])

describe('an indexer in addition to the chain', () => {
  it('provides the asset ids; amounts come from the chain, and tokens that the chain does not report are dropped', async () => {
    const requestedAssetIds: (readonly string[])[] = []
    const holdings = await show(
      {
        tokens: async ({ assetIds }) => {
          requestedAssetIds.push(assetIds)
          return [token('fake-a', { amount: 3n })]
        },
      },
      { tokens: async () => [token('fake-a', { iconUrl: 'https://icons.test/a.png' }), token('fake-gone')] },
    )
    expect(requestedAssetIds).toEqual([['eip155:1/erc20:fake-a', 'eip155:1/erc20:fake-gone']])
    expect(amounts(holdings)).toEqual([['fake-a', 3n]])
    expect(holdings?.tokens[1]?.iconUrl).toBe('https://icons.test/a.png')
    expect(holdings?.status).toBe('ready')
  })

  it('marks spam tokens, which are flagged as reported and not requested from the chain', async () => {
    const chain = vi.fn(async () => [])
    const holdings = await show({ tokens: chain }, { tokens: async () => [token('fake-spam', { isReported: true })] })
    expect(chain).toHaveBeenCalledWith(expect.objectContaining({ assetIds: [] }))
    expect(amounts(holdings)).toEqual([['fake-spam', 7n, 'reported']])
  })

  it.each(['chain', 'indexer'])(
    'and the chain: an invalid token of the %s does not hide the others',
    async (origin) => {
      const valid = token('fake-a')
      const { name: _, ...unnamed } = token('fake-b')
      const list = async () => [null, { ...valid, assetId: undefined }, unnamed, valid] as readonly FoundToken[]
      const empty = async () => []
      const holdings = await show(
        { tokens: origin === 'chain' ? list : async () => [valid] },
        { tokens: origin === 'chain' ? empty : list },
      )
      expect(amounts(holdings)).toEqual([['fake-a', 7n]])
      expect(holdings?.status).toBe('ready')
    },
  )

  it('that fails does not hide tokens of the chain, and the holdings are stale', async () => {
    const holdings = await show(
      { tokens: async () => [token('fake-a')] },
      { tokens: () => Promise.reject(new Error('gone')) },
    )
    expect(amounts(holdings)).toEqual([['fake-a', 7n]])
    expect(holdings).toMatchObject({ status: 'stale', failedSource: 'service' })
  })

  it('adds metadata to NFTs of the chain, and lists its own NFTs only if the chain fails', async () => {
    const item = { assetId: 'eip155:1/erc721:fake-a/1', caipNetworkId: 'eip155:1', name: '#1', amount: 1n }
    const known = { ...item, name: 'Tree', imageUrl: 'data:image/svg+xml,<svg/>' }
    const sold = { ...known, assetId: 'eip155:1/erc721:fake-a/2', name: 'Sold' }
    await show({ nfts: async () => [item] }, { nfts: async () => [known, sold] }, Nfts)
    await waitUntil(() => expect(page?.text()).toMatch(/Tree/))
    expect(page?.text()).not.toMatch(/Sold/)
    page?.dispose()
    await show({ nfts: () => Promise.reject(new Error('no')) }, { nfts: async () => [sold] }, Nfts)
    await waitUntil(() => expect(page?.text()).toMatch(/Sold/))
  })
})

describe('a token with a scaled amount', () => {
  const displayed = async (scaledAmount: FoundToken['scaledAmount']) => {
    const scaled = token('fake-a', {
      amount: 1_000_001n,
      decimals: 6,
      ...(scaledAmount !== undefined && { scaledAmount }),
    })
    await show({ tokens: async () => [scaled] }, {})
    await waitUntil(() => expect(page?.text()).toContain('TOK'))
    return /[\d.—]+ TOK/.exec(page?.text() ?? '')?.[0]
  }

  it('is displayed with this amount, or with a dash if it is unknown', async () => {
    expect(await displayed(undefined)).toBe('1.000001 TOK')
    page?.dispose()
    expect(await displayed(1_500_001n)).toBe('1.500001 TOK')
    page?.dispose()
    expect(await displayed('unknown')).toBe('— TOK')
  })

  it('is ignored if this amount is invalid', async () => {
    const holdings = await show({ tokens: async () => [token('fake-a', { scaledAmount: -9n }), token('fake-b')] }, {})
    expect(amounts(holdings)).toEqual([['fake-b', 7n]])
  })
})
