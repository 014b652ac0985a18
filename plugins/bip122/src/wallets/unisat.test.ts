import { base64, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { toUnisatWallet } from './unisat.js'
import { key, mainnet, ordinal, payment, testnet, testnet4 } from './wallets.test.fixtures.js'

describe('a wallet of the Unisat family', () => {
  const base = {
    requestAccounts: async () => [payment],
    getAccounts: async () => [payment],
    getPublicKey: async () => key,
  }

  it('tells its network by getChain, and an older one by getNetwork', async () => {
    const now = toUnisatWallet({ ...base, getChain: async () => ({ enum: 'BITCOIN_TESTNET4' }) })
    expect((await now.connect(false))?.caipNetworkId).toBe(testnet4)
    for (const [answer, id] of [
      ['livenet', mainnet],
      ['testnet', testnet],
    ])
      expect((await toUnisatWallet({ ...base, getNetwork: async () => answer }).connect(true))?.caipNetworkId).toBe(id)
  })

  it('on a chain that is not Bitcoin shows a network that no site lists', async () => {
    const wallet = toUnisatWallet({ ...base, getChain: async () => ({ enum: 'FRACTAL_BITCOIN_MAINNET' }) })
    expect((await wallet.connect(false))?.caipNetworkId).toBe('bip122:FRACTAL_BITCOIN_MAINNET')
    const broken = toUnisatWallet({ ...base, getChain: async () => ({ enum: '<b>' }) })
    await expect(broken.connect(false)).rejects.toThrow('is not a network')
  })

  it('signs by BIP-322 for taproot and by ECDSA for the rest, unless the site says which', async () => {
    const asked: unknown[] = []
    const signMessage = async (...input: unknown[]) => {
      asked.push(input)
      return 'AA=='
    }
    const wallet = toUnisatWallet({ ...base, signMessage })
    await wallet.signMessage({ address: payment, message: 'a' })
    await wallet.signMessage({ address: ordinal, message: 'b' })
    await wallet.signMessage({ address: payment, message: 'c', protocol: 'BIP322' })
    expect(asked).toEqual([
      ['a', 'ecdsa'],
      ['b', 'bip322-simple'],
      ['c', 'bip322-simple'],
    ])
  })

  it('gets PSBTs in hex and is asked not to finish them', async () => {
    const asked: unknown[] = []
    const signPsbt = async (...input: unknown[]) => {
      asked.push(input)
      return '70736274FF'
    }
    const wallet = toUnisatWallet({ ...base, signPsbt })
    const psbt = base64.encode(hex.decode('70736274'))
    const signed = await wallet.signPsbt({ psbt, signInputs: { [payment]: [0, 2] } })
    expect(hex.encode(base64.decode(signed))).toBe('70736274ff')
    const toSignInputs = [0, 2].map((index) => ({ index, address: payment }))
    expect(asked).toEqual([['70736274', { autoFinalized: false, toSignInputs }]])
  })

  it('switches by switchChain, or by the older switchNetwork where that knows the network', async () => {
    const asked: unknown[] = []
    const note = async (name: string) => void asked.push(name)
    await toUnisatWallet({ ...base, switchChain: note, switchNetwork: note }).switchNetwork?.(testnet4 ?? '')
    const old = toUnisatWallet({ ...base, switchNetwork: note })
    await old.switchNetwork?.(mainnet ?? '')
    await expect(old.switchNetwork?.(testnet4 ?? '')).rejects.toThrow('cannot switch')
    expect(asked).toEqual(['BITCOIN_TESTNET4', 'livenet'])
  })

  it('sends only where it can', async () => {
    expect(toUnisatWallet(base).send).toBeUndefined()
    const wallet = toUnisatWallet({ ...base, pushTx: async () => 'ab'.repeat(32) })
    expect(await wallet.send?.('00')).toBe('ab'.repeat(32))
    await expect(toUnisatWallet({ ...base, pushTx: async () => 'no' }).send?.('00')).rejects.toThrow('transaction id')
  })
})
