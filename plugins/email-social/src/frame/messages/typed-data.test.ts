import { hashTypedData, keccak256 } from 'viem'
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
const digestOf = (typed: object) => hashTypedData(typed as Parameters<typeof hashTypedData>[0])

describe('readTypedData', () => {
  it('reads an object and its JSON with the same result', () => {
    const withDomainType = { ...data, types: { ...data.types, EIP712Domain: domainType } }
    expect(readTypedData(data)).toEqual(withDomainType)
    expect(readTypedData(JSON.stringify(data))).toEqual(withDomainType)
  })

  it('a chain id that is a string is part of the signature, as it is displayed', () => {
    const parsed = readTypedData({ ...data, domain: { ...data.domain, chainId: '1' } })
    expect(parsed && digestOf(parsed)).toBe(digestOf(data))
  })

  it.each([
    ['uint256', '12'],
    ['int8', '-12'],
    ['uint256', '0x0c'],
    ['uint256', 12],
    ['bytes', '0x'],
    ['bytes4', '0x12345678'],
    ['bool', false],
    ['string', ''],
    ['address', `0x${'0'.repeat(40)}`],
  ])('accepts %s with the value %j', (type, value) => {
    const types = { Mail: [{ name: 'field', type }] }
    expect(readTypedData({ types, primaryType: 'Mail', message: { field: value } })).toBeDefined()
  })

  it.each<[string, string | number | boolean, string]>([
    ['uint256', '', 'is signed as 0'],
    ['uint256', true, 'is signed as 1'],
    ['bytes', '12abcd', 'has no 0x'],
    ['bytes4', 'abcd', 'has no 0x'],
    ['string', 65, 'is signed as the text A'],
  ])('refuses %s with the value %j, which %s', (type, value) => {
    const types = { Mail: [{ name: 'field', type }] }
    expect(readTypedData({ types, primaryType: 'Mail', message: { field: value } })).toBeUndefined()
  })

  it('refuses a type that has the same digest as another type, and displays a hash in place of its items', () => {
    const id = { name: 'id', type: 'bytes32' }
    const types = { Batch: [{ name: 'items', type: 'Item[]' }], Item: [id, { name: 'amount', type: 'uint256' }] }
    const batch = { types, primaryType: 'Batch', domain: data.domain, message: { items: [] } }
    const [primaryType, name] = ['Batch(Item[] items)Item', 'id,uint256 amount']
    const imitation = {
      ...{ types: { [primaryType]: [{ ...id, name }] }, primaryType, domain: data.domain },
      message: { [name]: keccak256('0x') },
    }
    expect(digestOf(imitation)).toBe(digestOf(batch))
    expect(readTypedData(batch)).toBeDefined()
    expect(readTypedData(imitation)).toBeUndefined()
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
    ['a domain as the message, which would not be signed', { primaryType: 'EIP712Domain', message: data.domain }],
    ['characters that reverse the text direction', { domain: { ...data.domain, name: 'Shop\u202e' } }],
  ])('refuses %s', (_, more) => {
    expect(readTypedData({ ...data, ...more })).toBeUndefined()
  })

  it('accepts a domain type with all fields of the domain', () => {
    expect(readTypedData({ ...data, types: { ...data.types, EIP712Domain: domainType } })).toBeDefined()
  })
})
