// @vitest-environment happy-dom
import { createWalletModal, definePlugin, transactionSettled } from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'
import { renderModal, waitUntil } from '@wallet-modal/kernel/testing'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chain, coin, createBalancesStage, entry } from './balances.test.fixtures.js'
import { Tokens } from './contract.js'
import { balances } from './index.js'

const stage = createBalancesStage()
const { start, output, now, refresh } = stage

describe('requests for balances', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  const advance = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

  it('spec §9: are repeated when the balances are 30 s old, not before', async () => {
    await start()
    await refresh()
    advance(29_999)
    await refresh()
    expect(stage.balanceRequests.length).toBe(1)
    advance(1)
    await refresh()
    expect(stage.balanceRequests.length).toBe(2)
  })

  it('are repeated at once if forced, with forceUpdate for the service', async () => {
    await start()
    await refresh()
    stage.answer = () => ({ balances: [{ ...coin, quantity: { decimals: '18', numeric: '3' } }] })
    await refresh(true)
    expect(now().tokens.map(({ amount }) => amount)).toEqual([3n * 10n ** 18n])
    expect(stage.balanceRequests[1]?.searchParams.get('forceUpdate')).toBe(
      `${chain}:0x${'e'.repeat(40)},${chain}:fake-usdc`,
    )
  })

  it('spec §9: are not repeated for 30 s after a failure, and the old balances are stale', async () => {
    await start()
    await refresh()
    stage.answer = () => new Response('', { status: 404 })
    advance(30_000)
    await refresh()
    expect(now()).toMatchObject({ status: 'stale', tokens: [{}, {}], failedSource: 'service' })
    advance(29_999)
    await refresh()
    expect(stage.balanceRequests.length).toBe(2)
    stage.answer = () => ({ balances: [coin] })
    advance(1)
    await refresh()
    expect(now()).toMatchObject({ status: 'ready', tokens: [{}] })
  })

  it('set the status to failed if there are no old balances, and to ready after the next success', async () => {
    stage.answer = () => ({ balances: 'none' })
    await start()
    await refresh()
    expect(now()).toEqual({ status: 'failed', tokens: [], failedSource: 'service' })
    stage.answer = () => ({ balances: [coin] })
    const seen: string[] = []
    const stop = output().holdings.subscribe(({ status }) => seen.push(status))
    await refresh(true)
    stop()
    expect(seen).toEqual(['failed', 'loading', 'ready'])
  })

  it('are shared by simultaneous refreshes', async () => {
    await start()
    await Promise.all([refresh(), refresh(), refresh()])
    expect(stage.balanceRequests.length).toBe(1)
  })

  it('are repeated when a transaction of the account is settled', async () => {
    await start()
    await refresh()
    const emitter = definePlugin({ name: 'emitter', kernel: '^0.1', setup: (ctx) => ctx })
    stage.modal.dispose()
    stage.modal = createWalletModal({
      plugins: [stage.fake.plugin(), stage.api.plugin, balances(), emitter()],
      networks: stage.fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await refresh()
    const count = stage.balanceRequests.length
    stage.modal.use(emitter)?.emit(transactionSettled, {
      type: 'transfer',
      caipNetworkId: chain,
      address: 'fake-1',
      token: { assetId: 'x', caipNetworkId: chain, name: '', symbol: '', decimals: 0 },
      amount: 1n,
      receiver: 'fake-2',
      sentAt: 0,
      status: 'confirmed',
    })
    await waitUntil(() => expect(stage.balanceRequests.length).toBe(count + 1))
  })
})

describe('the displayed balances', () => {
  it('C4: ignore a late reply for an account that is no longer active', async () => {
    const pendingReplies: (() => void)[] = []
    stage.answer = ({ url }) =>
      new Promise((resolve) =>
        pendingReplies.push(() =>
          resolve({
            balances: [{ ...coin, quantity: { decimals: '18', numeric: url.pathname.includes('fake-1') ? '1' : '2' } }],
          }),
        ),
      )
    await start()
    const first = refresh()
    await waitUntil(() => expect(pendingReplies.length).toBe(1))
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(pendingReplies.length).toBe(2))
    pendingReplies[1]?.()
    await waitUntil(() => expect(now().tokens[0]?.amount).toBe(2n * 10n ** 18n))
    pendingReplies[0]?.()
    await first
    expect(now()).toMatchObject({ status: 'ready', tokens: [{ amount: 2n * 10n ** 18n }] })
  })

  it('C4: ignore a late result of a source that does not observe its AbortSignal', async () => {
    const pendingReplies: (() => void)[] = []
    const stubborn = definePlugin({
      name: 'stubborn',
      kernel: '^0.1',
      setup: (ctx) => {
        ctx.add(tokenSources, {
          namespace: 'eip155',
          assetNamespace: 'erc20',
          tokens: ({ account: { address } }) =>
            new Promise((resolve) =>
              pendingReplies.push(() =>
                resolve([
                  {
                    assetId: `${chain}/erc20:${address}`,
                    caipNetworkId: chain,
                    address,
                    name: address,
                    symbol: 'X',
                    decimals: 0,
                    amount: 1n,
                  },
                ]),
              ),
            ),
        })
      },
    })
    stage.modal = createWalletModal({
      plugins: [stage.fake.plugin(), stubborn(), balances()],
      networks: stage.fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    const first = refresh()
    await waitUntil(() => expect(pendingReplies.length).toBe(1))
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(pendingReplies.length).toBe(2))
    pendingReplies[1]?.()
    await waitUntil(() => expect(now().tokens[1]?.name).toBe('fake-2'))
    pendingReplies[0]?.()
    await first
    expect(now().tokens[1]?.name).toBe('fake-2')
  })

  it('D9: include only tokens whose address is accepted by parseTokenAddress of the source', async () => {
    const numbered = definePlugin({
      name: 'numbered',
      kernel: '^0.1',
      setup: (ctx) => {
        ctx.add(tokenSources, {
          ...{ namespace: 'eip155', assetNamespace: 'asset', tokens: async () => [] },
          parseTokenAddress: (text) => (/^\d+$/.test(text) ? text : undefined),
        })
      },
    })
    stage.answer = () => ({ balances: [entry({ address: `${chain}:1984` }), entry({ address: `${chain}:fake-usdc` })] })
    const page = await renderModal([stage.fake.plugin(), stage.api.plugin, numbered(), balances()], {
      ...{ networks: stage.fake.networks, view: Tokens },
    })
    stage.modal = page.modal
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await refresh()
    expect(
      now()
        .tokens.slice(1)
        .map(({ assetId, address }) => [assetId, address]),
    ).toEqual([[`${chain}/asset:1984`, '1984']])
    await waitUntil(() => expect(page.text()).toMatch(/USD Coin12\.5 USDC · 1984/))
  })

  it('C5: contain nothing of the previous network after a network switch', async () => {
    await start()
    await refresh()
    stage.fake.wallet.changeNetwork('eip155:2')
    await waitUntil(() => expect(now()).toMatchObject({ status: 'ready', tokens: [{ caipNetworkId: 'eip155:2' }] }))
    stage.fake.wallet.changeNetwork('eip155:77')
    await waitUntil(() => expect(now()).toEqual({ status: 'none', tokens: [] }))
  })
})
