import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, it } from 'vitest'
import { you } from '../node.test.fixtures.js'
import { refusedCall } from './gas.js'

const tokenCall = (functionName: 'transfer' | 'approve') =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [you, 1n] })

it.each([
  ['0x', 'The receiver does not take this payment.'],
  [tokenCall('transfer'), 'The token refuses this transfer.'],
  [tokenCall('approve'), 'The token refuses this approval.'],
  ['0x12345678', 'The contract refuses this call.'],
] as const)('the error of a call that reverts names what was refused: %s', (data, sentence) => {
  expect(refusedCall({ data }).message).toBe(`Nothing was sent. ${sentence}`)
  expect(refusedCall({ data }, new Error('paused')).message).toBe(
    `Nothing was sent. ${sentence} The network says: paused`,
  )
})
