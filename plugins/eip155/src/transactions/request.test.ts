import fc from 'fast-check'
import { type Address, encodeFunctionData, erc20Abi, getAddress, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { callOf, requestOf } from '../node.test.fixtures.js'
import { decodeErc20 } from './decode-call.js'
import {
  batchToText,
  type RpcTransaction,
  readBatch,
  readTransaction,
  toBatch,
  toTransaction,
  transactionToText,
} from './request.js'

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(`0x${Buffer.from(bytes).toString('hex')}`))
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const someone: Address = getAddress(`0x${'ab'.repeat(20)}`)

describe('I7: decodeErc20', () => {
  it('reads transfers and approvals', () => {
    fc.assert(
      fc.property(address, uint256, (account, amount) => {
        const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [account, amount] })
        expect(decodeErc20(transfer)).toEqual({ name: 'transfer', receiver: account, amount })
        const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [account, amount] })
        expect(decodeErc20(approve)).toEqual({ name: 'approve', spender: account, amount })
      }),
    )
  })

  it('returns undefined for call data that is longer, shorter, badly padded or of another function', () => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [someone, 5n] })
    const others = [
      `${data}00`,
      data.slice(0, -2),
      data.replace('0xa9059cbb', '0x23b872dd'),
      data.replace('a9059cbb0', 'a9059cbb1'),
      '0x',
    ] as Hex[]
    for (const one of others) expect([one, decodeErc20(one)]).toEqual([one, undefined])
  })
})

describe('I7: the review of a request', () => {
  it('has sender, receiver, amount, asset and fee of the request, for the coin and for tokens', () => {
    fc.assert(
      fc.property(fc.tuple(address, address, address), uint256, fc.boolean(), ([from, to, token], amount, isToken) => {
        const contract = isToken ? token : undefined
        const read = readTransaction(requestOf({ from, receiver: to, amount, contract }, '137'))
        const assetId = isToken ? `eip155:137/erc20:${token}` : 'eip155:137/slip44:966'
        expect(read).toMatchObject({ from, caipNetworkId: 'eip155:137', fee: 21_000n * 30n })
        expect(read.contents).toEqual([{ type: 'transfer', assetId, amount, from, to }])
      }),
    )
  })

  it('has a fee with the L1 fee of a rollup', () => {
    const request = requestOf({ from: someone, receiver: someone, amount: 5n, contract: undefined })
    expect(readTransaction(request, 7n).fee).toBe(21_000n * 30n + 7n)
  })

  it('has the fee of a legacy gas price, and is invalid without a price', () => {
    const call = callOf({ receiver: someone, amount: 5n, contract: undefined })
    const { gasPrice, ...unpriced } = toTransaction(someone, '1', {
      ...{ call, gas: 21_000n, price: { gasPrice: 9n }, fee: 0n, l1Fee: 0n },
    })
    expect([gasPrice, unpriced.maxFeePerGas]).toEqual(['0x9', undefined])
    expect(readTransaction({ ...unpriced, gasPrice: '0x9' }).fee).toBe(21_000n * 9n)
    expect(() => readTransaction(unpriced)).toThrow('The transaction has no gas price.')
  })

  it('names each call by its function if known, else by its selector', () => {
    const coins = { to: someone, value: 5n, data: '0x' } as const
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [someone, 1n] })
    const calls = [coins, { ...coins, data: approve }, { ...coins, data: '0x12345678aa' as const }]
    expect(readBatch(toBatch(someone, '1', calls)).call).toBe('—, approve(address,uint256), 0x12345678')
  })

  it('does not require atomicity for a batch of one call, because fewer wallets support it', () => {
    const batch = toBatch(someone, '1', [{ to: someone, value: 5n, data: '0x' }])
    expect(batch.atomicRequired).toBe(false)
    expect(readBatch(batch).payload).toMatch(/call 1\nto: /)
  })

  it('has a text that changes with every field, so that a changed request cannot pass as the reviewed one', () => {
    const request = requestOf({ from: someone, receiver: someone, amount: 5n, contract: undefined })
    const shown = transactionToText(request)
    for (const field of Object.keys(request) as (keyof RpcTransaction)[])
      expect([field, transactionToText({ ...request, [field]: '0x1234' }) === shown]).toEqual([field, false])
    expect(transactionToText({ ...request, ...{ accessList: [] } })).not.toBe(shown)
  })

  it('shows an unknown call, and a token transfer with a coin value, as undecoded', () => {
    const transfer = requestOf({ from: someone, receiver: someone, amount: 5n, contract: someone })
    for (const change of [{ data: '0x12345678' }, { value: '0x1' }] as const) {
      const request = { ...transfer, ...change }
      const [call] = readTransaction(request).contents
      expect(call).toMatchObject({ type: 'undecoded', target: someone, name: request.data.slice(0, 10) })
    }
  })

  it('lists each call of a batch, and has the fee setByWallet', () => {
    const calls = [
      { to: someone, value: 5n, data: '0x' },
      { to: someone, value: 0n, data: '0x12345678' },
    ] as const
    const batch = toBatch(someone, '1', calls)
    expect(readBatch(batch)).toMatchObject({
      ...{ from: someone, caipNetworkId: 'eip155:1', fee: 'setByWallet' },
      contents: [
        { type: 'transfer', amount: 5n },
        { type: 'undecoded', name: '0x12345678' },
      ],
    })
    expect(batch.atomicRequired).toBe(true)
    const [first, second] = batch.calls
    if (!first || !second) throw new Error('There are no calls.')
    expect(batchToText({ ...batch, calls: [first, { ...second, value: '0x1' }] })).not.toBe(batchToText(batch))
  })
})
