import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { createFamiliesStage, cycles, families, type Holdings, holdings, openings } from './support/families-page.js'

const stage = createFamiliesStage()
const isLong = process.env.WALLET_MODAL_LONG === '1'

interface Schedule {
  /** Rounds before the first measurement. */
  readonly warmUp: number
  /** Rounds between the first and the last measurement. */
  readonly rounds: number
}

const exact = ({ heapBytes: _heap, objects: _objects, ...rest }: Holdings) => rest

/**
 * Expects the same nodes, listeners, timers and storage before and after the rounds. Objects are also counted half-way: the browser may create some
 * objects once, for example for newly loaded code, but a leak in every round, or in every tenth round, adds objects in both halves.
 */
async function expectNoLeak(
  page: Page,
  { warmUp, rounds }: Schedule,
  run: (times: number) => Promise<void>,
): Promise<void> {
  await run(warmUp)
  const early = await holdings(page)
  await run(rounds / 2)
  const middle = await holdings(page)
  await run(rounds / 2)
  const late = await holdings(page)
  expect(early.timers).toBe(0)
  expect(exact(late)).toEqual(exact(early))
  expect(Math.min(middle.objects - early.objects, late.objects - middle.objects)).toBeLessThan(rounds / 20)
  if (!isLong) return
  // the heap also contains the browser's compiled code, which grows for one or two thousand rounds and then stays constant
  await run(2 * rounds)
  const settled = await holdings(page)
  await run(rounds)
  expect((await holdings(page)).heapBytes / settled.heapBytes).toBeLessThan(1.01)
}

describe('a page with wallets of every chain family', { timeout: isLong ? 600_000 : 180_000 }, () => {
  it.each([...(isLong ? families.map((one) => [one, [one]] as const) : []), ['all four', families] as const])(
    'K1: ended connections leave no nodes, listeners, timers or objects: %s',
    async (_, among) => {
      const { page } = await stage.open()
      // the page prefetches once while it is idle, and loads the account view once, with the first connection
      await page.waitForTimeout(1500)
      await cycles(page, { among, times: 1 })
      await page.waitForTimeout(1500)
      const schedule = isLong ? { warmUp: 100, rounds: 600 } : { warmUp: 20, rounds: 40 }
      await expectNoLeak(page, schedule, (times) => cycles(page, { among, times }))
    },
  )

  it.each([
    ['nobody is connected', []],
    ['a wallet of each family is connected', families],
  ])('K1: opening and closing the modal leaves no nodes, listeners, timers or objects, while %s', async (_, among) => {
    const { page } = await stage.open()
    await cycles(page, { among, times: 1, stay: true })
    const schedule = isLong ? { warmUp: 100, rounds: 900 } : { warmUp: 60, rounds: 80 }
    await expectNoLeak(page, schedule, (times) => openings(page, times))
  })
})
