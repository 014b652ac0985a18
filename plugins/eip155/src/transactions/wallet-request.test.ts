import { describe, expect, it } from 'vitest'
import { fakeNode, me, toHex, you } from '../node.test.fixtures.js'
import { buildBatch, buildTransaction } from './wallet-request.js'

const payment = (value: bigint) => ({ to: you, value, data: '0x' as const })
const batchOf = (coins: bigint, values: readonly bigint[], paysBatchFee = false) => {
  const node = fakeNode({ eth_getBalance: toHex(coins), eth_gasPrice: toHex(2n) })
  const draft = { node, from: me, reference: '1', requestWallet: async () => undefined, paysBatchFee }
  return buildBatch(draft, values.map(payment), 'standard')
}

describe('buildBatch', () => {
  it('has every call, and the account must hold the sum of their coins', async () => {
    const { content, calls } = await batchOf(7n, [3n, 4n])
    expect(calls).toEqual([payment(3n), payment(4n)])
    expect(content).toMatchObject({ from: me, caipNetworkId: 'eip155:1', fee: 'setByWallet' })
    await expect(batchOf(6n, [3n, 4n])).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })

  it('an account that pays the fee itself must also hold the fee of the smallest transaction', async () => {
    const fee = 21_000n * 2n
    expect((await batchOf(7n + fee, [3n, 4n], true)).calls.length).toBe(2)
    await expect(batchOf(6n + fee, [3n, 4n], true)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})

describe('buildTransaction', () => {
  const build = (isEstimate: boolean) => {
    const node = fakeNode({ eth_getBalance: toHex(7n), eth_gasPrice: toHex(2n), eth_estimateGas: toHex(21_000n) })
    const draft = { node, from: me, reference: '1', requestWallet: async () => undefined }
    return buildTransaction(draft, payment(7n), { speed: 'standard', isEstimate, nonces: new Map() })
  }

  it('returns the fee for an estimate, although the balance covers only the value', async () => {
    expect((await build(true)).content.fee).toBe(42_000n)
    await expect(build(false)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})
