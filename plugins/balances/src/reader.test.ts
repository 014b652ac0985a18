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

describe('when it asks', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  const later = (ms: number): void => void vi.setSystemTime(Date.now() + ms)

  it('spec §9: what is younger than 30 s is not asked again, what is older is', async () => {
    await start()
    await refresh()
    later(29_999)
    await refresh()
    expect(stage.asked.length).toBe(1)
    later(1)
    await refresh()
    expect(stage.asked.length).toBe(2)
  })

  it('a visitor who insists gets new figures, from the service too', async () => {
    await start()
    await refresh()
    stage.answer = () => ({ balances: [{ ...coin, quantity: { decimals: '18', numeric: '3' } }] })
    await refresh(true)
    expect(now().tokens.map(({ amount }) => amount)).toEqual([3n * 10n ** 18n])
    expect(stage.asked[1]?.searchParams.get('forceUpdate')).toBe(`${chain}:0x${'e'.repeat(40)},${chain}:fake-usdc`)
  })

  it('spec §9: after a failure nothing is asked for 30 s, and old figures say that they are old', async () => {
    await start()
    await refresh()
    stage.answer = () => new Response('', { status: 404 })
    later(30_000)
    await refresh()
    expect(now()).toMatchObject({ status: 'stale', tokens: [{}, {}], failedSource: 'service' })
    later(29_999)
    await refresh()
    expect(stage.asked.length).toBe(2)
    stage.answer = () => ({ balances: [coin] })
    later(1)
    await refresh()
    expect(now()).toMatchObject({ status: 'ready', tokens: [{}] })
  })

  it('a failure with nothing to show says so, and is over with the next success', async () => {
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

  it('two who ask at once ask once', async () => {
    await start()
    await Promise.all([refresh(), refresh(), refresh()])
    expect(stage.asked.length).toBe(1)
  })

  it('what a transaction changed is read anew', async () => {
    await start()
    await refresh()
    const told = definePlugin({ name: 'told', kernel: '^0.1', setup: (ctx) => ctx })
    stage.modal.dispose()
    stage.modal = createWalletModal({
      plugins: [stage.fake.plugin(), stage.api.plugin, balances(), told()],
      networks: stage.fake.networks,
      prefetch: 'never',
      logLevel: 'silent',
    })
    await stage.modal.connections.connect(stage.fake.wallet.connector)
    await refresh()
    const count = stage.asked.length
    stage.modal.use(told)?.emit(transactionSettled, {
      type: 'transfer',
      caipNetworkId: chain,
      address: 'fake-1',
      token: { assetId: 'x', caipNetworkId: chain, name: '', symbol: '', decimals: 0 },
      amount: 1n,
      receiver: 'fake-2',
      sentAt: 0,
      status: 'confirmed',
    })
    await waitUntil(() => expect(stage.asked.length).toBe(count + 1))
  })
})

describe('whose figures they are', () => {
  it('C4: an answer for an account that is no longer in use is dropped', async () => {
    const late: (() => void)[] = []
    stage.answer = ({ url }) =>
      new Promise((resolve) =>
        late.push(() =>
          resolve({
            balances: [{ ...coin, quantity: { decimals: '18', numeric: url.pathname.includes('fake-1') ? '1' : '2' } }],
          }),
        ),
      )
    await start()
    const first = refresh()
    await waitUntil(() => expect(late.length).toBe(1))
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(late.length).toBe(2))
    late[1]?.()
    await waitUntil(() => expect(now().tokens[0]?.amount).toBe(2n * 10n ** 18n))
    late[0]?.()
    await first
    expect(now()).toMatchObject({ status: 'ready', tokens: [{ amount: 2n * 10n ** 18n }] })
  })

  it('C4: also where a source takes no notice of being told to stop', async () => {
    const late: (() => void)[] = []
    const stubborn = definePlugin({
      name: 'stubborn',
      kernel: '^0.1',
      setup: (ctx) => {
        ctx.add(tokenSources, {
          namespace: 'eip155',
          assetNamespace: 'erc20',
          tokens: ({ account: { address } }) =>
            new Promise((resolve) =>
              late.push(() =>
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
    await waitUntil(() => expect(late.length).toBe(1))
    stage.fake.wallet.changeAccounts(['fake-2', 'fake-1'])
    await waitUntil(() => expect(late.length).toBe(2))
    late[1]?.()
    await waitUntil(() => expect(now().tokens[1]?.name).toBe('fake-2'))
    late[0]?.()
    await first
    expect(now().tokens[1]?.name).toBe('fake-2')
  })

  it('D9: a family whose tokens are not written as accounts says how they are written', async () => {
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

  it('C5: another network shows nothing of the one before', async () => {
    await start()
    await refresh()
    stage.fake.wallet.changeNetwork('eip155:2')
    await waitUntil(() => expect(now()).toMatchObject({ status: 'ready', tokens: [{ caipNetworkId: 'eip155:2' }] }))
    stage.fake.wallet.changeNetwork('eip155:77')
    await waitUntil(() => expect(now()).toEqual({ status: 'none', tokens: [] }))
  })
})
