// @vitest-environment happy-dom
import type { WalletModal } from '@wallet-modal/kernel'
import type { Wallet } from '@wallet-standard/base'
import { describe, expect, it, vi } from 'vitest'
import type { SolanaWallet } from './index.js'
import {
  adapterOf,
  connect,
  devnet,
  live,
  mainnet,
  offered,
  register,
  resetEachTest,
  start,
} from './solana.test.fixtures.js'
import { addressOf, createTestWallet } from './wallet.test.fixtures.js'

resetEachTest()

describe('a connection', () => {
  it('I7: reads the address of an account once, so that a getter cannot change it after the check', async () => {
    using modal = start()
    const test = createTestWallet()
    let reads = 0
    const account = {
      get address() {
        return reads++ === 0 ? addressOf(1) : { toString: () => '<b>' }
      },
      chains: ['solana:mainnet'],
    } as unknown as SolanaWallet['accounts'][number]
    const connector = { version: '1.0.0', connect: async () => ({ accounts: [account] }) }
    const wallet = { ...test.wallet, features: { ...test.wallet.features, 'standard:connect': connector } }
    await connect(modal, { ...test, wallet })
    expect(live(modal)?.account.address).toBe(addressOf(1))
  })

  it('K1: reconnects do not add work if the wallet’s events cannot be unsubscribed', async () => {
    using modal = start()
    const test = createTestWallet({ isPermitted: true })
    const events = { version: '1.0.0', on: () => ({}) }
    let reads = 0
    const wallet = {
      ...test.wallet,
      features: { ...test.wallet.features, 'standard:events': events },
      get accounts() {
        reads++
        return test.wallet.accounts
      },
    }
    const adapter = await connect(modal, { ...test, wallet })
    const cost = async () => {
      const before = reads
      await modal.switchNetwork(devnet.caipNetworkId)
      await modal.switchNetwork(mainnet.caipNetworkId)
      return reads - before
    }
    const first = await cost()
    const [connector] = offered(modal)
    for (let time = 0; time < 5; time++) {
      await adapter.disconnect()
      if (connector) await adapter.connect(connector)
    }
    expect(first).toBeGreaterThan(0)
    expect(await cost()).toBe(first)
  })

  it('A3: fails if all chains of the only account are malformed', async () => {
    using modal = start()
    const chains = ['solana:', 'solana:<b>', `solana:${'x'.repeat(1_000_000)}`] as const
    await expect(connect(modal, createTestWallet({ chains }))).rejects.toThrow('connected without an account')
  })

  it('omits accounts of other chain families without failing', async () => {
    using modal = start()
    const test = createTestWallet({ name: 'A', chains: ['solana:mainnet'] })
    const foreign = { address: 'bc1q', publicKey: new Uint8Array(33), chains: ['bitcoin:mainnet'], features: [] }
    const { 'standard:connect': real } = test.wallet.features as SolanaWallet['features']
    const features = {
      ...test.wallet.features,
      'standard:connect': { connect: async () => ({ accounts: [foreign, ...(await real.connect()).accounts] }) },
    }
    const adapter = await connect(modal, { ...test, wallet: { ...test.wallet, features } as Wallet })
    expect(live(modal)?.accounts).toEqual([{ address: addressOf(1), type: 'eoa' }])
    await adapter.disconnect()
  })

  it.each([
    ['no account list', undefined],
    ['an invalid address', [{ address: 'Il0O', chains: ['solana:mainnet'] }]],
    ['an account without chains', [{ address: addressOf(1) }]],
  ])('fails with a readable message if the wallet answers with %s', async (_, accounts) => {
    using modal = start()
    const test = createTestWallet({ name: 'A' })
    const features = { ...test.wallet.features, 'standard:connect': { connect: async () => ({ accounts }) } }
    await expect(connect(modal, { ...test, wallet: { ...test.wallet, features } as Wallet })).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
      message: expect.stringContaining('not a list of accounts'),
    })
  })

  it('A7: is restored silently on the chosen network; after a disconnect, the first network is used', async () => {
    const test = createTestWallet({ name: 'A' })
    {
      using modal = start()
      const adapter = await connect(modal, test)
      expect(await adapter.switchNetwork(devnet.caipNetworkId)).toEqual({ status: 'switched' })
      expect(live(modal)?.caipNetworkId).toBe(devnet.caipNetworkId)
    }
    test.calls.length = 0
    {
      using modal = start()
      await vi.waitFor(() => expect(live(modal)).toMatchObject({ caipNetworkId: devnet.caipNetworkId }))
      expect(test.calls).toEqual(['connect silently'])
      await adapterOf(modal).disconnect()
      expect(Object.keys(localStorage)).toEqual([])
    }
    using modal = start()
    await connect(modal, test)
    expect(live(modal)?.caipNetworkId).toBe(mainnet.caipNetworkId)
  })

  it('D: is restored for two wallets, each with its account and network', async () => {
    const [one, two] = [createTestWallet({ name: 'A', seeds: [1, 2] }), createTestWallet({ name: 'B', seeds: [3] })]
    const known = (modal: WalletModal): readonly string[] =>
      adapterOf(modal)
        .connections.peek()
        .map(({ connectorName, account, caipNetworkId }) => `${connectorName} ${account.address} ${caipNetworkId}`)
    const expected = [`A ${addressOf(2)} ${devnet.caipNetworkId}`, `B ${addressOf(3)} ${mainnet.caipNetworkId}`]
    {
      using modal = start()
      const adapter = await connect(modal, one)
      adapter.switchAccount(addressOf(2))
      await adapter.switchNetwork(devnet.caipNetworkId)
      await connect(modal, two)
      adapter.use('solana:A')
      expect(known(modal)).toEqual(expected)
    }
    one.calls.length = two.calls.length = 0
    using modal = start()
    await vi.waitFor(() => expect(known(modal)).toEqual(expected))
    expect([one.calls, two.calls]).toEqual([['connect silently'], ['connect silently']])
  })

  it('A7: is not restored if the wallet no longer authorizes the site', async () => {
    const test = createTestWallet({ name: 'A' })
    localStorage.setItem(
      'wallet-modal/solana/@wallet-modal/solana/connector',
      JSON.stringify({ v: 1, data: 'solana:A' }),
    )
    register(test.wallet)
    using modal = start()
    await vi.waitFor(() => expect(test.calls).toContain('connect silently'))
    await vi.waitFor(() => expect(adapterOf(modal).state.value.status).toBe('disconnected'))
    expect(test.calls).not.toContain('connect')
  })

  it('follows accounts and chains of the wallet, and ends when no account is left', async () => {
    using modal = start()
    const test = createTestWallet({ name: 'A' })
    await connect(modal, test)
    test.change({ seeds: [2, 1] })
    expect(live(modal)?.account.address).toBe(addressOf(2))
    test.change({ chains: ['solana:devnet'] })
    expect(live(modal)?.caipNetworkId).toBe(devnet.caipNetworkId)
    test.change({ seeds: [] })
    expect(live(modal)).toBeNull()
    expect(test.listeners()).toBe(1) // the wallet list still listens; the connection has removed its listener
  })

  it('reports a rejected request, and calls standard:disconnect once on disconnect', async () => {
    using modal = start()
    const test = createTestWallet({ name: 'A' })
    test.behaviour = 'reject'
    register(test.wallet)
    await adapterOf(modal).discover()
    const [connector] = offered(modal)
    if (!connector) throw new Error('not listed')
    expect(await adapterOf(modal).connect(connector)).toEqual({ status: 'rejected' })
    test.behaviour = 'approve'
    await adapterOf(modal).connect(connector)
    await adapterOf(modal).disconnect()
    expect(test.calls.filter((call) => call === 'disconnect')).toHaveLength(1)
    expect(live(modal)).toBeNull()
  })

  it('can be ended if the wallet has neither standard:events nor standard:disconnect', async () => {
    using modal = start()
    const test = createTestWallet({ name: 'A', without: ['standard:events', 'standard:disconnect'] })
    const adapter = await connect(modal, test)
    await adapter.disconnect()
    expect(live(modal)).toBeNull()
  })
})
