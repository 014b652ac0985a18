// @vitest-environment happy-dom
import { type Connector, connectors, definePlugin, isWalletModalError, type WalletModal } from '@wallet-modal/kernel'
import { createFakeApi, type FakeRequest } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { adapterOf, networks, resetEachTest, start } from './bip122.test.fixtures.js'
import {
  type BitcoinListener,
  type BitcoinProvider,
  type BitcoinProviders,
  type BitcoinSession,
  bitcoinProviders,
} from './contract.js'
import { bip122 } from './index.js'

resetEachTest()

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const testnetAddress = 'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54'
const [mainnet, testnet] = networks
/** A Bitcoin connector that another plugin could contribute. */
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

describe('a Bitcoin connection', () => {
  it('lists payment accounts first and normalizes the case of addresses', async () => {
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

  it('is rejected if the addresses are of another network or invalid, or if there are none', async () => {
    using modal = start()
    const wrong = { ...onMainnet, accounts: [{ address: testnetAddress, type: 'payment' as const }] }
    await expect(modal.connections.connect(connectorOf(wrong))).rejects.toThrow('not a list of addresses of Bitcoin')
    const broken = { ...onMainnet, accounts: [{ address: 'x', type: 'payment' as const }] }
    await expect(modal.connections.connect(connectorOf(broken))).rejects.toThrow('not a list of Bitcoin addresses')
    await expect(modal.connections.connect(connectorOf({ ...onMainnet, accounts: [] }))).rejects.toThrow('an account')
    expect(modal.connections.active.value).toBeNull()
  })

  it('keeps its network if the wallet cannot switch, or does not switch despite reporting success', async () => {
    using modal = start()
    await modal.connections.connect(connectorOf(onMainnet))
    await expect(modal.switchNetwork(testnet?.caipNetworkId ?? '')).rejects.toThrow('Select Bitcoin Testnet')
    await modal.connections.connect(connectorOf(onMainnet, { switchNetwork: async () => undefined }))
    await expect(modal.switchNetwork(testnet?.caipNetworkId ?? '')).rejects.toThrow('did not switch')
    expect(modal.connections.active.value?.caipNetworkId).toBe(mainnet?.caipNetworkId)
  })

  it('has the addresses of the new network after a switch, even if the wallet sends no event', async () => {
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

  it('keeps its accounts if the wallet reports invalid addresses, and ends if the wallet reports an empty list', async () => {
    using modal = start()
    let report: BitcoinListener | undefined
    const watch = (listener: BitcoinListener) => {
      report = listener
      return () => undefined
    }
    await modal.connections.connect(connectorOf(onMainnet, { watch }))
    report?.accounts([{ address: '<b>', type: 'payment' }])
    expect(modal.connections.active.value?.accounts).toEqual(onMainnet.accounts)
    report?.accounts([])
    expect(modal.connections.active.value).toBeNull()
  })

  it('C4, D14: does not change until the accounts and the network that the wallet reported match', async () => {
    using modal = start()
    let report: BitcoinListener | undefined
    const watch = (listener: BitcoinListener) => {
      report = listener
      return () => undefined
    }
    const { active } = modal.connections
    await modal.connections.connect(connectorOf(onMainnet, { watch }))
    const before = active.value
    const other = {
      accounts: [{ address: testnetAddress, type: 'payment' as const }],
      id: testnet?.caipNetworkId ?? '',
    }
    report?.accounts(other.accounts)
    expect(active.value).toBe(before)
    report?.network(other.id)
    expect(active.value).toMatchObject({ account: other.accounts[0], caipNetworkId: other.id })
    const after = active.value
    report?.network(onMainnet.caipNetworkId)
    expect(active.value).toBe(after)
    report?.accounts(onMainnet.accounts)
    expect(active.value).toMatchObject({ account: onMainnet.accounts[0], caipNetworkId: onMainnet.caipNetworkId })
  })

  it('D14: makes parseAddress reject addresses of other networks; without a connection, addresses of all networks of the site are valid', async () => {
    using modal = start()
    const { parseAddress } = adapterOf(modal)
    expect(await parseAddress(testnetAddress)).toBe(testnetAddress)
    await modal.connections.connect(connectorOf(onMainnet))
    expect(await parseAddress(address.toUpperCase())).toBe(address)
    await expect(parseAddress(testnetAddress)).rejects.toThrow('it is not for Bitcoin.')
  })

  it('rejects a message signature that is not base64', async () => {
    using modal = start()
    await modal.connections.connect(connectorOf(onMainnet, { signMessage: async () => '<b>' }))
    await expect(adapterOf(modal).signMessage('x')).rejects.toThrow('not a signature in base64')
  })
})

describe('the Bitcoin balance', () => {
  const readBalance = async (result: unknown) => {
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

  it('is read with scantxoutset from a Bitcoin Core node, in satoshis', async () => {
    const { answer, body } = await readBalance({ result: { success: true, total_amount: 1234.00000001 } })
    expect(answer).toBe(123_400_000_001n)
    expect(body).toMatchObject({ method: 'scantxoutset', params: ['start', [`addr(${address})`]] })
  })

  it('fails with an error if the node reports an inexact, invalid or incomplete amount, or an error', async () => {
    for (const total of [0.123456789, '1', null, -1])
      expect((await readBalance({ result: { success: true, total_amount: total } })).answer).toBe('INVALID_DATA')
    expect((await readBalance({ result: { success: false, total_amount: 1 } })).answer).toBe('INVALID_DATA')
    expect((await readBalance({ error: { code: -5, message: 'Address is not valid' } })).answer).toBe('RPC_ERROR')
  })
})

it('A7: an active ordinals address is still active after a reload', async () => {
  const ordinals = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
  const session: BitcoinSession = {
    ...onMainnet,
    accounts: [...onMainnet.accounts, { address: ordinals, type: 'ordinal' }],
  }
  const connectorPlugin = definePlugin({
    name: 'bringer',
    kernel: '^0.1',
    setup: (ctx) => void ctx.add(connectors, connectorOf(session)),
  })
  const loadPage = (): WalletModal => start({}, { plugins: [bip122(), connectorPlugin()] })
  {
    using modal = loadPage()
    await modal.connections.connect(connectorOf(session))
    adapterOf(modal).switchAccount(ordinals)
  }
  using modal = loadPage()
  await vi.waitFor(() => expect(adapterOf(modal).state.value).toMatchObject({ account: { address: ordinals } }))
  expect(adapterOf(modal).state.value).toMatchObject({ account: { type: 'ordinal' }, accounts: session.accounts })
})

it('bitcoinProviders parses addresses of a given network, also while a wallet is active on another one', async () => {
  let providers: BitcoinProviders | undefined
  const client = definePlugin({
    name: 'client',
    kernel: '^0.1',
    requires: [bitcoinProviders],
    setup(ctx) {
      providers = ctx.get(bitcoinProviders)
    },
  })
  using modal = start({}, { plugins: [bip122(), client()] })
  await modal.connections.connect(connectorOf(onMainnet))
  const parse = (text: string, network: { caipNetworkId: string } | undefined) =>
    providers?.parseAddress(text, network?.caipNetworkId ?? '')
  expect(await parse(testnetAddress.toUpperCase(), testnet)).toBe(testnetAddress)
  expect(await parse(testnetAddress, { caipNetworkId: 'bip122:unknown' })).toBe(testnetAddress)
  await expect(parse(testnetAddress, mainnet)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' })
})
