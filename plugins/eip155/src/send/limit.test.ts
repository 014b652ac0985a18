import type { Address } from 'viem'
import { describe, expect, it } from 'vitest'
import { fakeNode, nodeError, toHex, word } from '../node.test.fixtures.js'
import { limitOf } from './limit.js'
import { toTransferCall } from './transfer.js'

const [from, receiver, contract] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
const coin = { from, receiver, contract: undefined, decimals: 18 }
const token = { from, receiver, contract, decimals: 6 }
const fees = {
  eth_feeHistory: { oldestBlock: '0x1', gasUsedRatio: [], baseFeePerGas: ['0xa', '0xa'], reward: [['0x1']] },
  eth_maxPriorityFeePerGas: '0x1',
  eth_estimateGas: toHex(50_000n),
}
/** Maximum fee with {@link fees}: the estimated gas plus 20 %, at twice the base fee plus the tip. */
const fee = 60_000n * 21n
/** Node that reports these balances of the account: of the token, in base units, and of the coin, in wei. */
const nodeOf = (tokens: bigint, coins = 10n ** 9n) =>
  fakeNode({
    ...fees,
    eth_getBalance: toHex(coins),
    eth_call: ({ data }: { data: string }) => (data === '0x313ce567' ? word(6n) : word(tokens)),
  })

describe('toTransferCall', () => {
  it('refuses an amount of 0, a negative one, and one above the token balance', async () => {
    for (const transfer of [coin, token])
      for (const amount of [0n, -1n])
        await expect(toTransferCall(nodeOf(5n), { ...transfer, amount })).rejects.toMatchObject({
          code: 'INSUFFICIENT_FUNDS',
        })
    await expect(toTransferCall(nodeOf(5n), { ...token, amount: 6n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
    await expect(toTransferCall(nodeOf(0n), { ...token, amount: 'max' })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })

  it('sends exactly the amount, or the entire token balance', async () => {
    const amountIn = ({ data }: { readonly data: string }): bigint => BigInt(`0x${data.slice(-64)}`)
    expect(amountIn(await toTransferCall(nodeOf(5n), { ...token, amount: 5n }))).toBe(5n)
    expect(amountIn(await toTransferCall(nodeOf(7n), { ...token, amount: 'max' }))).toBe(7n)
    expect(await toTransferCall(nodeOf(0n), { ...coin, amount: 5n })).toEqual({ to: receiver, value: 5n, data: '0x' })
  })
})

describe('limitOf', () => {
  const plain = { from, receiver, speed: 'standard', isBatch: false } as const

  it('is the entire token balance if the account can pay the fee, or if its wallet sets the fee', async () => {
    expect(await limitOf(nodeOf(5n, fee), { ...plain, contract })).toEqual({ max: 5n, fee, extras: [] })
    expect((await limitOf(nodeOf(5n, fee - 1n), { ...plain, contract })).max).toBe(0n)
    expect((await limitOf(nodeOf(5n, 0n), { ...plain, contract, isBatch: true })).max).toBe(5n)
  })

  it('is the coins without the fee, and never negative', async () => {
    expect((await limitOf(nodeOf(0n, fee + 3n), { ...plain, contract: undefined })).max).toBe(3n)
    expect((await limitOf(nodeOf(0n, fee - 1n), { ...plain, contract: undefined })).max).toBe(0n)
  })

  it('is 0 for an empty account, without an estimate, which the node would refuse', async () => {
    const empty = fakeNode({ eth_getBalance: '0x0', eth_estimateGas: nodeError('insufficient funds') })
    expect(await limitOf(empty, { ...plain, contract: undefined })).toEqual({ max: 0n, fee: 0n, extras: [] })
  })
})

describe('a token whose balance or decimals cannot be read', () => {
  const plain = { from, receiver, contract, speed: 'standard', isBatch: false } as const
  const payment = { ...token, amount: 1n }
  const decimals = '0x313ce567'
  const failing = (answer: unknown, selector: 'balanceOf' | 'decimals') =>
    fakeNode({
      eth_call: ({ data }: { data: string }) =>
        (data === decimals) === (selector === 'decimals') ? answer : word(data === decimals ? 6n : 5n),
    })

  it.each([
    ['an internal error', nodeError('internal error', -32603)],
    ['a block that the node does not have', nodeError('header not found', -32000)],
  ])('is not reported as missing after %s', async (_, answer) => {
    const error = { code: 'RPC_ERROR', status: answer.status }
    await expect(limitOf(failing(answer, 'balanceOf'), plain)).rejects.toMatchObject(error)
    for (const selector of ['balanceOf', 'decimals'] as const)
      await expect(toTransferCall(failing(answer, selector), payment)).rejects.toMatchObject(error)
  })

  it.each([
    ['reverts', nodeError('execution reverted', 3)],
    ['reverts without a code', nodeError('VM execution error', -32015)],
    ['has no result', '0x'],
  ])('is reported as missing if the call %s', async (_, answer) => {
    const missing = { code: 'NOT_SENT', message: 'Nothing was sent. This token does not exist on this network.' }
    await expect(limitOf(failing(answer, 'balanceOf'), plain)).rejects.toMatchObject(missing)
    await expect(toTransferCall(failing(answer, 'decimals'), payment)).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: 'Nothing was sent. The token contract does not report its decimals.',
    })
  })
})
