import { loadTests } from '@ethersproject/testcases'
import { isWalletModalError } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEvmAddress, toChecksum } from './address.js'

const vectors = loadTests('accounts').map((one: { checksumAddress: string }) => one.checksumAddress)
const errorCodeOf = (text: string): string | undefined => {
  try {
    parseEvmAddress(text)
    return undefined
  } catch (error) {
    return isWalletModalError(error) ? error.code : String(error)
  }
}

describe('parseEvmAddress', () => {
  it('D12: accepts every checksummed address of the ethers test corpus, with and without 0x', () => {
    expect(vectors.length).toBeGreaterThan(1000)
    for (const address of vectors) {
      expect(parseEvmAddress(address)).toBe(address)
      expect(parseEvmAddress(address.slice(2))).toBe(address)
    }
  })

  it('D12: accepts all-lower and all-upper case addresses and returns them checksummed', () => {
    for (const address of vectors) {
      expect(parseEvmAddress(address.toLowerCase())).toBe(address)
      expect(parseEvmAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
      expect(toChecksum(address.toUpperCase().replace('0X', '0x'))).toBe(address)
    }
  })

  it('D12: rejects at least 99.9 % of checksummed addresses with one letter in the wrong case', () => {
    let flips = 0
    let noticed = 0
    for (const address of vectors) {
      for (let at = 2; at < address.length; at += 7) {
        const letter = address[at] ?? ''
        const flipped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()
        if (flipped === letter) continue
        const changed = address.slice(0, at) + flipped + address.slice(at + 1)
        if (changed.slice(2) === changed.slice(2).toLowerCase() || changed.slice(2) === changed.slice(2).toUpperCase())
          continue
        flips++
        if (errorCodeOf(changed) === 'INVALID_ARGUMENT') noticed++
      }
    }
    expect(flips).toBeGreaterThan(1000)
    expect(noticed / flips).toBeGreaterThanOrEqual(0.999)
  })

  it('D12: rejects any text that is not 40 hex digits with INVALID_ARGUMENT', () => {
    const bad = [
      '',
      '0x',
      '0X'.padEnd(42, 'a'),
      `0x${'a'.repeat(39)}`,
      `0x${'a'.repeat(41)}`,
      `0x${'g'.repeat(40)}`,
      ` 0x${'a'.repeat(40)}`,
      `0x${'a'.repeat(40)}\n`,
      'vitalik.eth',
    ]
    for (const text of bad) expect([text, errorCodeOf(text)]).toEqual([text, 'INVALID_ARGUMENT'])
    fc.assert(
      fc.property(
        fc.string(),
        (text) => /^(0x)?[\da-fA-F]{40}$/.test(text) || errorCodeOf(text) === 'INVALID_ARGUMENT',
      ),
    )
  })
})
