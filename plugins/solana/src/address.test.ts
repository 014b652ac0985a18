import { isWalletModalError } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSolanaAddress, toBase58 } from './sdk.js'

const refused = (text: string): string | undefined => {
  try {
    parseSolanaAddress(text)
    return undefined
  } catch (error) {
    return isWalletModalError(error) ? error.code : String(error)
  }
}
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

describe('parseSolanaAddress', () => {
  it('D13: accepts each 32 bytes in base58, as they are written', () => {
    fc.assert(
      fc.property(bytes(32), (key) => parseSolanaAddress(toBase58(key)) === toBase58(key)),
      { numRuns: 1000 },
    )
  })

  it('D13: refuses 31 and 33 bytes, although their length in letters may fit', () => {
    fc.assert(
      fc.property(fc.oneof(bytes(31), bytes(33)), (key) => refused(toBase58(key)) === 'INVALID_ARGUMENT'),
      { numRuns: 1000 },
    )
  })

  it('D13: refuses letters of the right number that are no 32 bytes', () => {
    for (const text of ['z'.repeat(44), 'z'.repeat(43).padEnd(44, '1'), '1'.repeat(33), 'z'.repeat(32)])
      expect([text, refused(text)]).toEqual([text, 'INVALID_ARGUMENT'])
  })

  it('D13: refuses letters that base58 does not have, spaces, and markup', () => {
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
    for (const text of bad) expect([text, refused(text)]).toEqual([text, 'INVALID_ARGUMENT'])
  })

  it('D13: takes an address to the letter: another case is another address, or none', () => {
    const known = ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '5TSrVpqVMVVDk7bUfFcNS3gvYHPJWkdjqeHLEHQqPgPG']
    for (const address of known) {
      for (const other of [address.toLowerCase(), address.toUpperCase()]) {
        if (refused(other) === undefined) expect(parseSolanaAddress(other)).toBe(other)
        expect(other).not.toBe(address)
      }
    }
  })

  it('D13: refuses whatever is not text', () => {
    for (const value of [null, undefined, 7, {}, ['1'.repeat(32)]])
      expect(refused(value as unknown as string)).toBe('INVALID_ARGUMENT')
    fc.assert(
      fc.property(fc.string(), (text) => /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) || refused(text) !== undefined),
    )
  })
})
