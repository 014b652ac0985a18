import { encodeFunctionResult, parseAbi } from 'viem'
import { expect, it } from 'vitest'
import { FrameError } from '../gateway.js'
import { readL1Fee } from './l1-fee.js'
import type { ReadChain } from './transaction.js'

const abi = parseAbi(['function getL1Fee(bytes) view returns (uint256)'])
const fee = (result: bigint) => encodeFunctionResult({ abi, functionName: 'getL1Fee', result })
const revert = new FrameError('SOURCE_FAILED', 'execution reverted')

/** Chain whose oracle replies to `getL1Fee` and `getOperatorFee` in this order. */
const chainWith = (...replies: readonly unknown[]): ReadChain => {
  let count = 0
  return async () => {
    const reply = replies[count++]
    if (reply instanceof Error) throw reply
    return reply
  }
}
const feeOn = (read: ReadChain): Promise<bigint> => readL1Fee(read, { chainId: 10, gas: 21_000n, raw: '0x02' })

it('is twice the data fee plus the operator fee of a rollup, and 0 on other chains', async () => {
  expect(await feeOn(chainWith(fee(7n), fee(3n)))).toBe(17n)
  expect(await feeOn(chainWith(fee(7n), revert))).toBe(14n)
  expect(await feeOn(chainWith('0x'))).toBe(0n)
})

it.each([
  new FrameError('UNANSWERED', 'no response'),
  new FrameError('SOURCE_FAILED', 'daily request count exceeded, request rate limited'),
  new FrameError('SOURCE_FAILED', 'Internal error'),
  new FrameError('SOURCE_FAILED', 'EVM error: database error: not found'),
])('is an error, not 0, if the node does not execute the call: %s', async (error) => {
  await expect(feeOn(chainWith(error))).rejects.toBe(error)
  await expect(feeOn(chainWith(fee(7n), error))).rejects.toBe(error)
})
