import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as ecc from '@bitcoinerlab/secp256k1'
import { hex } from '@scure/base'
import { isWalletModalError, messageOf } from '@wallet-modal/kernel'
import { initEccLib, networks, address as reference } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBitcoinAddress, readAddress } from './address.js'
import { type BitcoinChain, chains } from './chains.js'

initEccLib(ecc)
const corpora = join(import.meta.dirname, '../../../tests/corpora')
const corpus = (name: string): string => readFileSync(join(corpora, name), 'utf8')

type KeyRow = readonly [string, string, { chain: string; isPrivkey: boolean; tryCaseFlip?: boolean }]
const keyRows: readonly KeyRow[] = JSON.parse(corpus('key_io_valid.json'))
const invalid: readonly string[] = JSON.parse(corpus('key_io_invalid.json')).map(([text]: [string]) => text)
const bip350: { valid: readonly [string, string][]; invalid: readonly [string, string][] } = JSON.parse(
  corpus('bip350-addresses.json'),
)
const bip173: { invalid: readonly [string, string][] } = JSON.parse(corpus('bip173-addresses.json'))

const named = (name: string): BitcoinChain => {
  const found = chains.find((chain) => chain.name === name)
  if (!found) throw new Error(name)
  return found
}
const chainNames: Readonly<Record<string, string>> = {
  main: 'Bitcoin',
  testnet4: 'Bitcoin Testnet4',
  signet: 'Bitcoin Signet',
  regtest: 'Bitcoin Regtest',
}
const chainOfRow = ([, , { chain }]: KeyRow): BitcoinChain => named(chainNames[chain] ?? '')
const refused = (run: () => unknown): string | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    return isWalletModalError(error) ? error.code : String(error)
  }
}
const addresses = keyRows.filter(([, , { isPrivkey }]) => !isPrivkey)

describe('Bitcoin addresses', () => {
  it('D14: the corpora are the ones that were checked in', () => {
    const table = corpus('README.md')
    for (const name of ['key_io_valid', 'key_io_invalid', 'bip350-addresses', 'bip173-addresses']) {
      const hash = createHash('sha256')
        .update(corpus(`${name}.json`))
        .digest('hex')
      expect([name, table.includes(hash)]).toEqual([name, true])
    }
    expect([keyRows.length, invalid.length]).toEqual([70, 79])
  })

  it.each(addresses)("D14: accepts Bitcoin Core's %s on its own chain, with the right script", (text, script, row) => {
    const chain = chainOfRow([text, script, row])
    expect(parseBitcoinAddress(text, [chain])).toBe(text)
    expect(hex.encode(readAddress(text).script)).toBe(script)
    if (row.tryCaseFlip) expect(parseBitcoinAddress(text.toUpperCase(), [chain])).toBe(text)
  })

  it.each(addresses)('D14: refuses %s on chains that write their addresses differently', (text, script, row) => {
    const own = chainOfRow([text, script, row])
    const isBech32 = row.tryCaseFlip === true
    const others = chains.filter((one) => (isBech32 ? one.hrp !== own.hrp : one.base58 !== own.base58))
    expect(others.length).toBeGreaterThan(0)
    for (const other of others) {
      expect(refused(() => parseBitcoinAddress(text, [other]))).toBe('INVALID_ARGUMENT')
      expect(() => parseBitcoinAddress(text, [other])).toThrow(`of another network: it is not for ${other.name}`)
    }
  })

  it.each(keyRows.filter(([, , { isPrivkey }]) => isPrivkey))(
    'D14: refuses the private key %s and says what it is',
    (text) => {
      expect(() => parseBitcoinAddress(text, chains)).toThrow('That is a private key')
    },
  )

  it.each(invalid.map((text) => [text]))("D14: refuses Bitcoin Core's invalid %j on every chain", (text) => {
    expect(refused(() => parseBitcoinAddress(text, chains))).toBe('INVALID_ARGUMENT')
  })

  it.each(bip350.valid)('D14: accepts %s of BIP-350', (text, script) => {
    expect(hex.encode(readAddress(text).script)).toBe(script)
    expect(parseBitcoinAddress(text, chains)).toBe(text.toLowerCase())
  })

  it.each([...bip350.invalid, ...bip173.invalid])('D14: refuses %s of BIP-350 and BIP-173: %s', (text) => {
    expect(refused(() => parseBitcoinAddress(text, chains))).toBe('INVALID_ARGUMENT')
  })

  it('D14: one changed character is refused, wherever it is', () => {
    const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    fc.assert(
      fc.property(fc.constantFrom(...addresses), fc.nat(), fc.nat(), ([text, , row], where, which) => {
        const alphabet = row.tryCaseFlip ? bech32 : base58
        const at = where % text.length
        const other = alphabet[which % alphabet.length] ?? ''
        fc.pre(other !== text[at] && other !== text[at]?.toUpperCase())
        const changed = text.slice(0, at) + other + text.slice(at + 1)
        return refused(() => parseBitcoinAddress(changed, chains)) === 'INVALID_ARGUMENT'
      }),
      { numRuns: 2000 },
    )
  })

  it('D14: whatever else is given is refused with a stable code', () => {
    for (const value of [null, undefined, 5, {}, [], 'satoshi.btc', ' 1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', 'bc1', '1'])
      expect([value, refused(() => parseBitcoinAddress(value, chains))]).toEqual([value, 'INVALID_ARGUMENT'])
    fc.assert(
      fc.property(fc.string(), (text) => refused(() => parseBitcoinAddress(text, chains)) === 'INVALID_ARGUMENT'),
    )
  })

  it('reads addresses as bitcoinjs-lib does', () => {
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
          expect(parseBitcoinAddress(text, [named(name)])).toBe(text)
          expect(readAddress(text).script).toEqual(script)
        },
      ),
    )
  })

  it('says what is wrong', () => {
    const why = (text: string): string => {
      try {
        return parseBitcoinAddress(text, [named('Bitcoin')])
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
