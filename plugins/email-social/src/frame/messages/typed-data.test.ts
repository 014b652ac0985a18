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
  it('reads an object and its JSON alike', () => {
    expect(readTypedData(data)).toEqual(data)
    expect(readTypedData(JSON.stringify(data))).toEqual(data)
  })

  it('refuses an array with fields of its own, which JSON does not show', () => {
    const details = Object.assign([], { amount: '5' })
    expect(readTypedData({ ...data, message: { ...data.message, details } })).toBeUndefined()
  })

  it.each([
    ['fields that no type names', { message: { ...data.message, note: 'no funds can move' } }],
    ['fields of a part that no type names', { message: { ...data.message, details: { amount: '5', note: 'x' } } }],
    ['a missing part', { message: { owners: [] } }],
    ['a text in place of a part', { message: { ...data.message, details: 'none' } }],
    ['a domain type that leaves fields out', { types: { ...data.types, EIP712Domain: [] } }],
    ['a domain with a field that is none', { domain: { ...data.domain, note: 'x' } }],
    ['characters that turn text around', { domain: { ...data.domain, name: 'Shop\u202e' } }],
  ])('refuses %s', (_, more) => {
    expect(readTypedData({ ...data, ...more })).toBeUndefined()
  })

  it('takes a domain type that names the fields of the domain', () => {
    expect(readTypedData({ ...data, types: { ...data.types, EIP712Domain: domainType } })).toBeDefined()
  })
})
