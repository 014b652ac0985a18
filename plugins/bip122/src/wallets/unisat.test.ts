import { base64, hex } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { toUnisatWallet } from './unisat.js'
import { key, mainnet, ordinal, payment, testnet, testnet4 } from './wallets.test.fixtures.js'

describe("a wallet with UniSat's interface", () => {
  const base = {
    requestAccounts: async () => [payment],
    getAccounts: async () => [payment],
    getPublicKey: async () => key,
  }

  it('reads its network with getChain, or with getNetwork if the wallet is older', async () => {
    const now = toUnisatWallet({ ...base, getChain: async () => ({ enum: 'BITCOIN_TESTNET4' }) })
    expect((await now.connect(false))?.caipNetworkId).toBe(testnet4)
    for (const [answer, id] of [
      ['livenet', mainnet],
      ['testnet', testnet],
    ])
      expect((await toUnisatWallet({ ...base, getNetwork: async () => answer }).connect(true))?.caipNetworkId).toBe(id)
  })

  it('reports an unsupported network id on a chain that is not Bitcoin, and rejects an invalid chain name', async () => {
    const wallet = toUnisatWallet({ ...base, getChain: async () => ({ enum: 'FRACTAL_BITCOIN_MAINNET' }) })
    expect((await wallet.connect(false))?.caipNetworkId).toBe('bip122:FRACTAL_BITCOIN_MAINNET')
    const broken = toUnisatWallet({ ...base, getChain: async () => ({ enum: '<b>' }) })
    await expect(broken.connect(false)).rejects.toThrow('is not a network')
  })

  it('signs messages with BIP-322 for taproot and ECDSA for the rest, unless the site names the protocol', async () => {
    const requests: unknown[] = []
    const signMessage = async (...input: unknown[]) => {
      requests.push(input)
      return 'AA=='
    }
    const wallet = toUnisatWallet({ ...base, signMessage })
    await wallet.signMessage({ address: payment, message: 'a' })
    await wallet.signMessage({ address: ordinal, message: 'b' })
    await wallet.signMessage({ address: payment, message: 'c', protocol: 'BIP322' })
    expect(requests).toEqual([
      ['a', 'ecdsa'],
      ['b', 'bip322-simple'],
      ['c', 'bip322-simple'],
    ])
  })

  it('gets PSBTs in hex and is asked not to finalize them', async () => {
    const requests: unknown[] = []
    const signPsbt = async (...input: unknown[]) => {
      requests.push(input)
      return '70736274FF'
    }
    const wallet = toUnisatWallet({ ...base, signPsbt })
    const psbt = base64.encode(hex.decode('70736274'))
    const signed = await wallet.signPsbt({ psbt, signInputs: { [payment]: [0, 2] } })
    expect(hex.encode(base64.decode(signed))).toBe('70736274ff')
    const toSignInputs = [0, 2].map((index) => ({ index, address: payment }))
    expect(requests).toEqual([['70736274', { autoFinalized: false, toSignInputs }]])
  })

  it('switches with switchChain, or with the older switchNetwork if that supports the network', async () => {
    const requests: unknown[] = []
    const recordSwitch = async (name: string) => void requests.push(name)
    await toUnisatWallet({ ...base, switchChain: recordSwitch, switchNetwork: recordSwitch }).switchNetwork?.(
      testnet4 ?? '',
    )
    const old = toUnisatWallet({ ...base, switchNetwork: recordSwitch })
    await old.switchNetwork?.(mainnet ?? '')
    await expect(old.switchNetwork?.(testnet4 ?? '')).rejects.toThrow('cannot switch')
    expect(requests).toEqual(['BITCOIN_TESTNET4', 'livenet'])
  })

  it('has send only if it has pushTx, and rejects an invalid transaction id', async () => {
    expect(toUnisatWallet(base).send).toBeUndefined()
    const wallet = toUnisatWallet({ ...base, pushTx: async () => 'ab'.repeat(32) })
    expect(await wallet.send?.('00')).toBe('ab'.repeat(32))
    await expect(toUnisatWallet({ ...base, pushTx: async () => 'no' }).send?.('00')).rejects.toThrow('transaction id')
  })
})
