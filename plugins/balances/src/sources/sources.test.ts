// @vitest-environment happy-dom
import { createWalletModal, definePlugin } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { chain, coin, createBalancesStage, entry } from '../balances.test.fixtures.js'
import { balances } from '../index.js'

const stage = createBalancesStage()
const { start, now, refresh } = stage

describe('balances from the service', () => {
  it('contain the coin and tokens with prices, under CAIP-19 ids', async () => {
    const { answer } = stage
    let release = (): void => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    stage.answer = (request) => released.then(() => answer(request))
    await start()
    expect(now()).toEqual({ status: 'none', tokens: [] })
    expect(stage.api.requests).toEqual([])
    const reading = refresh()
    await waitUntil(() => expect(now().status).toBe('loading'))
    release()
    await reading
    expect(now()).toMatchObject({
      status: 'ready',
      totalUsd: 301_250n * 10n ** 16n,
      tokens: [
        { assetId: 'eip155:1/slip44:60', name: 'Coin', symbol: 'COIN', amount: 15n * 10n ** 17n },
        { assetId: 'eip155:1/erc20:fake-usdc', address: 'fake-usdc', amount: 12_500_000n, priceUsd: 10n ** 18n },
      ],
    })
    expect(Object.fromEntries(stage.balanceRequests[0]?.searchParams ?? [])).toMatchObject({
      currency: 'usd',
      chainId: chain,
    })
    expect(stage.balanceRequests[0]?.searchParams.has('forceUpdate')).toBe(false)
  })

  it('A4, D9: leave out entries that are invalid, duplicate, zero or of another chain, and keep the others', async () => {
    const nonsense = [
      null,
      7,
      'x',
      [],
      {},
      entry({ quantity: null }),
      entry({ quantity: { decimals: '99', numeric: '1' } }),
    ]
    const bad = [
      ...nonsense,
      entry({ chainId: 'eip155:2', address: 'eip155:2:fake-a' }),
      entry({ address: 'eip155:2:fake-b' }),
      entry({ address: 'fake-c' }),
      entry({ address: `${chain}:<script>` }),
      entry({ address: `${chain}:0xnoaddress` }),
      entry({ address: 7 }),
      entry({ quantity: { decimals: '6', numeric: '-1' } }),
      entry({ quantity: { decimals: '6', numeric: '0.1234567' } }),
      entry({ quantity: { decimals: '6', numeric: 'NaN' } }),
      entry({ address: `${chain}:fake-zero`, quantity: { decimals: '6', numeric: '0' } }),
    ]
    stage.answer = () => ({ balances: [...bad, coin, entry(), entry({ quantity: { decimals: '6', numeric: '9' } })] })
    await start()
    await refresh()
    expect(now().tokens.map(({ assetId, amount }) => [assetId, amount])).toEqual([
      ['eip155:1/slip44:60', 15n * 10n ** 17n],
      ['eip155:1/erc20:fake-usdc', 12_500_000n],
    ])
  })

  it('have no value if the service reports the price 0, which means an unknown price', async () => {
    stage.answer = () => ({ balances: [{ ...coin, price: 0 }, entry()] })
    await start()
    await refresh()
    expect(now().tokens.map(({ valueUsd }) => valueUsd)).toEqual([undefined, 125n * 10n ** 17n])
    expect(now().totalUsd).toBeUndefined()
  })

  it('are completed with the coin from the chain, without a price, if the service does not list the coin', async () => {
    stage.answer = () => ({ balances: [entry()] })
    await start()
    await refresh()
    expect(now().tokens[0]).toEqual({
      assetId: 'eip155:1/slip44:60',
      caipNetworkId: chain,
      name: 'Coin',
      symbol: 'COIN',
      decimals: 18,
      amount: 10n ** 18n,
    })
    expect(now().totalUsd).toBeUndefined()
  })

  it('have no price for tokens reported as spam or with an invalid price', async () => {
    stage.answer = () => ({
      balances: [
        coin,
        entry({ name: 'Gift', symbol: 'GIFT', address: `${chain}:fake-a`, flags: { is_spam: true } }),
        ...[-1, null, 'much', { x: 1 }].map((price, at) =>
          entry({ name: `T${at}`, symbol: `T${at}`, address: `${chain}:fake-t${at}`, price }),
        ),
      ],
    })
    await start()
    await refresh()
    expect(now().tokens.map(({ name, priceUsd, spamFlags }) => [name, priceUsd !== undefined, spamFlags])).toEqual([
      ['Coin', true, undefined],
      ['T0', false, undefined],
      ['T1', false, undefined],
      ['T2', false, undefined],
      ['T3', false, undefined],
      ['Gift', false, ['reported']],
    ])
  })
})

describe('balances from the chain', () => {
  const usdc = `${chain}/erc20:fake-usdc`
  const source = definePlugin({
    name: 'source',
    kernel: '^0.1',
    setup: (ctx) => {
      ctx.add(tokenSources, {
        namespace: 'eip155',
        assetNamespace: 'erc20',
        tokens: async ({ assetIds }) => {
          requestedAssetIds.push(assetIds)
          const token = {
            assetId: usdc,
            caipNetworkId: chain,
            address: 'fake-usdc',
            name: 'USD Coin',
            symbol: 'USDC',
            decimals: 6,
            amount: 7n,
          }
          return [
            token,
            { ...token, assetId: 'eip155:2/erc20:fake-usdc' },
            { ...token, amount: -1n },
            { ...token, decimals: 1e9 },
            ...[{ priceUsd: 1 }, { priceUsd: -1n }, { iconUrl: {} }].map((field, at) => ({
              ...{ ...token, assetId: `${chain}/erc20:fake-bad-${at}` },
              ...(field as object),
            })),
            token,
          ]
        },
      })
    },
  })
  let requestedAssetIds: (readonly string[])[] = []
  const startWithSource = async (isServed: boolean): Promise<void> => {
    requestedAssetIds = []
    stage.modal = createWalletModal({
      plugins: [
        stage.fake.plugin(),
        ...(isServed ? [stage.api.plugin] : []),
        source(),
        balances({ tokens: [usdc, 'eip155:5/erc20:fake-x'] }),
      ],
      networks: stage.fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await refresh()
  }
  it.each([
    ['the site has no service', false, { http: [chain] }, { status: 'ready' }],
    ['the service does not know the network', true, { http: ['eip155:5'] }, { status: 'ready' }],
    // the account may hold more tokens than the chain lists
    ['the service sends an invalid reply', true, { http: 7 }, { status: 'stale', failedSource: 'service' }],
    ['the service fails', true, new Response('', { status: 404 }), { status: 'stale', failedSource: 'service' }],
  ])('are used if %s', async (_, isServed, reply, expected) => {
    stage.supported = reply
    await startWithSource(isServed)
    expect(now()).toMatchObject({
      ...expected,
      tokens: [
        { symbol: 'COIN', amount: 10n ** 18n },
        { assetId: usdc, amount: 7n },
      ],
    })
    expect([now().tokens.length, now().totalUsd, stage.balanceRequests, requestedAssetIds]).toEqual([
      2,
      undefined,
      [],
      [[usdc]],
    ])
  })
})

it('failedSource of the holdings says whether the service or the chain failed', async () => {
  stage.answer = () => new Response('', { status: 404 })
  await start()
  await refresh()
  expect(now()).toEqual({ status: 'failed', tokens: [], failedSource: 'service' })
  stage.modal.dispose()
  const broken = definePlugin({
    name: 'source',
    kernel: '^0.1',
    setup: (ctx) =>
      ctx.add(tokenSources, {
        namespace: 'eip155',
        assetNamespace: 'erc20',
        tokens: () => Promise.reject(new Error('no node')),
      }),
  })
  stage.modal = createWalletModal({
    plugins: [stage.fake.plugin(), broken(), balances()],
    networks: stage.fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await stage.modal.connections.connect(stage.fake.wallet.connector)
  await refresh()
  expect(now()).toEqual({ status: 'failed', tokens: [], failedSource: 'chain' })
})

it('createWalletModal throws if an entry of the option `tokens` is not a CAIP-19 id', () => {
  const wrong = (): unknown => createWalletModal({ plugins: [balances({ tokens: ['0xabc'] })], networks: [] })
  expect(wrong).toThrow(/@wallet-modal\/balances.*"tokens.0" must be a CAIP-19 id such as/)
})

it('a token source that never responds times out', async () => {
  const silent = definePlugin({
    name: 'source',
    kernel: '^0.1',
    setup: (ctx) =>
      ctx.add(tokenSources, { namespace: 'eip155', assetNamespace: 'erc20', tokens: () => new Promise(() => null) }),
  })
  stage.modal = createWalletModal({
    plugins: [stage.fake.plugin(), silent(), balances({})],
    networks: stage.fake.networks,
    prefetch: 'never',
    logLevel: 'silent',
  })
  await stage.modal.connections.connect(stage.fake.wallet.connector)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const reading = refresh()
    await vi.waitFor(() => expect(now().status).toBe('loading'))
    await vi.advanceTimersByTimeAsync(60_000)
    await reading
    expect(now()).toEqual({ status: 'failed', tokens: [], failedSource: 'chain' })
  } finally {
    vi.useRealTimers()
  }
})
