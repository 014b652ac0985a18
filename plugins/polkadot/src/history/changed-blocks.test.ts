import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChanges, UNKNOWN } from './changed-blocks.js'

/** Looks through a chain whose account changed in these blocks, and counts the questions. */
async function search(changed: readonly number[], { low = 0, high = 1000, limit = 100 } = {}) {
  const stateOf = (block: number): string => `state ${changed.filter((one) => one <= block).length}`
  const asked: number[] = []
  const stateAt = async (block: number): Promise<string> => {
    asked.push(block)
    return stateOf(block)
  }
  const range = { low, high, lowState: stateOf(low), highState: stateOf(high) }
  return { found: await findChanges(range, stateAt, limit), asked }
}

describe('the blocks in which an account changed', () => {
  it('are all found, the newest first, and no block is asked for twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 1000 }), { maxLength: 40 }), async (changed) => {
        const { found, asked } = await search(changed)
        expect(found).toEqual(changed.toSorted((one, other) => other - one))
        expect(new Set(asked).size).toBe(asked.length)
      }),
    )
  })

  it('cost nothing where there are none, and few questions each', async () => {
    expect((await search([])).asked).toEqual([])
    expect((await search([700])).asked.length).toBeLessThanOrEqual(18)
    expect((await search([5, 700], { high: 64_000 })).asked.length).toBeLessThanOrEqual(54)
  })

  it('begin with the oldest that is known, where older ones are not', async () => {
    const stateAt = async (block: number): Promise<string> => (block < 437 ? UNKNOWN : 'same')
    const range = { low: 0, high: 1000, lowState: UNKNOWN, highState: 'same' }
    expect(await findChanges(range, stateAt, 12)).toEqual([437])
  })

  it('are the newest where there are more than wanted', async () => {
    const { found, asked } = await search([10, 400, 401, 999], { limit: 2 })
    expect(found).toEqual([999, 401])
    expect(asked.every((block) => block >= 250)).toBe(true)
  })
})
