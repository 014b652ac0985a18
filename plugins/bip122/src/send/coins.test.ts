import { describe, expect, it } from 'vitest'
import { findRate } from './coins.js'
import type { BitcoinNode } from './node.js'

const rateOf = (estimated: bigint | undefined, least: bigint) =>
  findRate({ estimate: async () => estimated, leastRate: async () => least } as unknown as BitcoinNode)

describe('the fee rate', () => {
  it('is what the node reckons, and at most 1,000 satoshis for a byte', async () => {
    expect(await rateOf(5_000n, 1_000n)).toEqual({ rate: 5_000n, isLeast: false })
    expect(await rateOf(10n ** 9n, 1_000n)).toEqual({ rate: 1_000_000n, isLeast: false })
  })

  it('is the least that the node takes where it has no data', async () => {
    expect(await rateOf(undefined, 1_000_000n)).toEqual({ rate: 1_000_000n, isLeast: true })
  })

  it.each([undefined, 5_000n, 10n ** 9n])('is refused where a node takes nothing sane, estimating %s', async (one) => {
    const refused = { code: 'NOT_SENT', message: 'The node asks for an absurd fee. Nothing was sent.' }
    await expect(rateOf(one, 1_000_001n)).rejects.toMatchObject(refused)
    await expect(rateOf(one, 10n ** 14n)).rejects.toMatchObject(refused)
  })
})
