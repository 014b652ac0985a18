import { encodeAbiParameters, encodeFunctionData, erc20Abi, pad, parseAbiParameters, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { NodeTraces } from './chain-records.js'
import { innerTransfers, intentOf, transfersOf } from './transfers.js'

const [from, to, contract] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`, `0x${'c3'.repeat(20)}`] as const
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const batch = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb'
const word = (value: bigint): `0x${string}` => toHex(value, { size: 32 })

test('transfersOf reads a batch of NFTs; if the lists of ids and amounts differ in length, the shorter length counts', () => {
  const topics = [batch, pad(from), pad(from), pad(to)]
  const log = (ids: readonly bigint[], amounts: readonly bigint[]) => {
    const data = encodeAbiParameters(parseAbiParameters('uint256[], uint256[]'), [ids, amounts])
    return transfersOf({ address: contract, topics, data })
  }
  expect(log([1n, 2n ** 255n], [5n, 6n])).toEqual([
    { from, to, contract, id: 1n, amount: 5n },
    { from, to, contract, id: 2n ** 255n, amount: 6n },
  ])
  expect(log([1n, 2n], [5n])).toEqual([{ from, to, contract, id: 1n, amount: 5n }])
  expect(transfersOf({ address: contract, topics, data: word(2n ** 256n - 1n) })).toEqual([])
})

test('transfersOf ignores malformed transfer events and other events', () => {
  for (const [topics, data] of [
    [[transfer], '0x'],
    [[transfer, pad(from)], word(1n)],
    [[transfer, pad(from), pad(to)], '0x'],
    [[transfer, word(2n ** 255n), pad(to)], word(1n)],
    [['0x00', pad(from), pad(to)], word(1n)],
  ] as const)
    expect(transfersOf({ address: contract, topics: [...topics], data })).toEqual([])
})

test('innerTransfers ignores delegate calls, reverted calls and the calls inside them', () => {
  const call = (traceAddress: number[], error?: string, callType = 'call'): NodeTraces[number] => ({
    ...{ transactionHash: '0x1', traceAddress, type: 'call', ...(error !== undefined && { error }) },
    action: { from, to, value: BigInt(traceAddress.length), callType },
  })
  const traces = [call([]), call([0]), call([1], 'reverted'), call([1, 0]), call([2], undefined, 'delegatecall')]
  expect(innerTransfers(traces)).toEqual([{ from, to, amount: 1n }])
})

test('intentOf decodes the requested effect of a call', () => {
  const data = (functionName: 'transfer' | 'approve') =>
    encodeFunctionData({ abi: erc20Abi, functionName, args: [to, 7n] })
  expect(intentOf(data('transfer'), from, contract)).toEqual({
    kind: 'transfer',
    transfer: { from, to, amount: 7n, contract },
  })
  expect(intentOf(data('approve'), from, contract)).toEqual({ kind: 'approve' })
  expect(intentOf('0x', from, contract)).toEqual({ kind: 'pay' })
  for (const input of ['0x12', '0xa9059cbb', data('transfer').slice(0, 100)])
    expect(intentOf(input, from, contract)).toEqual({ kind: 'call' })
})
