import { expect, test } from 'vitest'
import { coinTypesOf, ETHEREUM } from './coin-types.js'

const BASE = 0x80000000n + 8453n

test('an account with the same owner on all EVM networks also uses its name on Ethereum', () => {
  const base = { reference: '8453' }
  expect(coinTypesOf(base, { type: 'eoa' })).toEqual([BASE, ETHEREUM])
  expect(coinTypesOf(base, { type: 'smartAccount', isDelegated: true })).toEqual([BASE, ETHEREUM])
  expect(coinTypesOf(base, { type: 'smartAccount' })).toEqual([BASE])
  expect(coinTypesOf({ reference: '1' }, { type: 'eoa' })).toEqual([ETHEREUM])
})

test('an EOA on a network whose chain id has no coin type uses its name on Ethereum', () => {
  const palm = { reference: '11297108109' }
  expect(coinTypesOf(palm, { type: 'eoa' })).toEqual([ETHEREUM])
  expect(coinTypesOf(palm, { type: 'smartAccount' })).toEqual([])
})
