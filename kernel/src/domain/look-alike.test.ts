import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isLookAlike } from './look-alike.js'

const hex = (length: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${length}}$`))

describe('D11: addresses that begin and end like a known one', () => {
  it('are told, in either case of letters, a thousand of a thousand', () => {
    fc.assert(
      fc.property(hex(4), hex(32), hex(32), hex(4), (start, one, other, end) => {
        const known = `0x${start}${one}${end}`
        expect(isLookAlike(`0x${start}${other}${end}`.toUpperCase().replace('0X', '0x'), ['x', known])).toBe(
          one !== other,
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('are not those that are known, nor those that differ at an end', () => {
    const known = `0x1234${'0'.repeat(32)}abcd`
    expect(isLookAlike(known.toUpperCase().replace('0X', '0x'), [known])).toBe(false)
    expect(isLookAlike(`0x1235${'1'.repeat(32)}abcd`, [known])).toBe(false)
    expect(isLookAlike(`0x1234${'1'.repeat(32)}abce`, [known])).toBe(false)
    expect(isLookAlike(known, [])).toBe(false)
  })

  it('differ by the case of their letters where a writing is no hex', () => {
    expect(isLookAlike('GxyZ1111abcD', ['GxyZ2222abcD'])).toBe(true)
    expect(isLookAlike('GXYZ1111abcD', ['GxyZ2222abcD'])).toBe(false)
  })
})
