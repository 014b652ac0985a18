// @vitest-environment happy-dom
import {
  type Connector,
  connectors,
  createWalletModal,
  definePlugin,
  isWalletModalError,
  type Network,
  type WalletModal,
} from '@wallet-modal/kernel'
import { createFakeApi, type FakeRequest } from '@wallet-modal/kernel/testing'
import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { caipOf, chains } from './chains.js'
import type { BitcoinListener, BitcoinProvider, BitcoinSession } from './contract.js'
import { LOOK_AGAIN_MS } from './discovery/page-object.js'
import type { Bip122Options } from './index.js'
import { bip122 } from './index.js'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const testnetAddress = 'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54'
const networks = chains.map(
  (chain): Network => ({
    caipNetworkId: caipOf(chain),
    namespace: 'bip122',
    reference: chain.reference,
    name: chain.name,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    rpcUrls: [],
  }),
)
const [mainnet, testnet] = networks

const start = (options: Bip122Options = {}, more: object = {}): WalletModal =>
  createWalletModal({ plugins: [bip122(options)], networks, prefetch: 'never', logLevel: 'silent', ...more })
const adapterOf = (modal: WalletModal) => modal.connections.adapter('bip122')
const listOf = (modal: WalletModal) => adapterOf(modal).connectors.value.map(({ id, name }) => [id, name])

/** A connector as another plugin might bring it. */
function connectorOf(session: BitcoinSession, more: Partial<BitcoinProvider> = {}): Connector {
  const provider: BitcoinProvider = {
    connect: async () => session,
    getAccounts: async () => session.accounts,
    signMessage: async () => 'AA==',
    signPsbt: async ({ psbt }) => ({ psbt }),
    watch: () => () => undefined,
    ...more,
  }
  return { id: 'x', name: 'X', type: 'EXTERNAL', namespaces: ['bip122'], provider: async () => provider }
}
const onMainnet: BitcoinSession = {
  accounts: [{ address, type: 'payment' }],
  caipNetworkId: mainnet?.caipNetworkId ?? '',
}

const unisat = { requestAccounts: vi.fn(), getAccounts: vi.fn(), signMessage: vi.fn(), signPsbt: vi.fn() }
const inPage = (things: object): void => void Object.assign(window, things)
afterEach(() => {
  for (const name of ['unisat', 'bitkeep', 'btc_providers', 'cobalt']) Reflect.deleteProperty(window, name)
  localStorage.clear()
  vi.useRealTimers()
})

describe('finding Bitcoin wallets', () => {
  it('lists a wallet that sits in two places once, under its own name', async () => {
    inPage({ unisat, bitkeep: { unisat } })
    using modal = start()
    await adapterOf(modal).discover()
    expect(listOf(modal)).toEqual([['unisat:bitkeep.unisat', 'Bitget Wallet']])
  })

  it('takes name and icon from the registry for a wallet that it finds in the page as well', async () => {
    const icon = 'data:image/png;base64,AAAA'
    inPage({ unisat, btc_providers: [{ id: 'unisat', name: 'UniSat', icon }] })
    using modal = start()
    await adapterOf(modal).discover()
    expect(adapterOf(modal).connectors.value).toMatchObject([{ id: 'unisat:unisat', name: 'UniSat', icon }])
  })

  it('lists two wallets of the same name, and marks neither for that', async () => {
    inPage({
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

  it('G3: marks two registered wallets that claim one name, or names that look alike', async () => {
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

  it('G3: marks a registered wallet that borrows the provider of another one, and lists both', async () => {
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
    inPage({ cobalt: request, btc_providers: [{ id: 'cobalt', name: 'Original' }] })
    dispatchEvent(new Event('btc_providers#initialized'))
    expect(added().map(({ id, suspicious }) => [id, suspicious])).toEqual([['sats-connect:cobalt', undefined]])
  })

  it('finds a wallet that comes late, and stops looking when it is switched off', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const modal = start()
    await adapterOf(modal).discover()
    expect(listOf(modal).filter(([id]) => id?.startsWith('unisat'))).toEqual([])
    inPage({ unisat })
    vi.advanceTimersByTime(LOOK_AGAIN_MS[0])
    expect(listOf(modal)).toContainEqual(['unisat:unisat', 'UniSat Wallet'])
    modal.dispose()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('G3: shows hostile entries as short plain text, with image data only, or not at all', async () => {
    const request = vi.fn()
    const throwing = Object.defineProperty({ id: 'cobalt.a' }, 'name', {
      get: () => {
        throw new Error('boo')
      },
    })
    inPage({
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

  it('looks only where the options say', async () => {
    inPage({ unisat, cobalt: { request: vi.fn() }, btc_providers: [{ id: 'cobalt', name: 'Cobalt' }] })
    using modal = start({ satsConnect: false, walletStandard: false })
    await adapterOf(modal).discover()
    expect(listOf(modal)).toEqual([['unisat:unisat', 'UniSat Wallet']])
  })
})

describe('a connection', () => {
  it('puts payment accounts first and writes addresses canonically', async () => {
    using modal = start()
    const ordinal = 'BC1P0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQZK5JJ0'
    const accounts = [
      { address: ordinal, type: 'ordinal' as const },
      { address: address.toUpperCase(), type: 'payment' as const },
    ]
    await modal.connections.connect(connectorOf({ ...onMainnet, accounts }))
    expect(modal.connections.active.value?.accounts).toEqual([
      { address, type: 'payment' },
      { address: ordinal.toLowerCase(), type: 'ordinal' },
    ])
  })

  it('with addresses of another network, or with none, is refused', async () => {
    using modal = start()
    const wrong = { ...onMainnet, accounts: [{ address: testnetAddress, type: 'payment' as const }] }
    await expect(modal.connections.connect(connectorOf(wrong))).rejects.toThrow('not a list of addresses of Bitcoin')
    const broken = { ...onMainnet, accounts: [{ address: 'x', type: 'payment' as const }] }
    await expect(modal.connections.connect(connectorOf(broken))).rejects.toThrow('not a list of Bitcoin addresses')
    await expect(modal.connections.connect(connectorOf({ ...onMainnet, accounts: [] }))).rejects.toThrow('an account')
    expect(modal.connections.active.value).toBeNull()
  })

  it('switches the network only where the wallet does', async () => {
    using modal = start()
    await modal.connections.connect(connectorOf(onMainnet))
    await expect(modal.switchNetwork(testnet?.caipNetworkId ?? '')).rejects.toThrow('Switch it to Bitcoin Testnet')
    await modal.connections.connect(connectorOf(onMainnet, { switchNetwork: async () => undefined }))
    await expect(modal.switchNetwork(testnet?.caipNetworkId ?? '')).rejects.toThrow('did not switch')
    expect(modal.connections.active.value?.caipNetworkId).toBe(mainnet?.caipNetworkId)
  })

  it('has the addresses of the network that it was switched to, whether or not the wallet tells', async () => {
    using modal = start()
    let session = onMainnet
    const onTestnet: BitcoinSession = {
      accounts: [{ address: testnetAddress, type: 'payment' }],
      caipNetworkId: testnet?.caipNetworkId ?? '',
    }
    const switchNetwork = async () => {
      session = onTestnet
    }
    await modal.connections.connect(connectorOf(onMainnet, { connect: async () => session, switchNetwork }))
    expect(await modal.switchNetwork(onTestnet.caipNetworkId)).toEqual({ status: 'switched' })
    expect(modal.connections.active.value).toMatchObject({ ...onTestnet, account: onTestnet.accounts[0] })
  })

  it('keeps its accounts when the wallet tells of some that are none', async () => {
    using modal = start()
    let tell: BitcoinListener | undefined
    const watch = (listener: BitcoinListener) => {
      tell = listener
      return () => undefined
    }
    await modal.connections.connect(connectorOf(onMainnet, { watch }))
    tell?.accounts([{ address: '<b>', type: 'payment' }])
    expect(modal.connections.active.value?.accounts).toEqual(onMainnet.accounts)
    tell?.accounts([])
    expect(modal.connections.active.value).toBeNull()
  })

  it('C4, D14: a wallet that tells of accounts of one network and of another network changes nothing until the two fit', async () => {
    using modal = start()
    let tell: BitcoinListener | undefined
    const watch = (listener: BitcoinListener) => {
      tell = listener
      return () => undefined
    }
    const { active } = modal.connections
    await modal.connections.connect(connectorOf(onMainnet, { watch }))
    const before = active.value
    const other = {
      accounts: [{ address: testnetAddress, type: 'payment' as const }],
      id: testnet?.caipNetworkId ?? '',
    }
    tell?.accounts(other.accounts)
    expect(active.value).toBe(before)
    tell?.network(other.id)
    expect(active.value).toMatchObject({ account: other.accounts[0], caipNetworkId: other.id })
    const after = active.value
    tell?.network(onMainnet.caipNetworkId)
    expect(active.value).toBe(after)
    tell?.accounts(onMainnet.accounts)
    expect(active.value).toMatchObject({ account: onMainnet.accounts[0], caipNetworkId: onMainnet.caipNetworkId })
  })

  it('D14: decides which addresses are of this network', async () => {
    using modal = start()
    const { parseAddress } = adapterOf(modal)
    expect(await parseAddress(testnetAddress)).toBe(testnetAddress)
    await modal.connections.connect(connectorOf(onMainnet))
    expect(await parseAddress(address.toUpperCase())).toBe(address)
    await expect(parseAddress(testnetAddress)).rejects.toThrow('it is not for Bitcoin.')
  })

  it('whose wallet gives no base64 for a signature is refused', async () => {
    using modal = start()
    await modal.connections.connect(connectorOf(onMainnet, { signMessage: async () => '<b>' }))
    await expect(adapterOf(modal).signMessage('x')).rejects.toThrow('not a signature in base64')
  })
})

describe('the balance', () => {
  const ask = async (result: unknown) => {
    using api = createFakeApi({
      'rpc:/v1/': ({ body }: FakeRequest) => ({ jsonrpc: '2.0', id: Object(body).id, ...Object(result) }),
    })
    using modal = start({}, { plugins: [bip122(), api.plugin] })
    await modal.connections.connect(connectorOf(onMainnet))
    const answer = await adapterOf(modal)
      .balance()
      .catch((error) => (isWalletModalError(error) ? error.code : String(error)))
    return { answer, body: api.requests[0]?.body }
  }

  it('is what a Bitcoin Core node finds for the address, in satoshis', async () => {
    const { answer, body } = await ask({ result: { success: true, total_amount: 1234.00000001 } })
    expect(answer).toBe(123_400_000_001n)
    expect(body).toMatchObject({ method: 'scantxoutset', params: ['start', [`addr(${address})`]] })
  })

  it('is refused where it cannot be read exactly, and never invented', async () => {
    for (const total of [0.123456789, '1', null, -1])
      expect((await ask({ result: { success: true, total_amount: total } })).answer).toBe('INVALID_DATA')
    expect((await ask({ result: { success: false, total_amount: 1 } })).answer).toBe('INVALID_DATA')
    expect((await ask({ error: { code: -5, message: 'Address is not valid' } })).answer).toBe('RPC_ERROR')
  })
})

it('A7: the address for ordinals is still the one in use after a reload', async () => {
  const ordinals = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
  const session: BitcoinSession = {
    ...onMainnet,
    accounts: [...onMainnet.accounts, { address: ordinals, type: 'ordinal' }],
  }
  const bringer = definePlugin({
    name: 'bringer',
    kernel: '^0.1',
    setup: (ctx) => void ctx.add(connectors, connectorOf(session)),
  })
  const visit = (): WalletModal => start({}, { plugins: [bip122(), bringer()] })
  {
    using modal = visit()
    await modal.connections.connect(connectorOf(session))
    adapterOf(modal).switchAccount(ordinals)
  }
  using modal = visit()
  await vi.waitFor(() => expect(adapterOf(modal).state.value).toMatchObject({ account: { address: ordinals } }))
  expect(adapterOf(modal).state.value).toMatchObject({ account: { type: 'ordinal' }, accounts: session.accounts })
})
