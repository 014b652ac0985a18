import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressEnds, isLookAlike, isSameAddress } from './look-alike.js'

const own = '0xfb6916095ca1df60bb79Ce92ce3ea74c37c5d359'
const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))
const base58 = (length: number) => fc.stringMatching(new RegExp(`^[1-9A-HJ-NP-Za-km-z]{${length}}$`))

describe('isLookAlike', () => {
  it('D11: detects 1,000 of 1,000 addresses with the same first and last four characters', () => {
    fc.assert(
      fc.property(hex(40), hex(32), fc.boolean(), (address, middle, isUpper) => {
        const known = `0x${address}`
        const planted = `0x${address.slice(0, 4)}${middle}${address.slice(-4)}`
        fc.pre(planted !== known)
        expect(isLookAlike(isUpper ? `0x${planted.slice(2).toUpperCase()}` : planted, [own, known])).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  it('D11: detects look-alikes of addresses without a prefix, and compares Bitcoin addresses after the prefix "bc1q"', () => {
    fc.assert(
      fc.property(base58(44), base58(36), (known, middle) => {
        fc.pre(known.slice(4, -4) !== middle)
        expect(isLookAlike(known.slice(0, 4) + middle + known.slice(-4), [known])).toBe(true)
      }),
      { numRuns: 1000 },
    )
    const bitcoin = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    expect(isLookAlike(`bc1qw508${'q'.repeat(30)}f3t4`, [bitcoin])).toBe(true)
    expect(isLookAlike(`bc1qxxxx${bitcoin.slice(8)}`, [bitcoin])).toBe(false)
  })

  it('is false for a known address in other letter case, and for addresses with other ends', () => {
    expect(isLookAlike(own.toLowerCase(), [own])).toBe(false)
    expect(isLookAlike(own, [`0xfb69${'0'.repeat(32)}d359`, own])).toBe(false)
    fc.assert(
      fc.property(hex(40), hex(40), (one, other) => {
        const alike = one.slice(0, 4) === other.slice(0, 4) && one.slice(-4) === other.slice(-4)
        expect(isLookAlike(`0x${one}`, [`0x${other}`])).toBe(alike && one !== other)
      }),
    )
  })

  it('respects case if addresses are case-sensitive', () => {
    const known = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
    expect(isSameAddress(known, known.toLowerCase())).toBe(false)
    expect(isLookAlike(known.toLowerCase(), [known])).toBe(true)
  })

  it('is false for addresses that are too short to compare both ends', () => {
    expect([addressEnds('fake-1'), isLookAlike('fake-1', ['fake-2', 'FAKE-1'])]).toEqual(['', false])
  })
})
