import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import { initEccLib, networks, Psbt, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
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

  it('reports that the transaction was sent, if the id that the wallet returns after sending is not its id', async () => {
    const { psbt, signed, account } = draft()
    const sent: string[] = []
    const { provider } = setUp({
      connect: async () => ({ ...session, accounts: [account] }),
      signPsbt: async () => signed.toBase64(),
      send: async (transaction) => {
        sent.push(transaction)
        return 'ab'.repeat(32)
      },
    })
    await provider.connect({ silent: true })
    const id = signed.clone().finalizeAllInputs().extractTransaction().getId()
    await expect(provider.signPsbt({ psbt: psbt.toBase64(), broadcast: true })).rejects.toMatchObject({
      code: 'INVALID_DATA',
      message: expect.stringMatching(
        new RegExp(`has the id ${id}. The wallet reported that it sent the transaction abab`),
      ),
    })
    expect(sent.length).toBe(1)
  })

  it('calls switchNetwork as a method of the wallet, so that a wallet can be an instance of a class', async () => {
    class Wallet {
      readonly switched: string[] = []
      async switchNetwork(caipNetworkId: string): Promise<void> {
        this.switched.push(caipNetworkId)
      }
    }
    const wallet = Object.assign(new Wallet(), {
      connect: async () => session,
      signMessage: async () => 'AA==',
      signPsbt: async () => '',
      watch: () => () => undefined,
    })
    await createProvider(wallet).switchNetwork?.('bip122:y')
    expect(wallet.switched).toEqual(['bip122:y'])
  })
})

/** PSBT that spends one P2WPKH output of `account`, unsigned and signed. */
function draft() {
  initEccLib(ecc)
  const network = networks.regtest
  const key = ECPairFactory(ecc).fromPrivateKey(hex.decode('11'.repeat(32)), { network })
  const { address = '', output: script = new Uint8Array() } = payments.p2wpkh({ pubkey: key.publicKey, network })
  const psbt = new Psbt({ network })
  psbt.addInput({ hash: 'aa'.repeat(32), index: 0, witnessUtxo: { script, value: 100_000n } })
  psbt.addOutput({ script, value: 90_000n })
  return { psbt, signed: psbt.clone().signInput(0, key), account: { address, type: 'payment' as const } }
}
