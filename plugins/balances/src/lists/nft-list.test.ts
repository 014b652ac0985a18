// @vitest-environment happy-dom
import { definePlugin, type NftBalance, type TokenSource, WalletModalError } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeNamespace, type RenderedModal, renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Nfts } from '../contract.js'
import { balances } from '../index.js'
import { NFTS_TIMEOUT_MS } from './nft-list.js'

const tree: NftBalance = {
  assetId: 'eip155:1/erc721:fake-a/1',
  caipNetworkId: 'eip155:1',
  name: 'Tree #1',
  collection: 'Forest',
  imageUrl: 'data:image/svg+xml,<svg/>',
  amount: 1n,
}
let page: RenderedModal | undefined
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  localStorage.clear()
})
afterEach(() => page?.dispose())

async function show(nfts: TokenSource['nfts']): Promise<ReturnType<typeof createFakeNamespace>> {
  const fake = createFakeNamespace('eip155', { isIndexed: true })
  const networks = fake.networks.map((one) => ({ ...one, explorerUrl: 'https://explorer.test/' }))
  const source = definePlugin({
    name: 'source',
    kernel: '^0.1',
    setup: (ctx) =>
      void ctx.add(tokenSources, {
        namespace: 'eip155',
        assetNamespace: 'erc20',
        tokens: async () => [],
        ...(nfts && { nfts }),
      }),
  })
  page = await renderModal([fake.plugin(), source(), balances()], { networks, view: Nfts })
  await page.modal.connections.connect(fake.wallet.connector)
  return fake
}
const reads = (text: string | RegExp): Promise<void> => waitUntil(() => expect(page?.text()).toMatch(text))
const link = (): string | null | undefined => page?.dialog().querySelector('a')?.getAttribute('href')

it('the NFTs view shows image, name and collection of each NFT, and quantities above 1', async () => {
  await show(async () => [tree, { ...tree, assetId: 'eip155:1/erc1155:fake-b/2', name: 'Leaf', amount: 12n }])
  await reads(/Tree #1Forest.*×12Leaf/)
  expect(
    [...(page?.dialog().querySelectorAll('img') ?? [])].map((one) => [one.getAttribute('src'), one.loading]),
  ).toEqual([
    [tree.imageUrl, 'lazy'],
    [tree.imageUrl, 'lazy'],
  ])
})

it('G3: an NFT with an unsafe image URL has no image, and NFTs of other networks are left out', async () => {
  await show(async () => [
    { ...tree, imageUrl: 'javascript:alert(1)' },
    { ...tree, assetId: 'eip155:2/erc721:fake-a/1', caipNetworkId: 'eip155:2', name: 'Elsewhere' },
  ])
  await reads('Tree #1')
  expect(page?.dialog().querySelector('img')).toBeNull()
  expect(page?.text()).not.toContain('Elsewhere')
})

it('invalid NFTs are left out', async () => {
  const invalid: readonly unknown[] = [
    null,
    { ...tree, assetId: undefined },
    { ...tree, name: 7 },
    { ...tree, amount: 1 },
    { ...tree, collection: { name: 'Forest' } },
    { ...tree, imageUrl: {} },
  ]
  await show(async () => [...invalid, { ...tree, name: 'Leaf' }] as readonly NftBalance[])
  await reads('Leaf')
  expect(page?.text()).not.toContain('Tree')
})

it('a source that does not reply fails after a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show(() => new Promise(() => null))
  await vi.advanceTimersByTimeAsync(NFTS_TIMEOUT_MS)
  await reads('NFTs could not be loaded')
  vi.useRealTimers()
})

it.each([
  ['the chain family has no NFT source', undefined],
  ['no source supports the network', async () => null],
  ['the node rejects the request', () => Promise.reject(new WalletModalError('RPC_ERROR', 'range too wide'))],
])('the NFTs view says that NFTs cannot be listed, and links to the block explorer: %s', async (_, nfts) => {
  await show(nfts)
  await reads(/NFTs cannot be listed here.*eip155 1/)
  expect(link()).toBe('https://explorer.test/address/fake-1')
})

it.each([-32005, 429])('a node that refuses more requests (%i) is a failure that can be retried', async (status) => {
  await show(() => Promise.reject(new WalletModalError('RPC_ERROR', 'limit exceeded', { status })))
  await reads('NFTs could not be loaded')
  expect(page?.text()).toContain('Try again')
})

it('after a network error, "Try again" requests the NFTs again', async () => {
  let isBroken = true
  await show(async () => {
    if (isBroken) throw new WalletModalError('NETWORK_ERROR', 'gone')
    return []
  })
  await reads('NFTs could not be loaded')
  isBroken = false
  page?.click('Try again')
  await reads(/No NFTs yet.*eip155 1/)
})

it('an NFTs view that is reopened during a refresh receives the result of the refresh, without another request', async () => {
  const pendingReplies: ((items: readonly NftBalance[]) => void)[] = []
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await show(() => new Promise((resolve) => pendingReplies.push(resolve)))
    await waitUntil(() => expect(pendingReplies.length).toBe(1))
    pendingReplies[0]?.([tree])
    await reads('Tree #1')
    vi.setSystemTime(Date.now() + 60_000)
    page?.modal.close()
    void page?.modal.open({ view: Nfts })
    await waitUntil(() => expect(pendingReplies.length).toBe(2))
    page?.modal.close()
    void page?.modal.open({ view: Nfts })
    await reads('Tree #1')
    pendingReplies[1]?.([{ ...tree, name: 'Bush' }])
    await reads('Bush')
    expect(pendingReplies.length).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})

it('an NFTs view that is reopened during the first request sends no second request', async () => {
  const pendingReplies: ((items: readonly NftBalance[]) => void)[] = []
  await show(() => new Promise((resolve) => pendingReplies.push(resolve)))
  await waitUntil(() => expect(pendingReplies.length).toBe(1))
  page?.modal.close()
  void page?.modal.open({ view: Nfts })
  await new Promise((resolve) => setTimeout(resolve, 50))
  pendingReplies[0]?.([tree])
  await reads('Tree #1')
  expect(pendingReplies.length).toBe(1)
})

it('C4: late NFTs of an account that is no longer active are ignored', async () => {
  const pendingReplies: (() => void)[] = []
  const fake = await show(
    ({ account }) =>
      new Promise((resolve) => pendingReplies.push(() => resolve([{ ...tree, name: `Of ${account.address}` }]))),
  )
  await waitUntil(() => expect(pendingReplies.length).toBe(1))
  fake.wallet.changeAccounts(['fake-2', 'fake-1'])
  await waitUntil(() => expect(pendingReplies.length).toBe(2))
  pendingReplies[1]?.()
  await reads('Of fake-2')
  pendingReplies[0]?.()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(page?.text()).not.toContain('Of fake-1')
})
