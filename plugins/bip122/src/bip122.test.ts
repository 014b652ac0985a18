// @vitest-environment happy-dom
import { type Connector, connectors, definePlugin, isWalletModalError, type WalletModal } from '@wallet-modal/kernel'
import { createFakeApi, type FakeRequest } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { adapterOf, networks, resetEachTest, start } from './bip122.test.fixtures.js'
import type { BitcoinListener, BitcoinProvider, BitcoinSession } from './contract.js'
import { bip122 } from './index.js'

resetEachTest()

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const testnetAddress = 'tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54'
const [mainnet, testnet] = networks
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
