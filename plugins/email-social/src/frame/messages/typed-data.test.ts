import { describe, expect, it } from 'vitest'
import { readTypedData } from './typed-data.js'

const data = {
  types: {
    Permit: [
      { name: 'details', type: 'Details' },
      { name: 'owners', type: 'address[]' },
    ],
    Details: [{ name: 'amount', type: 'uint256' }],
  },
  primaryType: 'Permit',
  domain: { name: 'Shop', chainId: 1 },
  message: { details: { amount: '5' }, owners: [] },
}
const domainType = [
  { name: 'name', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

describe('readTypedData', () => {
  it('reads an object and its JSON with the same result', () => {
    expect(readTypedData(data)).toEqual(data)
    expect(readTypedData(JSON.stringify(data))).toEqual(data)
  })

  it('refuses an array with additional properties, which JSON omits', () => {
    const details = Object.assign([], { amount: '5' })
    expect(readTypedData({ ...data, message: { ...data.message, details } })).toBeUndefined()
  })

  it.each([
    ['fields that are not in the type', { message: { ...data.message, note: 'no funds can move' } }],
    [
      'fields of a nested struct that are not in its type',
      { message: { ...data.message, details: { amount: '5', note: 'x' } } },
    ],
    ['a missing nested struct', { message: { owners: [] } }],
    ['a string in place of a nested struct', { message: { ...data.message, details: 'none' } }],
    ['a domain type that omits fields of the domain', { types: { ...data.types, EIP712Domain: [] } }],
    ['a domain with an unknown field', { domain: { ...data.domain, note: 'x' } }],
    ['characters that reverse the text direction', { domain: { ...data.domain, name: 'Shop\u202e' } }],
  ])('refuses %s', (_, more) => {
    expect(readTypedData({ ...data, ...more })).toBeUndefined()
  })

  it('accepts a domain type with all fields of the domain', () => {
    expect(readTypedData({ ...data, types: { ...data.types, EIP712Domain: domainType } })).toBeDefined()
  })
})
