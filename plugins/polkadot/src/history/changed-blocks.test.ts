import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChanges, UNKNOWN } from './changed-blocks.js'

/** Searches a chain whose account changed in these blocks, and records the blocks that were read. */
async function search(changed: readonly number[], { low = 0, high = 1000, limit = 100 } = {}) {
  const stateOf = (block: number): string => `state ${changed.filter((one) => one <= block).length}`
  const blocksRead: number[] = []
  const stateAt = async (block: number): Promise<string> => {
    blocksRead.push(block)
    return stateOf(block)
  }
  const range = { low, high, lowState: stateOf(low), highState: stateOf(high) }
  return { found: await findChanges(range, stateAt, limit), blocksRead }
}

describe('findChanges', () => {
  it('finds all blocks in which the account changed, newest first, and reads no block twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 40 }), async (changed) => {
        const { found, blocksRead } = await search(changed)
        expect(found).toEqual(changed.toSorted((one, other) => other - one))
        expect(new Set(blocksRead).size).toBe(blocksRead.length)
      }),
    )
  })

  it('reads no block if nothing changed, and few blocks per change', async () => {
    expect((await search([])).blocksRead).toEqual([])
    expect((await search([700])).blocksRead.length).toBeLessThanOrEqual(18)
    expect((await search([5, 700], { high: 64_000 })).blocksRead.length).toBeLessThanOrEqual(54)
  })

  it('starts at the oldest block whose state the node still has', async () => {
    const stateAt = async (block: number): Promise<string> => (block < 437 ? UNKNOWN : 'same')
    const range = { low: 0, high: 1000, lowState: UNKNOWN, highState: 'same' }
    expect(await findChanges(range, stateAt, 12)).toEqual([437])
  })

  it('finds only the newest changes if there are more than the limit', async () => {
    const { found, blocksRead } = await search([10, 400, 401, 999], { limit: 2 })
    expect(found).toEqual([999, 401])
    expect(blocksRead.every((block) => block >= 250)).toBe(true)
  })
})
