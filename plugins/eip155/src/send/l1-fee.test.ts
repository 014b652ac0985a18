import fc from 'fast-check'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  serializeTransaction,
  toRlp,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { encodeGetL1Fee, encodeGetOperatorFee, toHex } from './abi.js'
import { fakeChain, nodeError } from './chain.test.steps.js'
import { limitOf, weigh } from './funds.js'
import { readL1Fee, serialize } from './l1-fee.js'
import { toCall } from './request.js'
import { encodeRlp } from './rlp.js'

const abi = parseAbi(['function getL1Fee(bytes)', 'function getOperatorFee(uint256)'])
const [me, you, token] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}`) as [Address, Address, Address]
const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`
const price = { maxFeePerGas: 21n, maxPriorityFeePerGas: 1n }
const payment = { from: me, receiver: you, amount: 5n, contract: undefined }
const reverted = nodeError('execution reverted', 3)
const isOperator = (data: string): boolean => data.startsWith('0x275aedd2')

describe('the bytes that are weighed', () => {
  const uint = fc.bigInt({ min: 0n, max: 2n ** 128n })
  const address = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))

  it('are those of the unsigned transaction as an independent library makes them', () => {
    const chainId = fc.bigInt({ min: 1n, max: 2n ** 40n })
    const sends = fc.record({ chainId, gas: uint, tip: uint, amount: uint, to: address, isToken: fc.boolean() })
    fc.assert(
      fc.property(sends, ({ chainId, gas, tip, amount, to, isToken }) => {
        const paid = { from: me, receiver: to, amount, contract: isToken ? token : undefined }
        const call = toCall(paid)
        const same = {
          chainId: Number(chainId),
          nonce: 0xffffff,
          gas,
          to: call.to as Address,
          value: BigInt(call.value),
          data: call.data as Hex,
        }
        const prices = { maxFeePerGas: tip * 2n, maxPriorityFeePerGas: tip }
        expect(`0x${serialize({ payment: paid, gas, price: prices }, String(chainId))}`).toBe(
          serializeTransaction({ ...same, ...prices, type: 'eip1559' }),
        )
        expect(`0x${serialize({ payment: paid, gas, price: { gasPrice: tip } }, String(chainId))}`).toBe(
          serializeTransaction({ ...same, gasPrice: tip, type: 'legacy' }),
        )
      }),
    )
  })

  it('RLP is that of an independent library', () => {
    const { item } = fc.letrec<{ item: string | readonly string[] }>((tie) => ({
      item: fc.oneof(
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('hex')),
        fc.array(tie('item') as fc.Arbitrary<string>, { maxLength: 4 }),
      ),
    }))
    const prefixed = (one: string | readonly string[]): never =>
      (typeof one === 'string' ? `0x${one}` : one.map(prefixed)) as never // viem's nested type
    fc.assert(fc.property(item, (one) => void expect(`0x${encodeRlp(one)}`).toBe(toRlp(prefixed(one)))))
  })

  it('are handed to the oracle as its ABI has it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), uint, (bytes, gas) => {
        const digits = Buffer.from(bytes).toString('hex')
        const call = encodeFunctionData({ abi, functionName: 'getL1Fee', args: [`0x${digits}`] })
        expect(encodeGetL1Fee(digits)).toBe(call)
        expect(decodeFunctionData({ abi, data: encodeGetOperatorFee(gas) as Hex }).args).toEqual([gas])
      }),
    )
  })
})

describe('M7: what a chain of the OP stack takes beside the gas', () => {
  const able = {
    eth_feeHistory: { baseFeePerGas: ['0xa', '0xa'], reward: [['0x1']] },
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: toHex(21_000n),
  }
  const gasFee = 21_000n * 21n
  const oracle = (data: string) => (isOperator(data) ? word(7n) : word(1_000n))

  it('is twice what the oracle says, as its price moves, and what the operator takes', async () => {
    expect(await readL1Fee(fakeChain({ oracle }), { payment, gas: 21_000n, price })).toBe(2_007n)
    const old = (data: string) => (isOperator(data) ? reverted : word(1_000n))
    expect(await readL1Fee(fakeChain({ oracle: old }), { payment, gas: 21_000n, price })).toBe(2_000n)
  })

  it('is nothing where there is no oracle, and not known where it cannot be asked', async () => {
    expect(await readL1Fee(fakeChain({}), { payment, gas: 21_000n, price })).toBe(0n)
    const none = { oracle: reverted, eth_getCode: '0x' }
    expect(await readL1Fee(fakeChain(none), { payment, gas: 21_000n, price })).toBe(0n)
    for (const broken of [{ oracle: reverted, eth_getCode: '0x60' }, { oracle: new TypeError('offline') }])
      await expect(readL1Fee(fakeChain(broken), { payment, gas: 21_000n, price })).rejects.toThrow()
  })

  it('is in Max, in the fee, and in what the account has to hold', async () => {
    const wanted = { from: me, receiver: you, contract: undefined, speed: 'standard' } as const
    const chain = fakeChain({ ...able, oracle, eth_getBalance: toHex(10n ** 9n) })
    const { max, fee } = await limitOf(chain, wanted)
    expect([max, fee]).toEqual([10n ** 9n - gasFee - 2_007n, gasFee + 2_007n])
    expect(await weigh(chain, { ...wanted, amount: 'max' })).toMatchObject({ amount: max, fee, l1Fee: 2_007n })
    await expect(weigh(chain, { ...wanted, amount: max + 1n })).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    const poor = fakeChain({ ...able, oracle, eth_getBalance: toHex(gasFee + 2_006n), eth_call: word(50n) })
    expect((await limitOf(poor, { ...wanted, contract: token })).max).toBe(0n)
    await expect(weigh(poor, { ...wanted, contract: token, amount: 5n })).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    })
  })

  it('H4: an oracle that asks too much gets no payment', async () => {
    const chain = fakeChain({ ...able, oracle: word(10n ** 18n), eth_getBalance: toHex(10n ** 20n) })
    const wanted = { from: me, receiver: you, contract: undefined, speed: 'standard' } as const
    await expect(limitOf(chain, wanted)).rejects.toMatchObject({
      code: 'NOT_SENT',
      message: expect.stringContaining('absurd'),
    })
  })
})
