// @vitest-environment happy-dom
import { connectors, createWalletModal, definePlugin } from '@wallet-modal/kernel'
import type { StandardWallets } from '@wallet-modal/kernel/discovery'
import { describe, expect, it } from 'vitest'
import { solana } from '../index.js'
import {
  adapterOf,
  mainnet,
  namesOf,
  offered,
  register,
  registerAnything,
  registered,
  resetEachTest,
  start,
} from '../solana.test.fixtures.js'
import { createTestWallet } from '../wallet.test.fixtures.js'

resetEachTest()

describe('discovery', () => {
  it('lists wallets that register before or after discovery starts, and removes them when they unregister', async () => {
    const early = createTestWallet({ name: 'Early' })
    const leave = register(early.wallet)
    using modal = start()
    await adapterOf(modal).discover()
    expect(offered(modal)).toMatchObject([
      { id: 'solana:Early', name: 'Early', type: 'ANNOUNCED', namespaces: ['solana'] },
    ])
    const late = createTestWallet({ name: 'Late' }).wallet
    const announce = (registry: StandardWallets): void => void registered.push(registry.register(late))
    dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: announce }))
    expect(namesOf(modal)).toEqual(['Early', 'Late'])
    leave()
    expect(namesOf(modal)).toEqual(['Late'])
    expect(early.listeners()).toBe(0)
  })

  it('omits a wallet only if another plugin lists it for Solana', async () => {
    const { wallet } = createTestWallet({ name: 'Both' })
    const sameForBitcoin = createTestWallet({ name: 'Bitcoin too' }).wallet
    const other = definePlugin({
      name: '@test/other',
      kernel: '^0.1',
      setup(ctx) {
        const listed = { type: 'EXTERNAL', isInstalled: true, provider: async () => wallet } as const
        ctx.add(connectors, { ...listed, id: 'both', name: 'Both', namespaces: ['eip155', 'solana'], identity: wallet })
        ctx.add(connectors, { ...listed, id: 'btc', name: 'Btc', namespaces: ['bip122'], identity: sameForBitcoin })
      },
    })
    using modal = createWalletModal({
      id: 'twice',
      plugins: [solana(), other()],
      networks: [mainnet],
      prefetch: 'never',
    })
    await adapterOf(modal).discover()
    register(wallet, sameForBitcoin)
    expect(namesOf(modal)).toEqual(['Both', 'Bitcoin too'])
  })

  it('lists only wallets with standard:connect and a Solana chain, and follows changes', async () => {
    using modal = start()
    await adapterOf(modal).discover()
    const other = createTestWallet({ name: 'Other chain', chains: ['bitcoin:mainnet'] })
    register(other.wallet, createTestWallet({ name: 'Mute', without: ['standard:connect'] }).wallet)
    expect(namesOf(modal)).not.toEqual(expect.arrayContaining(['Other chain']))
    expect(namesOf(modal)).not.toEqual(expect.arrayContaining(['Mute']))
    other.change({ chains: ['bitcoin:mainnet', 'solana:mainnet'] })
    expect(namesOf(modal)).toContain('Other chain')
    other.change({ chains: ['bitcoin:mainnet'] })
    expect(namesOf(modal)).not.toContain('Other chain')
  })

  it('G3: flags both wallets of the same name, even after one unregisters, and gives each its own id', async () => {
    using modal = start()
    await adapterOf(modal).discover()
    const leave = register(createTestWallet({ name: 'Zephyr' }).wallet)
    register(createTestWallet({ name: 'ZEPHYR\u200B' }).wallet)
    const twins = () => offered(modal).filter(({ name }) => /zephyr/i.test(name))
    expect(twins().map(({ suspicious }) => suspicious)).toEqual([true, true])
    expect(new Set(twins().map(({ id }) => id)).size).toBe(2)
    leave()
    const seen: (boolean | undefined)[] = []
    adapterOf(modal).connectors.subscribe((list) => seen.push(...list.map(({ suspicious }) => suspicious)))
    register(createTestWallet({ name: 'Zephyr' }).wallet)()
    expect(new Set(seen)).toEqual(new Set([true]))
    expect(twins()).toMatchObject([{ name: 'ZEPHYR', suspicious: true }])
  })

  it('G3: flags wallets whose names look alike', async () => {
    using modal = start()
    await adapterOf(modal).discover()
    register(
      ...['Solflare', 'SoIf\ufe0flare', 'S\u043elflare', 'Cobalt'].map((name) => createTestWallet({ name }).wallet),
    )
    expect(offered(modal).map(({ suspicious }) => suspicious)).toEqual([true, true, true, undefined])
  })

  it('G3: gives two wallets of exactly the same name different ids', async () => {
    using modal = start()
    await adapterOf(modal).discover()
    register(createTestWallet({ name: 'Twin' }).wallet, createTestWallet({ name: 'Twin' }).wallet)
    expect(offered(modal).flatMap(({ id }) => (id.includes('Twin') ? id : []))).toEqual([
      'solana:Twin',
      'solana:Twin#2',
    ])
  })

  it('G3: limits names to 64 plain characters, drops icons that are no image data, skips malformed wallets', async () => {
    using modal = start()
    await adapterOf(modal).discover()
    register(
      createTestWallet({ name: `A\u202E\u0000${'x'.repeat(999)}`, icon: 'https://evil.example/a.png' }).wallet,
      createTestWallet({ name: 'Script', icon: 'javascript:alert(1)' }).wallet,
      createTestWallet({ name: '\u202E' }).wallet,
      new Proxy(createTestWallet({ name: 'Trap' }).wallet, {
        get() {
          throw new Error('boo')
        },
      }),
    )
    for (const given of [{ ...createTestWallet().wallet, name: 7 }, null]) registerAnything(given)
    const mine = offered(modal)
    expect(mine.map(({ name }) => name)).toEqual([`A${'x'.repeat(63)}`, 'Script'])
    expect(mine.map(({ icon }) => icon)).toEqual([undefined, undefined])
  })

  it('lists no wallet with the option announced: false', async () => {
    register(createTestWallet().wallet)
    using modal = createWalletModal({ plugins: [solana({ announced: false })], prefetch: 'never', logLevel: 'silent' })
    await adapterOf(modal).discover()
    expect(offered(modal)).toEqual([])
  })
})
