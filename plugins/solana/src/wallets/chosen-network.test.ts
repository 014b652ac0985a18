// @vitest-environment happy-dom
import type { Network } from '@wallet-modal/kernel'
import type { Wallet } from '@wallet-standard/base'
import { describe, expect, it } from 'vitest'
import { connect, devnet, live, mainnet, resetEachTest, start, testnet } from '../solana.test.fixtures.js'
import { addressOf, createTestWallet, publicKeyOf } from '../wallet.test.fixtures.js'

resetEachTest()

describe('a connection', () => {
  it('starts on the site’s first network that the account supports; its provider is the wallet object', async () => {
    using modal = start([testnet, devnet, mainnet])
    const test = createTestWallet({ name: 'A', chains: ['solana:mainnet', 'solana:devnet'] })
    await connect(modal, test)
    expect(live(modal)).toMatchObject({
      caipNetworkId: devnet.caipNetworkId,
      connectorId: 'solana:A',
      account: { address: addressOf(1), type: 'eoa' },
    })
    expect(live(modal)?.provider).toBe(test.wallet)
  })

  it('uses the account’s own network if the site lists none of its networks', async () => {
    using modal = start([testnet])
    await connect(modal, createTestWallet({ name: 'A', chains: ['solana:mainnet'] }))
    expect(live(modal)).toMatchObject({ caipNetworkId: mainnet.caipNetworkId, network: undefined })
  })

  it('maps the wallet chain solana:localnet to the local network of the site', async () => {
    const local: Network = { ...devnet, caipNetworkId: 'solana:sandbox', reference: 'sandbox', name: 'Local' }
    using modal = start([mainnet, local])
    await connect(modal, createTestWallet({ name: 'A', chains: ['solana:localnet'] }))
    expect(live(modal)).toMatchObject({ caipNetworkId: 'solana:sandbox' })
  })

  it('merges the entries of one address for several clusters into one account', async () => {
    using modal = start()
    const test = createTestWallet({ name: 'A', chains: ['solana:mainnet'] })
    const of = (cluster: 'mainnet' | 'devnet') => ({
      address: addressOf(1),
      publicKey: publicKeyOf(1),
      chains: [`solana:${cluster}` as const],
      features: [],
    })
    const accounts = [of('mainnet'), of('devnet')]
    const features = { ...test.wallet.features, 'standard:connect': { connect: async () => ({ accounts }) } }
    const adapter = await connect(modal, { ...test, wallet: { ...test.wallet, accounts, features } as Wallet })
    expect(live(modal)?.accounts).toEqual([{ address: addressOf(1), type: 'eoa' }])
    await adapter.switchNetwork(devnet.caipNetworkId)
    expect(live(modal)?.caipNetworkId).toBe(devnet.caipNetworkId)
  })

  it('refuses to switch to a network that the account does not support, and changes nothing', async () => {
    using modal = start()
    const adapter = await connect(modal, createTestWallet({ name: 'A', chains: ['solana:mainnet'] }))
    const before = { ...localStorage }
    await expect(adapter.switchNetwork(devnet.caipNetworkId)).rejects.toMatchObject({
      code: 'SWITCH_FAILED',
      message: expect.stringContaining('does not offer Solana Devnet'),
    })
    expect(live(modal)?.caipNetworkId).toBe(mainnet.caipNetworkId)
    expect({ ...localStorage }).toEqual(before)
  })

  it('moves to a network of the new account after an account switch', async () => {
    using modal = start()
    const test = createTestWallet({ name: 'A', seeds: [1, 2] })
    const adapter = await connect(modal, test)
    const [first, second] = test.wallet.accounts
    const accounts = [first, { address: second?.address, chains: ['solana:testnet'] }]
    Object.defineProperty(test.wallet, 'accounts', { value: accounts })
    adapter.switchAccount(addressOf(2))
    expect(live(modal)?.caipNetworkId).toBe(testnet.caipNetworkId)
  })

  it('follows a network switch in another tab', async () => {
    using modal = start()
    await connect(modal, createTestWallet({ name: 'A' }))
    const key = 'wallet-modal/solana/@wallet-modal/solana/network'
    localStorage.setItem(key, JSON.stringify({ v: 1, data: devnet.caipNetworkId }))
    dispatchEvent(Object.assign(new Event('storage'), { key }))
    expect(live(modal)?.caipNetworkId).toBe(devnet.caipNetworkId)
  })
})
