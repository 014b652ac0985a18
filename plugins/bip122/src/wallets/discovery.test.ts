// @vitest-environment happy-dom
import type { WalletModal } from '@wallet-modal/kernel'
import { registerWallet } from '@wallet-standard/wallet'
import { describe, expect, it, vi } from 'vitest'
import { adapterOf, resetEachTest, start } from '../bip122.test.fixtures.js'
import { RECHECK_DELAYS_MS } from './page-object.js'

resetEachTest()

const listOf = (modal: WalletModal) => adapterOf(modal).connectors.value.map(({ id, name }) => [id, name])
const unisat = { requestAccounts: vi.fn(), getAccounts: vi.fn(), signMessage: vi.fn(), signPsbt: vi.fn() }
const injectIntoWindow = (things: object): void => void Object.assign(window, things)

describe('discovery of Bitcoin wallets', () => {
  it('lists a provider that is at window.unisat and window.bitkeep.unisat once, as Bitget Wallet', async () => {
    injectIntoWindow({ unisat, bitkeep: { unisat } })
    using modal = start()
    await adapterOf(modal).discover()
    expect(listOf(modal)).toEqual([['unisat:bitkeep.unisat', 'Bitget Wallet']])
  })

  it('takes name and icon from btc_providers for a wallet that is also injected into the page', async () => {
    const icon = 'data:image/png;base64,AAAA'
    injectIntoWindow({ unisat, btc_providers: [{ id: 'unisat', name: 'UniSat', icon }] })
    using modal = start()
    await adapterOf(modal).discover()
    expect(adapterOf(modal).connectors.value).toMatchObject([{ id: 'unisat:unisat', name: 'UniSat', icon }])
  })

  it('lists two btc_providers entries of the same name and marks neither as suspicious', async () => {
    injectIntoWindow({
      cobalt: { a: { request: vi.fn() }, b: { request: vi.fn() } },
      btc_providers: ['cobalt.a', 'cobalt.b'].map((id) => ({ id, name: 'Cobalt' })),
    })
    using modal = start()
    await adapterOf(modal).discover()
    expect(adapterOf(modal).connectors.value.map(({ id, suspicious }) => [id, suspicious])).toEqual([
      ['sats-connect:cobalt.a', undefined],
      ['sats-connect:cobalt.b', undefined],
    ])
  })

  it('G3: marks two registered Wallet Standard wallets as suspicious if their names look alike', async () => {
    const features = { 'bitcoin:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) } }
    const wallet = (name: string) => ({
      version: '1.0.0' as const,
      name,
      icon: 'data:image/png;base64,AAAA' as const,
      chains: [],
      accounts: [],
      features,
    })
    using modal = start()
    await adapterOf(modal).discover()
    registerWallet(wallet('Amber'))
    registerWallet(wallet('\u0410mber\ufe0f'))
    const connectors = adapterOf(modal).connectors.value
    expect(connectors.map(({ name, suspicious }) => [name, suspicious])).toEqual([
      ['Amber', true],
      ['\u0410mber', true],
    ])
    expect(new Set(connectors.map(({ id }) => id)).size).toBe(2)
  })

  it('G3: marks two registered wallets that share a sats-connect provider as suspicious, and replaces both when btc_providers lists that provider', async () => {
    const request = { request: vi.fn() }
    const wallet = (name: string) => ({
      version: '1.0.0' as const,
      name,
      icon: 'data:image/png;base64,AAAA' as const,
      chains: [],
      accounts: [],
      features: {
        'bitcoin:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
        'sats-connect:': { provider: request },
      },
    })
    using modal = start()
    await adapterOf(modal).discover()
    const before = adapterOf(modal).connectors.value.length
    for (const name of ['Copycat', 'Original']) registerWallet(wallet(name))
    const added = () => adapterOf(modal).connectors.value.slice(before)
    expect(added().map(({ name, suspicious }) => [name, suspicious])).toEqual([
      ['Copycat', true],
      ['Original', true],
    ])
    injectIntoWindow({ cobalt: request, btc_providers: [{ id: 'cobalt', name: 'Original' }] })
    dispatchEvent(new Event('btc_providers#initialized'))
    expect(added().map(({ id, suspicious }) => [id, suspicious])).toEqual([['sats-connect:cobalt', undefined]])
  })

  it('finds a wallet that is injected late, and stops its timers when the modal is disposed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const modal = start()
    await adapterOf(modal).discover()
    expect(listOf(modal).filter(([id]) => id?.startsWith('unisat'))).toEqual([])
    injectIntoWindow({ unisat })
    vi.advanceTimersByTime(RECHECK_DELAYS_MS[0])
    expect(listOf(modal)).toContainEqual(['unisat:unisat', 'UniSat Wallet'])
    modal.dispose()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('G3: reduces hostile btc_providers entries to a short plain name without icon, or omits them', async () => {
    const request = vi.fn()
    const throwing = Object.defineProperty({ id: 'cobalt.a' }, 'name', {
      get: () => {
        throw new Error('boo')
      },
    })
    injectIntoWindow({
      cobalt: { a: { request }, b: { request }, c: { request } },
      btc_providers: [
        null,
        5,
        throwing,
        { id: 'constructor.prototype', name: 'x' },
        { id: '__proto__', name: 'x' },
        { id: 'window', name: 'x' },
        { id: 'nowhere.at.all', name: 'x' },
        { id: 'alert(1)', name: 'x' },
        { id: 'cobalt.a', name: '\u202E' },
        { id: 'cobalt.b', name: `Co\u202Ebalt\u0000${'x'.repeat(5000)}`, icon: 'https://evil.example/a.png' },
        { id: 'cobalt.c', name: '<img src=x onerror=alert(1)>', icon: 'data:text/html,<script>' },
      ],
    })
    using modal = start({ walletStandard: false })
    await adapterOf(modal).discover()
    const connectors = adapterOf(modal).connectors.value
    expect(connectors.map(({ id }) => id)).toEqual(['sats-connect:cobalt.b', 'sats-connect:cobalt.c'])
    expect(connectors[0]?.name).toMatch(/^Cobaltx{58}$/)
    expect(connectors[1]?.name).toBe('<img src=x onerror=alert(1)>')
    expect(connectors.map(({ icon }) => icon)).toEqual([undefined, undefined])
  })

  it('skips sats-connect and the Wallet Standard if the options turn them off', async () => {
    injectIntoWindow({ unisat, cobalt: { request: vi.fn() }, btc_providers: [{ id: 'cobalt', name: 'Cobalt' }] })
    using modal = start({ satsConnect: false, walletStandard: false })
    await adapterOf(modal).discover()
    expect(listOf(modal)).toEqual([['unisat:unisat', 'UniSat Wallet']])
  })
})
