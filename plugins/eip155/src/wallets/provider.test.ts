import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isRejection, isUnknownChain, isUnknownMethod } from '../errors.js'
import { parseProvider } from './parse-provider.js'
import { parseAddresses, parseChain, toHexChainId } from './provider.js'

describe('parsing the answer of a wallet', () => {
  it('reads a chain id in hex or decimal, as a string or a number', () => {
    for (const answer of ['0x1', '1', 1, '0x01']) expect(parseChain(answer)).toBe('eip155:1')
    expect(parseChain('0x7a69')).toBe('eip155:31337')
  })

  it('rejects an answer that is not a chain id with an error that names eth_chainId', () => {
    for (const answer of [
      null,
      undefined,
      '',
      '0x',
      'mainnet',
      '-1',
      '1.5',
      Number.NaN,
      1.5,
      {},
      ['0x1'],
      `0x${'f'.repeat(40)}`,
    ]) {
      expect(() => parseChain(answer)).toThrow('reply to "eth_chainId" is not a chain id')
    }
  })

  it('keeps every safe integer chain id unchanged through hex and back', () => {
    fc.assert(fc.property(fc.maxSafeNat(), (id) => parseChain(toHexChainId(String(id))) === `eip155:${id}`))
  })

  it('rejects an answer that is not a list of addresses', () => {
    for (const answer of [null, 'x', [1], ['0x12'], [`0x${'g'.repeat(40)}`], { 0: 'x' }])
      expect(() => parseAddresses(answer, 'eth_accounts')).toThrow('not a list of addresses')
    expect(parseAddresses([], 'eth_accounts')).toEqual([])
  })

  it('rejects a provider without a request function', () => {
    for (const value of [null, undefined, {}, { request: 1 }, 'x'])
      expect(() => parseProvider(value)).toThrow('no EIP-1193 provider')
  })
})

describe('reading the error of a wallet', () => {
  it('finds codes in wrapped errors, but a rejection only in the outer error', () => {
    expect(isUnknownChain({ code: -32603, data: { originalError: { code: 4902 } } })).toBe(true)
    expect(isRejection({ code: 4001 })).toBe(true)
    for (const inner of ['cause', 'data', 'originalError'])
      expect(isRejection({ code: -32603, [inner]: { code: 4001 } })).toBe(false)
    for (const none of [null, undefined, 'x', {}]) expect(isRejection(none)).toBe(false)
    expect(isRejection({ code: -32603 })).toBe(false)
    expect(isUnknownMethod({ code: -32601 })).toBe(true)
  })
})
