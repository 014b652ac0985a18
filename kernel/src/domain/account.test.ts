import fc from 'fast-check'
import { expect, test } from 'vitest'
import { groupAddress, shortenAddress } from './account.js'

test('groupAddress splits an address into groups of four, without losing a character', () => {
  expect(groupAddress('0x12ab34cd5')).toEqual(['0x', '12ab', '34cd', '5'])
  fc.assert(fc.property(fc.string(), (address) => groupAddress(address).join('') === address))
})

test('shortenAddress keeps the start and end, and never returns more characters than the address', () => {
  expect(shortenAddress('0x1234567890abcdef')).toBe('0x1234…cdef')
  expect(shortenAddress('0x12345678')).toBe('0x12345678')
  expect(shortenAddress('0x1234567890abcdef', 4, 0)).toBe('0x12…')
})

test.each([undefined, null, 1, {}])('groupAddress and shortenAddress throw for %j', (value) => {
  // @ts-expect-error JavaScript callers can pass any value
  expect(() => groupAddress(value)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  // @ts-expect-error JavaScript callers can pass any value
  expect(() => shortenAddress(value)).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})
