import { describe, expect, it } from 'vitest'
import { you } from '../node.test.fixtures.js'
import { parseCall } from './call.js'

const MAX_UINT256 = 2n ** 256n - 1n

describe('parseCall', () => {
  it('completes a call, and writes its data in lower case', () => {
    expect(parseCall({ to: you.toLowerCase() })).toEqual({ to: you, value: 0n, data: '0x' })
    expect(parseCall({ to: you, value: MAX_UINT256, data: '0xABcd' })).toEqual({
      ...{ to: you, value: MAX_UINT256, data: '0xabcd' },
    })
    expect(parseCall({ to: you, value: 'max' }).value).toBe('max')
  })

  it.each([
    ['a negative value', { value: -1n }],
    ['a value above a uint256', { value: MAX_UINT256 + 1n }],
    ['half a byte of data', { data: '0xabc' }],
    ['data with other characters', { data: '0xzz' }],
    ['data without 0x', { data: 'abcd' }],
    ['data for the value "max"', { value: 'max', data: '0x12' }],
    ['an address with a typo', { to: you.replace('C', 'c') }],
  ])('throws INVALID_ARGUMENT for %s', (_, change) => {
    expect(() => parseCall({ to: you, ...change } as Parameters<typeof parseCall>[0])).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
    )
  })
})
