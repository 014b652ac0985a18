import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isWalletModalError } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBitcoinAddress, readAddress } from '../../plugins/bip122/src/address.js'
import { type BitcoinChain, chains } from '../../plugins/bip122/src/chains.js'

const corpora = join(import.meta.dirname, '../corpora')
const corpus = (name: string): string => readFileSync(join(corpora, name), 'utf8')

type KeyRow = readonly [string, string, { chain: string; isPrivkey: boolean; tryCaseFlip?: boolean }]
const keyRows: readonly KeyRow[] = JSON.parse(corpus('key_io_valid.json'))
const invalid: readonly string[] = JSON.parse(corpus('key_io_invalid.json')).map(([text]: [string]) => text)
const bip350: { valid: readonly [string, string][]; invalid: readonly [string, string][] } = JSON.parse(
  corpus('bip350-addresses.json'),
)
const bip173: { invalid: readonly [string, string][] } = JSON.parse(corpus('bip173-addresses.json'))

const chainNamed = (name: string): BitcoinChain => {
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
const chainOfRow = ([, , { chain }]: KeyRow): BitcoinChain => chainNamed(chainNames[chain] ?? '')
const errorCodeOf = (run: () => unknown): string | undefined => {
  try {
    run()
    return undefined
  } catch (error) {
    return isWalletModalError(error) ? error.code : String(error)
  }
}
const addresses = keyRows.filter(([, , { isPrivkey }]) => !isPrivkey)

describe('Bitcoin addresses', () => {
  it('D14: the corpora match their recorded checksums', () => {
    const table = corpus('README.md')
    for (const name of ['key_io_valid', 'key_io_invalid', 'bip350-addresses', 'bip173-addresses']) {
      const hash = createHash('sha256')
        .update(corpus(`${name}.json`))
        .digest('hex')
      expect([name, table.includes(hash)]).toEqual([name, true])
    }
    expect([keyRows.length, invalid.length]).toEqual([70, 79])
  })

  it.each(addresses)(
    "D14: accepts Bitcoin Core's %s on its own chain, and decodes the expected script",
    (text, script, row) => {
      const chain = chainOfRow([text, script, row])
      expect(parseBitcoinAddress(text, [chain])).toBe(text)
      expect(Buffer.from(readAddress(text).script).toString('hex')).toBe(script)
      if (row.tryCaseFlip) expect(parseBitcoinAddress(text.toUpperCase(), [chain])).toBe(text)
    },
  )

  it.each(addresses)('D14: refuses %s on chains whose addresses have another prefix', (text, script, row) => {
    const own = chainOfRow([text, script, row])
    const isBech32 = row.tryCaseFlip === true
    const others = chains.filter((one) => (isBech32 ? one.hrp !== own.hrp : one.base58 !== own.base58))
    expect(others.length).toBeGreaterThan(0)
    for (const other of others) {
      expect(errorCodeOf(() => parseBitcoinAddress(text, [other]))).toBe('INVALID_ARGUMENT')
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
    expect(errorCodeOf(() => parseBitcoinAddress(text, chains))).toBe('INVALID_ARGUMENT')
  })

  it.each(bip350.valid)('D14: accepts %s of BIP-350', (text, script) => {
    expect(Buffer.from(readAddress(text).script).toString('hex')).toBe(script)
    expect(parseBitcoinAddress(text, chains)).toBe(text.toLowerCase())
  })

  it.each([...bip350.invalid, ...bip173.invalid])('D14: refuses %s of BIP-350 and BIP-173: %s', (text) => {
    expect(errorCodeOf(() => parseBitcoinAddress(text, chains))).toBe('INVALID_ARGUMENT')
  })

  it('D14: refuses an address with any one character changed', () => {
    const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
    fc.assert(
      fc.property(fc.constantFrom(...addresses), fc.nat(), fc.nat(), ([text, , row], where, which) => {
        const alphabet = row.tryCaseFlip ? bech32 : base58
        const at = where % text.length
        const other = alphabet[which % alphabet.length] ?? ''
        fc.pre(other !== text[at] && other !== text[at]?.toUpperCase())
        const changed = text.slice(0, at) + other + text.slice(at + 1)
        return errorCodeOf(() => parseBitcoinAddress(changed, chains)) === 'INVALID_ARGUMENT'
      }),
      { numRuns: 2000 },
    )
  })
})
