import { describe, expect, it } from 'vitest'
import type { BitcoinOutput } from '../contract.js'
import { nodeOf } from '../node.test.fixtures.js'
import { findCoins, findRate } from './coins.js'

const rateOf = (estimated: bigint | undefined, least: bigint) =>
  findRate(nodeOf({ estimate: async () => estimated, minFeeRate: async () => least }))

describe('findCoins', () => {
  it('reads the 400 largest coins, and reports the sum of the others as unlisted', async () => {
    const coins = Array.from({ length: 405 }, (_, index) => ({
      ...{ txid: 'ab'.repeat(32), height: 1 },
      ...{ index, value: BigInt(index + 1) },
    }))
    const node = nodeOf({
      output: async ({ index }) => ({ isCoinbase: false, confirmations: 1, value: BigInt(index + 1) }),
    })
    const found = await findCoins(coins, node)
    expect([found.coins.length, found.coins[0]?.value, found.coins.at(-1)?.value, found.unlistedAmount]).toEqual([
      400,
      405n,
      6n,
      15n,
    ])
  })
})

describe('a coin', () => {
  const coin = { txid: 'ab'.repeat(32), index: 0, height: 1, value: 5_000n }
  const confirmed = { isCoinbase: false, confirmations: 1, value: 5_000n }
  const isSpendable = async (output: BitcoinOutput | undefined): Promise<boolean> => {
    const node = nodeOf({ output: async () => output })
    return (await findCoins([coin], node)).coins.length > 0
  }

  it.each<[string, BitcoinOutput]>([
    ['with one confirmation', confirmed],
    ['of a coinbase transaction with 100 confirmations', { ...confirmed, isCoinbase: true, confirmations: 100 }],
  ])('%s can be spent', async (_, output) => {
    expect(await isSpendable(output)).toBe(true)
  })

  it.each<[string, BitcoinOutput | undefined]>([
    ['that is already spent', undefined],
    ['without confirmations', { ...confirmed, confirmations: 0 }],
    ['of a coinbase transaction with 99 confirmations', { ...confirmed, isCoinbase: true, confirmations: 99 }],
    ['whose value differs from that in the list', { ...confirmed, value: 5_001n }],
  ])('%s cannot be spent', async (_, output) => {
    expect(await isSpendable(output)).toBe(false)
  })
})

describe('the fee rate', () => {
  it('is the estimate of the node, at most 1,000 satoshis per byte', async () => {
    expect(await rateOf(5_000n, 1_000n)).toEqual({ rate: 5_000n, isMinimum: false })
    expect(await rateOf(10n ** 9n, 1_000n)).toEqual({ rate: 1_000_000n, isMinimum: false })
  })

  it('is the minimum of the node if the node has no estimate', async () => {
    expect(await rateOf(undefined, 1_000_000n)).toEqual({ rate: 1_000_000n, isMinimum: true })
  })

  it.each([undefined, 5_000n, 10n ** 9n])(
    'is rejected if the minimum of the node is above 1,000 satoshis per byte, with an estimate of %s',
    async (one) => {
      const refused = { code: 'NOT_SENT', message: 'Nothing was sent. The node reports an implausibly high fee.' }
      await expect(rateOf(one, 1_000_001n)).rejects.toMatchObject(refused)
      await expect(rateOf(one, 10n ** 14n)).rejects.toMatchObject(refused)
    },
  )
})
