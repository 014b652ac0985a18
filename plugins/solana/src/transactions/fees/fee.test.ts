import { expect, it } from 'vitest'
import { addressOf } from '../../wallet.test.fixtures.js'
import { type Budget, setBudget, transferCoins } from '../instructions.js'
import { readTransaction, writeTransaction } from '../sdk.js'
import { feeOf } from './fee.js'

const [payer, to] = [addressOf(1), addressOf(2)]
const parse = (budget: Budget) =>
  readTransaction(
    writeTransaction({
      ...{ payer, blockhash: addressOf(9) },
      instructions: [...setBudget(budget), transferCoins({ from: payer, to, lamports: 1n })],
    }),
  )

it("feeOf returns the highest fee that the transaction allows, or the node's fee if that is higher", () => {
  // 1,234 units at 77 microlamports each, rounded up, plus the fee of one signature
  expect(feeOf(parse({ units: 1_234, price: 77n }), 1n)).toBe(5_001n)
  expect(feeOf(parse({ units: 1_234, price: 77n }), 9_000n)).toBe(9_000n)
  expect(feeOf(parse({ units: 1_400_000, price: 3_571_428n }), 5_000n)).toBe(5_000n + 5_000_000n)
})
