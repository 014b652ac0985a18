// @vitest-environment happy-dom
import { createWalletModal, definePlugin, type Holdings, type WalletModal } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { createFakeApi, createFakeNamespace, type FakeRequest } from '@wallet-modal/kernel/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { balances } from './index.js'

let modal: WalletModal | undefined
let api: ReturnType<typeof createFakeApi> | undefined
let asked: URL[] = []
let fake = createFakeNamespace()
beforeEach(() => {
  localStorage.clear()
  asked = []
})
afterEach(() => {
  modal?.dispose()
  api?.dispose()
})

/** A site on one chain family, whose service answers what the test says. */
async function start(family: string, answer: (request: FakeRequest) => unknown): Promise<void> {
  fake = createFakeNamespace(family, { isIndexed: ['eip155', 'solana'].includes(family) })
  api = createFakeApi({
    'blockchain:/v1/supported-chains': { http: [`${family}:1`, `${family}:2`], ws: [] },
    'blockchain:/v1/account/fake-1/balance': (request: FakeRequest) => {
      asked.push(request.url)
      return answer(request)
    },
  })
  // as EIP-55: a family whose own writing is not that of the service
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

describe('the service', () => {
  it('takes forceUpdate on eip155 only: on other families a visitor who insists is answered all the same', async () => {
    await start('solana', ({ url }) =>
      url.searchParams.has('forceUpdate')
        ? new Response('', { status: 400 })
        : { balances: [record('solana:1', { address: 'solana:1:fake-mint' })] },
    )
    await refresh()
    expect(await refresh(true)).toMatchObject({ status: 'ready', tokens: [{}, { address: 'fake-mint' }] })
    expect(asked.length).toBe(2)
  })

  it.each(['bip122', 'polkadot'])(
    'lists chains of %s whose nodes it asks, and refuses their balances: the chain is asked',
    async (family) => {
      await start(family, () => new Response('', { status: 400 }))
      expect(await refresh()).toMatchObject({ status: 'ready', tokens: [{ amount: 10n ** 18n }] })
      expect(asked.length).toBe(1)
    },
  )

  it('knows what is held on solana: a refusal there is a failure', async () => {
    await start('solana', () => new Response('', { status: 400 }))
    expect(await refresh()).toMatchObject({ status: 'failed', failedSource: 'service' })
  })

  it('compares addresses letter by letter, and writes them in lower case', async () => {
    const token = { name: 'Token', symbol: 'T', address: 'eip155:1:0xabc' }
    await start('eip155', ({ url }) => {
      const listed = [record('eip155:1', {}), record('eip155:1', token)]
      const forced = url.searchParams.get('forceUpdate')
      if (forced === null) return { balances: listed }
      const fresh = { quantity: { decimals: '18', numeric: '1' } }
      // what it does not find in its list comes once more, behind
      return forced.split(',').includes(token.address)
        ? { balances: [listed[0], { ...listed[1], ...fresh }] }
        : { balances: [...listed, { ...listed[1], ...fresh }] }
    })
    await refresh()
    expect(await refresh(true)).toMatchObject({ tokens: [{}, { address: '0xABC', amount: 10n ** 18n }] })
  })

  it('keeps an answer by the account alone: that of the network before is not taken for one of no tokens', async () => {
    const listOf = (chainId: string): object => ({
      balances: [record(chainId, {}), record(chainId, { name: `Of ${chainId}`, address: `${chainId}:0xabc` })],
    })
    let kept: object | undefined
    await start('eip155', ({ url }) => {
      if (url.searchParams.has('forceUpdate')) kept = undefined
      kept ??= listOf(url.searchParams.get('chainId') ?? '')
      return kept
    })
    expect(await refresh()).toMatchObject({ tokens: [{}, { name: 'Of eip155:1' }] })
    fake.wallet.changeNetwork('eip155:2')
    expect(await refresh()).toMatchObject({ status: 'ready', tokens: [{}, { name: 'Of eip155:2' }] })
    expect(asked.length).toBe(3)
  })

  it.each(['So11111111111111111111111111111111111111111', 'solana:1:So11111111111111111111111111111111111111111'])(
    'writes the coin of Solana as %s',
    async (address) => {
      await start('solana', () => ({ balances: [record('solana:1', { address })] }))
      const held = await refresh()
      expect(held?.tokens).toMatchObject([{ name: 'Coin', amount: 3n * 10n ** 18n, priceUsd: 2n * 10n ** 18n }])
      expect(held?.totalUsd).toBe(6n * 10n ** 18n)
    },
  )
})
