import { WalletModalError } from '@wallet-modal/kernel'
import { type Address, parseTransaction } from 'viem'
import { describe, expect, it } from 'vitest'
import { callOf, fakeNode, nodeError, toHex, word } from '../node.test.fixtures.js'
import { limitOf } from '../send/limit.js'
import { type Transfer, toTransferCall } from '../send/transfer.js'
import { estimateAffordableCosts } from './costs.js'
import { readL1Fee, serializeUnsigned } from './l1-fee.js'

const [me, you, token] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address, Address]
const price = { maxFeePerGas: 21n, maxPriorityFeePerGas: 1n }
const call = callOf({ receiver: you, amount: 5n, contract: undefined })
const reverted = nodeError('execution reverted', 3)
const isOperator = (data: string): boolean => data.startsWith('0x275aedd2')

/** The costs of a transfer, with the amount that it moves. */
async function costsOf(
  node: ReturnType<typeof fakeNode>,
  { amount, ...transfer }: Transfer & { readonly amount: bigint | 'max' },
) {
  const made = await toTransferCall(node, { ...transfer, amount, decimals: 6 })
  const costs = await estimateAffordableCosts(node, {
    from: transfer.from,
    call: made,
    speed: 'standard',
    isBatch: false,
  })
  return { ...costs, amount: costs.call.value }
}

describe('serializeUnsigned', () => {
  it('contains every field that is posted to L1, and the longest nonce', () => {
    expect(parseTransaction(serializeUnsigned({ call, gas: 21_000n, price }, '10'))).toMatchObject({
      ...{ type: 'eip1559', chainId: 10, nonce: 0xffffff, gas: 21_000n, to: you, value: 5n },
      ...price,
    })
    const legacy = serializeUnsigned({ call, gas: 21_000n, price: { gasPrice: 7n } }, '10')
    expect(parseTransaction(legacy)).toMatchObject({ type: 'legacy', chainId: 10, gasPrice: 7n, to: you, value: 5n })
  })
})

describe('the L1 fee of an OP stack chain', () => {
  const feeAnswers = {
    eth_feeHistory: { oldestBlock: '0x1', gasUsedRatio: [], baseFeePerGas: ['0xa', '0xa'], reward: [['0x1']] },
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: toHex(21_000n),
  }
  const gasFee = 21_000n * 21n
  const oracle = (data: string) => (isOperator(data) ? word(7n) : word(1_000n))

  it('is twice the data fee from the oracle, because this fee may rise, plus the operator fee', async () => {
    expect(await readL1Fee(fakeNode({ oracle }), { call, gas: 21_000n, price })).toBe(2_007n)
    const old = (data: string) => (isOperator(data) ? reverted : word(1_000n))
    expect(await readL1Fee(fakeNode({ oracle: old }), { call, gas: 21_000n, price })).toBe(2_000n)
  })

  it('is 0 without an oracle contract; readL1Fee rejects if the oracle fails or is unreachable', async () => {
    expect(await readL1Fee(fakeNode({}), { call, gas: 21_000n, price })).toBe(0n)
    const none = { oracle: reverted, eth_getCode: '0x' }
    expect(await readL1Fee(fakeNode(none), { call, gas: 21_000n, price })).toBe(0n)
    for (const broken of [
      { oracle: reverted, eth_getCode: '0x60' },
      { oracle: new WalletModalError('NETWORK_ERROR', 'offline') },
      { oracle: (data: string) => (isOperator(data) ? nodeError('header not found') : word(1_000n)) },
    ])
      await expect(readL1Fee(fakeNode(broken), { call, gas: 21_000n, price })).rejects.toThrow()
  })

  it('is subtracted from the maximum amount, and is part of the fee and of the required balance', async () => {
    const wanted = { from: me, receiver: you, contract: undefined, speed: 'standard', isBatch: false } as const
    const node = fakeNode({ ...feeAnswers, oracle, eth_getBalance: toHex(10n ** 9n) })
    const { max, fee } = await limitOf(node, wanted)
    expect([max, fee]).toEqual([10n ** 9n - gasFee - 2_007n, gasFee + 2_007n])
    expect(await costsOf(node, { ...wanted, amount: 'max' })).toMatchObject({ amount: max, fee, l1Fee: 2_007n })
    await expect(costsOf(node, { ...wanted, amount: max + 1n })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    const poor = fakeNode({
      ...feeAnswers,
      oracle,
      eth_getBalance: toHex(gasFee + 2_006n),
      eth_call: ({ data }: { data: string }) => (data === '0x313ce567' ? word(6n) : word(50n)),
    })
    expect((await limitOf(poor, { ...wanted, contract: token })).max).toBe(0n)
    await expect(costsOf(poor, { ...wanted, contract: token, amount: 5n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })

  it('makes limitOf fail with NOT_SENT if it is implausibly high', async () => {
    const node = fakeNode({ ...feeAnswers, oracle: word(10n ** 18n), eth_getBalance: toHex(10n ** 20n) })
    const wanted = { from: me, receiver: you, contract: undefined, speed: 'standard', isBatch: false } as const
    await expect(limitOf(node, wanted)).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: expect.stringContaining('implausibly high'),
    })
  })
})

describe('the L1 fee of Scroll', () => {
  it('is twice the data fee from its own oracle, which only Scroll and its test network have', async () => {
    const answers = { scrollOracle: (data: string) => (isOperator(data) ? reverted : word(1_000n)) }
    for (const caipNetworkId of ['eip155:534352', 'eip155:534351'])
      expect(await readL1Fee(fakeNode(answers, caipNetworkId), { call, gas: 21_000n, price })).toBe(2_000n)
    expect(await readL1Fee(fakeNode(answers), { call, gas: 21_000n, price })).toBe(0n)
  })
})
