import { isWalletModalError } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSolanaAddress } from './address.js'
import { toBase58 } from './sdk.js'

const errorCodeOf = (text: string): string | undefined => {
  try {
    parseSolanaAddress(text)
    return undefined
  } catch (error) {
    return isWalletModalError(error) ? error.code : String(error)
  }
}
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('parseSolanaAddress', () => {
  it('D13: accepts any 32 bytes in base58 and returns the text unchanged', () => {
    fc.assert(
      fc.property(bytes(32), (key) => parseSolanaAddress(toBase58(key)) === toBase58(key)),
      { numRuns: 1000 },
    )
  })

  it('D13: refuses 31 and 33 bytes, even if their text has a valid length', () => {
    fc.assert(
      fc.property(fc.oneof(bytes(31), bytes(33)), (key) => errorCodeOf(toBase58(key)) === 'INVALID_ARGUMENT'),
      { numRuns: 1000 },
    )
  })

  it('D13: refuses base58 texts of a valid length that do not decode to 32 bytes', () => {
    for (const text of ['z'.repeat(44), 'z'.repeat(43).padEnd(44, '1'), '1'.repeat(33), 'z'.repeat(32)])
      expect([text, errorCodeOf(text)]).toEqual([text, 'INVALID_ARGUMENT'])
  })

  it('D13: refuses characters outside base58, spaces, markup and wrong lengths', () => {
    const good = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
    expect(parseSolanaAddress(good)).toBe(good)
    const bad = [
      'I'.repeat(32),
      'O'.repeat(44),
      'l'.repeat(44),
      '0'.repeat(32),
      ` ${good}`,
      `${good}\n`,
      `<script>${good}`,
      `${good}${good}`,
      good.slice(1),
      '',
      'vitalik.eth',
      `0x${'a'.repeat(40)}`,
    ]
    for (const text of bad) expect([text, errorCodeOf(text)]).toEqual([text, 'INVALID_ARGUMENT'])
  })

  it('D13: is case-sensitive: an address in another case is another address, or invalid', () => {
    const known = ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '5TSrVpqVMVVDk7bUfFcNS3gvYHPJWkdjqeHLEHQqPgPG']
    for (const address of known) {
      for (const other of [address.toLowerCase(), address.toUpperCase()]) {
        if (errorCodeOf(other) === undefined) expect(parseSolanaAddress(other)).toBe(other)
        expect(other).not.toBe(address)
      }
    }
  })

  it('D13: refuses values that are not strings, and strings that are not base58', () => {
    for (const value of [null, undefined, 7, {}, ['1'.repeat(32)]] as never[])
      expect(errorCodeOf(value)).toBe('INVALID_ARGUMENT')
    fc.assert(
      fc.property(fc.string(), (text) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) || errorCodeOf(text) !== undefined),
    )
  })
})
