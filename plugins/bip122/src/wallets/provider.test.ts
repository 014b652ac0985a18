import { describe, expect, it } from 'vitest'
import type { BitcoinSession, BitcoinWallet } from '../contract.js'
import { createProvider } from './provider.js'

const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const session: BitcoinSession = { accounts: [{ address, type: 'payment' }], caipNetworkId: 'bip122:x' }

function setUp(more: Partial<BitcoinWallet> = {}) {
  const requests: string[] = []
  const wallet: BitcoinWallet = {
    connect: async () => session,
    signMessage: async ({ message }) => {
      requests.push(message)
      return 'AA=='
    },
    signPsbt: async ({ psbt }) => {
      requests.push(psbt)
      return psbt
    },
    watch: () => () => undefined,
    ...more,
  }
  return { requests, provider: createProvider(wallet) }
}

describe('the Bitcoin provider for the site', () => {
  it('has no accounts and rejects signing before connect and after disconnect', async () => {
    const { provider, requests } = setUp()
    const expectDisconnected = async () => {
      expect(await provider.getAccounts()).toEqual([])
      await expect(provider.signMessage({ address, message: 'x' })).rejects.toThrow('No Bitcoin wallet is connected')
      await expect(provider.signPsbt({ psbt: 'x' })).rejects.toThrow('No Bitcoin wallet is connected')
    }
    await expectDisconnected()
    await provider.connect({ silent: false })
    expect(await provider.getAccounts()).toEqual(session.accounts)
    await provider.disconnect?.()
    await expectDisconnected()
    expect(requests).toEqual([])
  })

  it('rejects signMessage for an address that is not connected, without asking the wallet', async () => {
    const { provider, requests } = setUp()
    await provider.connect({ silent: true })
    const other = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
    await expect(provider.signMessage({ address: other, message: 'x' })).rejects.toThrow('is not connected')
    expect(requests).toEqual([])
  })

  it('rejects signPsbt, without asking the wallet, if the wallet cannot broadcast or the PSBT is invalid', async () => {
    const { provider, requests } = setUp()
    await provider.connect({ silent: true })
    await expect(provider.signPsbt({ psbt: 'x', broadcast: true })).rejects.toThrow('cannot send transactions')
    await expect(provider.signPsbt({ psbt: 'x' })).rejects.toThrow('is not a PSBT')
    expect(requests).toEqual([])
  })

  it('updates its accounts when the wallet reports a change, and ends when the wallet disconnects', async () => {
    let report: Parameters<BitcoinWallet['watch']>[0] | undefined
    const { provider } = setUp({
      watch: (listener) => {
        report = listener
        return () => undefined
      },
    })
    await provider.connect({ silent: true })
    provider.watch({ accounts: () => undefined, network: () => undefined, disconnected: () => undefined })
    report?.accounts([])
    expect(await provider.getAccounts()).toEqual([])
    report?.disconnected()
    await expect(provider.signMessage({ address, message: 'x' })).rejects.toThrow('No Bitcoin wallet is connected')
  })
})
