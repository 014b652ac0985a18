import type { Network } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import networks from '../../networks.json' with { type: 'json' }
import { readAddress } from '../address.js'
import { caipOf, chains } from '../chains.js'
import type { BitcoinCall } from '../contract.js'
import { readData, toAddress, toOutputs } from './outputs.js'

const [network] = networks as readonly Network[] as readonly [Network]
const receiver = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const outputsOf = (...calls: readonly BitcoinCall[]) => toOutputs(calls, network)

describe('an OP_RETURN output with data', () => {
  it('holds 1 to 80 bytes, which are read back unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), (data) => {
        const [output] = outputsOf({ data })
        expect(output?.amount).toBe(0n)
        expect(readData(output?.script ?? new Uint8Array())).toEqual(Uint8Array.from(data))
      }),
    )
  })

  it.each([0, 81])('of %i bytes is rejected', (length) => {
    expect(() => outputsOf({ data: new Uint8Array(length) })).toThrow('1 to 80 bytes')
  })

  it('is not read from a malformed script, or one that does not begin with OP_RETURN', () => {
    for (const script of [[0x6a], [0x6a, 2, 1], [0x6a, 1, 1, 1], [0x6a, 0x4c, 1, 1], [0x51, 1, 1]])
      expect(readData(Uint8Array.from(script))).toBeUndefined()
  })
})

describe('toOutputs with invalid calls', () => {
  it.each<[string, readonly BitcoinCall[], RegExp]>([
    ['two outputs with data', [{ data: Uint8Array.of(1) }, { data: Uint8Array.of(2) }], /one OP_RETURN output/],
    [
      'two outputs with the maximum amount',
      [1, 2].map(() => ({ address: receiver, amount: 'max' })),
      /Only one output/,
    ],
    [
      'an amount below the dust limit',
      [{ address: receiver, amount: 293n }],
      /minimum amount for this receiver is 0.00000294 BTC/,
    ],
    ['an amount of 0', [{ address: receiver, amount: 0n }], /minimum amount/],
    ['an amount that is a number', [{ address: receiver, amount: JSON.parse('1000') }], /must be a bigint/],
    [
      'an address of a test network',
      [{ address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', amount: 1_000n }],
      /another network/,
    ],
    ['an address with a typo', [{ address: `${receiver.slice(0, -1)}5`, amount: 1_000n }], /checksum/],
    [
      'an address that no wallet can spend from',
      [{ address: 'bc1sw50qgdz25j', amount: 1_000n }],
      /No wallet can spend/,
    ],
    ['251 outputs', Array.from({ length: 251 }, () => ({ address: receiver, amount: 1_000n })), /up to 250 outputs/],
  ])('%s: rejects with INVALID_ARGUMENT', (_, calls, reason) => {
    const make = () => toOutputs(calls, network)
    expect(make).toThrow(reason)
    expect(make).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
  })
})

it('toAddress reads an address of each kind back from its script, on mainnet and test networks', () => {
  for (const text of [
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
    'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3',
    'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  ]) {
    const address = readAddress(text)
    const chain = chains.find((one) => address.isOn(one))
    expect(chain && toAddress(address.script, { ...network, caipNetworkId: caipOf(chain) })).toBe(text)
  }
  expect(toAddress(Uint8Array.of(0x6a, 1, 1), network)).toBeUndefined()
})
