// @vitest-environment happy-dom
import { createWalletModal, definePlugin, type Holdings, type WalletModal } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeApi, createFakeNamespace, type FakeRequest } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balances } from './index.js'

let modal: WalletModal | undefined
let api: ReturnType<typeof createFakeApi> | undefined
let requests: URL[] = []
let fake = createFakeNamespace()
beforeEach(() => {
  localStorage.clear()
  requests = []
})
afterEach(() => {
  modal?.dispose()
  api?.dispose()
})

/** Starts a site with one chain family. `answer` returns the reply of the balance service. */
async function start(family: string, answer: (request: FakeRequest) => unknown): Promise<void> {
  fake = createFakeNamespace(family, { isIndexed: ['eip155', 'solana'].includes(family) })
  api = createFakeApi({
    'blockchain:/v1/supported-chains': { http: [`${family}:1`, `${family}:2`], ws: [] },
    'blockchain:/v1/account/fake-1/balance': (request: FakeRequest) => {
      requests.push(request.url)
      return answer(request)
    },
  })
  // like EIP-55: the family writes addresses in another letter case than the service
  const source = definePlugin({
    name: 'source',
    kernel: '^0.1',
    setup: (ctx) => {
      ctx.add(tokenSources, {
        ...{ namespace: 'eip155', assetNamespace: 'erc20', tokens: async () => [] },
        parseTokenAddress: (text) => (text.startsWith('0x') ? `0x${text.slice(2).toUpperCase()}` : undefined),
      })
      ctx.add(tokenSources, { namespace: 'solana', assetNamespace: 'token', tokens: async () => [] })
    },
  })
  modal = createWalletModal({
    plugins: [fake.plugin(), api.plugin, source(), balances()],
    networks: fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await modal.connections.connect(fake.wallet.connector)
}
const refresh = async (force = false): Promise<Holdings | undefined> => {
  await modal?.use(balances)?.refresh({ force })
  return modal?.use(balances)?.holdings.peek()
}
const record = (chainId: string, more: object): object => ({
  ...{ name: 'x', symbol: 'y', chainId, price: 2, quantity: { decimals: '18', numeric: '3' } },
  ...more,
})

describe('the balance service', () => {
  it('is not sent forceUpdate for families other than eip155, because it would reject the request', async () => {
    await start('solana', ({ url }) =>
      url.searchParams.has('forceUpdate')
        ? new Response('', { status: 400 })
        : { balances: [record('solana:1', { address: 'solana:1:fake-mint' })] },
    )
    await refresh()
    expect(await refresh(true)).toMatchObject({ status: 'ready', tokens: [{}, { address: 'fake-mint' }] })
    expect(requests.length).toBe(2)
  })

  it.each(['bip122', 'polkadot'])(
    'lists %s chains but refuses their balances, which are then read from the chain',
    async (family) => {
      await start(family, () => new Response('', { status: 400 }))
      expect(await refresh()).toMatchObject({ status: 'ready', tokens: [{ amount: 10n ** 18n }] })
      expect(requests.length).toBe(1)
    },
  )

  it('supports balances on solana, so a rejected request is a failure there', async () => {
    await start('solana', () => new Response('', { status: 400 }))
    expect(await refresh()).toMatchObject({ status: 'failed', failedSource: 'service' })
  })

  it('compares addresses case-sensitively, so forceUpdate repeats the addresses exactly as the service has sent them', async () => {
    const token = { name: 'Token', symbol: 'T', address: 'eip155:1:0xabc' }
    await start('eip155', ({ url }) => {
      const listed = [record('eip155:1', {}), record('eip155:1', token)]
      const forced = url.searchParams.get('forceUpdate')
      if (forced === null) return { balances: listed }
      const fresh = { quantity: { decimals: '18', numeric: '1' } }
      // if an address is not in the service's list, the service appends another entry for it
      return forced.split(',').includes(token.address)
        ? { balances: [listed[0], { ...listed[1], ...fresh }] }
        : { balances: [...listed, { ...listed[1], ...fresh }] }
    })
    await refresh()
    expect(await refresh(true)).toMatchObject({ tokens: [{}, { address: '0xABC', amount: 10n ** 18n }] })
  })

  it('caches replies by account only: after a reply for the previous network, the request is repeated with forceUpdate', async () => {
    const listOf = (chainId: string): object => ({
      balances: [record(chainId, {}), record(chainId, { name: `Of ${chainId}`, address: `${chainId}:0xabc` })],
    })
    let cached: object | undefined
    await start('eip155', ({ url }) => {
      if (url.searchParams.has('forceUpdate')) cached = undefined
      cached ??= listOf(url.searchParams.get('chainId') ?? '')
      return cached
    })
    expect(await refresh()).toMatchObject({ tokens: [{}, { name: 'Of eip155:1' }] })
    fake.wallet.changeNetwork('eip155:2')
    expect(await refresh()).toMatchObject({ status: 'ready', tokens: [{}, { name: 'Of eip155:2' }] })
    expect(requests.length).toBe(3)
  })

  it.each(['So11111111111111111111111111111111111111111', 'solana:1:So11111111111111111111111111111111111111111'])(
    'lists the native coin of Solana under the address %s',
    async (address) => {
      await start('solana', () => ({ balances: [record('solana:1', { address })] }))
      const holdings = await refresh()
      expect(holdings?.tokens).toMatchObject([{ name: 'Coin', amount: 3n * 10n ** 18n, priceUsd: 2n * 10n ** 18n }])
      expect(holdings?.totalUsd).toBe(6n * 10n ** 18n)
    },
  )
})
