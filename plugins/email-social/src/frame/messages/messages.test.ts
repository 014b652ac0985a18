// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { typedDataMessage } from './messages.js'

const account = `0x${'ab'.repeat(20)}`
const context = {
  site: 'https://shop.example',
  account,
  chain: { chainId: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18 },
}
const typedData = (type: string, value: unknown, chainId: unknown = 1) => ({
  types: { Order: [{ name: 'field', type }] },
  primaryType: 'Order',
  domain: { chainId },
  message: { field: value },
})

it.each([
  ['a fraction', typedData('uint256', 1.5)],
  ['a number out of range', typedData('uint8', 300)],
  ['an address without 20 bytes', typedData('address', '0x12')],
  ['a fraction as chain id', typedData('uint256', 1, 1.5)],
])('typed data with %s are refused as invalid parameters', (_, data) => {
  expect(() => typedDataMessage([account, data], context)).toThrow(expect.objectContaining({ code: -32_602 }))
})

it('valid typed data have a digest', () => {
  expect(typedDataMessage([account, typedData('uint8', 3)], context).digest).toMatch(/^0x[\da-f]{64}$/)
})
