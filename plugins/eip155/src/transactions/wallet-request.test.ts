import { describe, expect, it } from 'vitest'
import { fakeChain, me, toHex, you } from './chain.test.fixtures.js'
import { buildBatch } from './wallet-request.js'

const payment = (value: bigint) => ({ to: you, value, data: '0x' as const })
const batchOf = (coins: bigint, values: readonly bigint[]) => {
  const chain = fakeChain({ eth_getBalance: toHex(coins) })
  const draft = { chain, from: me, reference: '1', requestWallet: async () => undefined }
  return buildBatch(draft, values.map(payment), 'standard')
}

describe('buildBatch', () => {
  it('has every call, and the account must hold the sum of their coins', async () => {
    const { content, calls } = await batchOf(7n, [3n, 4n])
    expect(calls).toEqual([payment(3n), payment(4n)])
    expect(content).toMatchObject({ from: me, caipNetworkId: 'eip155:1', fee: 'setByWallet' })
    await expect(batchOf(6n, [3n, 4n])).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
  })
})
