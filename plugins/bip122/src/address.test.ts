import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import { isWalletModalError, messageOf } from '@wallet-modal/kernel'
import { initEccLib, networks, address as reference } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBitcoinAddress, readAddress } from './address.js'
import { type BitcoinChain, chains } from './chains.js'

initEccLib(ecc)
const chainNamed = (name: string): BitcoinChain => {
  const found = chains.find((chain) => chain.name === name)
  if (!found) throw new Error(name)
  return found
}
const errorCodeOf = (run: () => unknown): string | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    return isWalletModalError(error) ? error.code : String(error)
  }
}

describe('parseBitcoinAddress', () => {
  it('D14: throws INVALID_ARGUMENT for anything that is not a Bitcoin address', () => {
    for (const value of [null, undefined, 5, {}, [], 'satoshi.btc', ' 1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', 'bc1', '1'])
      expect([value, errorCodeOf(() => parseBitcoinAddress(value, chains))]).toEqual([value, 'INVALID_ARGUMENT'])
    fc.assert(
      fc.property(fc.string(), (text) => errorCodeOf(() => parseBitcoinAddress(text, chains)) === 'INVALID_ARGUMENT'),
    )
  })

  it('accepts addresses that bitcoinjs-lib made from random scripts, and decodes them to these scripts', () => {
    const known = {
      Bitcoin: networks.bitcoin,
      'Bitcoin Testnet4': networks.testnet,
      'Bitcoin Regtest': networks.regtest,
    }
    fc.assert(
      fc.property(
        fc.constantFrom(...(['Bitcoin', 'Bitcoin Testnet4', 'Bitcoin Regtest'] as const)),
        fc.constantFrom('76a914*88ac', 'a914*87', '0014*'),
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        (name, shape, hash) => {
          const script = hex.decode(shape.replace('*', hex.encode(hash)))
          const text = reference.fromOutputScript(script, known[name])
          expect(parseBitcoinAddress(text, [chainNamed(name)])).toBe(text)
          expect(readAddress(text).script).toEqual(script)
        },
      ),
    )
  })

  it('G3: rejects a text of 1 MB within a second (base58 decoding takes quadratic time)', () => {
    const start = performance.now()
    for (const letter of ['2', '1', 'q'])
      expect(errorCodeOf(() => parseBitcoinAddress(letter.repeat(1_000_000), chains))).toBe('INVALID_ARGUMENT')
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('names the reason of a refusal: a typo, another network, or the wrong checksum type (BIP-350)', () => {
    const why = (text: string): string => {
      try {
        return parseBitcoinAddress(text, [chainNamed('Bitcoin')])
      } catch (error) {
        return messageOf(error)
      }
    }
    expect(why('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5')).toContain('typo')
    expect(why('tb1qcrh3yqn4nlleplcez2yndq2ry8h9ncg3qh7n54')).toBe(
      'The address is of another network: it is not for Bitcoin.',
    )
    expect(why('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh')).toContain('BIP-350')
  })
})
