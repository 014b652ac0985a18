import { describe, expect, it } from 'vitest'
import { readCalls } from './smart-account-request.js'

const [me, you] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']
const batch = {
  version: '2.0.0',
  chainId: '0x1',
  atomicRequired: true,
  calls: [{ to: you, value: '0x5' }, { to: you, data: '0xabcd' }, { to: me }],
}
const errorOf = (request: unknown): unknown => {
  try {
    return readCalls([request], me)
  } catch (error) {
    return error
  }
}

describe('readCalls', () => {
  it('reads calls in their order, with defaults for missing value and data', () => {
    expect(readCalls([{ ...batch, id: 'mine', from: me.toLowerCase() }], me)).toEqual({
      id: 'mine',
      chainId: 1,
      calls: [
        { to: you, value: 5n, data: '0x' },
        { to: you, value: 0n, data: '0xabcd' },
        { to: me, value: 0n, data: '0x' },
      ],
    })
  })

  it('accepts unsupported capabilities that are optional', () => {
    const capabilities = { paymasterService: { url: 'https://pay.example', optional: true } }
    expect(readCalls([{ ...batch, capabilities }], me).calls.length).toBe(3)
  })

  it.each<[string, object, number]>([
    ['another version', { version: '1.0' }, -32_602],
    ['another account', { from: you }, 4100],
    ['no calls', { calls: [] }, -32_602],
    ['a call that deploys a contract', { calls: [{ data: '0xabcd' }] }, -32_602],
    [
      'a call with data to the account itself, which could contain a batch',
      { calls: [{ to: me, data: '0xabcd' }] },
      -32_602,
    ],
    [
      'a call with data to the account itself, whose address is in lower case',
      { calls: [{ to: me.toLowerCase(), data: '0xabcd' }] },
      -32_602,
    ],
    [
      'a call to the zero address, which the contract replaces by the account',
      { calls: [{ to: `0x${'0'.repeat(40)}` }] },
      -32_602,
    ],
    ['calldata that ends in half a byte', { calls: [{ to: you, data: '0xabc' }] }, -32_602],
    ['an authorization', { authorizationList: [] }, -32_602],
    ['an authorization in a call', { calls: [{ to: you, authorizationList: [] }] }, -32_602],
    ['an unsupported capability', { capabilities: { paymasterService: { url: 'x' } } }, 5700],
    ['an unsupported capability of a call', { calls: [{ to: you, capabilities: { other: {} } }] }, 5700],
  ])('refuses %s', (_, more, code) => {
    expect(errorOf({ ...batch, ...more })).toMatchObject({ code })
  })
})
