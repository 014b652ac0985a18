import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import { decodeTransfer, decodeUint, encodeBalanceOf, encodeTransfer } from './abi.js'
import { readRequest, type TransactionRequest, toRequest, toText } from './request.js'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const price = { maxFeePerGas: 30n, maxPriorityFeePerGas: 2n }

describe('I7: the bytes of a transfer', () => {
  it('are those that an independent library makes and reads', () => {
    fc.assert(
      fc.property(address, uint256, (to, amount) => {
        const data = encodeTransfer(to, amount) as `0x${string}`
        expect(data).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }))
        expect(decodeFunctionData({ abi: erc20Abi, data }).args).toEqual([to, amount])
        expect(decodeTransfer(data)).toEqual({ receiver: to, amount })
        expect(encodeBalanceOf(to)).toBe(encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [to] }))
      }),
    )
  })

  it('are read only where they are a transfer and nothing else', () => {
    const data = encodeTransfer(`0x${'ab'.repeat(20)}`, 5n)
    const others = [
      `${data}00`,
      data.slice(0, -2),
      data.replace('0xa9059cbb', '0x095ea7b3'),
      data.replace('a9059cbb0', 'a9059cbb1'),
      '0x',
      '',
    ]
    for (const one of others) expect(decodeTransfer(one)).toBeUndefined()
  })

  it('hold no amount that is no uint256', () => {
    for (const amount of [-1n, 2n ** 256n])
      expect(() => encodeTransfer(`0x${'ab'.repeat(20)}`, amount)).toThrow(RangeError)
    expect(decodeUint('0x01')).toBeUndefined()
  })
})

describe('I7: the review', () => {
  it('says what the request says, for the coin and for tokens', () => {
    fc.assert(
      fc.property(
        fc.tuple(address, address, address),
        uint256,
        fc.boolean(),
        ([from, receiver, token], amount, isToken) => {
          const contract = isToken ? token : undefined
          const request = toRequest({ from, receiver, amount, contract }, '137', 21_000n, price)
          expect(readRequest(request)).toMatchObject({
            from,
            to: receiver,
            amount,
            caipNetworkId: 'eip155:137',
            assetId: isToken ? `eip155:137/erc20:${token}` : 'eip155:137/slip44:966',
            fee: 21_000n * 30n,
          })
        },
      ),
    )
  })

  it('changes with every field of the request, so a changed one cannot pass for the shown one', () => {
    const from = getAddress(`0x${'ab'.repeat(20)}`)
    const request = toRequest({ from, receiver: from, amount: 5n, contract: undefined }, '1', 21_000n, price)
    const shown = toText(request)
    for (const field of Object.keys(request) as (keyof TransactionRequest)[])
      expect([field, toText({ ...request, [field]: '0x1234' }) === shown]).toEqual([field, false])
    expect(toText({ ...request, accessList: [] })).not.toBe(shown)
  })

  it('refuses a call that it cannot read, and a transfer that carries coins', () => {
    const from = getAddress(`0x${'ab'.repeat(20)}`)
    const transfer = toRequest({ from, receiver: from, amount: 5n, contract: from }, '1', 21_000n, price)
    expect(() => readRequest({ ...transfer, data: '0x095ea7b3' })).toThrow('not the payment')
    expect(() => readRequest({ ...transfer, value: '0x1' })).toThrow('not the payment')
  })
})
