// @vitest-environment happy-dom
/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectionSteps } from './connections.test.steps.js'
import './machine.js' // loaded once, so that the first step finds it
import { Bench, type Model, settle } from './connections.test.bench.js'

const runs = process.env.WALLET_MODAL_LONG ? 2500 : 250
const seed = Number(process.env.WALLET_MODAL_SEED ?? Date.now() % 2 ** 31)
// more namespaces join here
const names = ['alpha', 'beta', 'gamma', 'delta']

const begin = (count: number): { model: Model; real: Bench } => ({
  model: {
    namespaces: Array.from({ length: count }, () => ({ pending: null, live: null, succeeded: 0, failed: 0, ended: 0 })),
  },
  real: new Bench(names.slice(0, count)),
})

describe.each([1, 2, 3, 4])('with %i namespaces', (count) => {
  test(`A1: any sequence of steps leaves every connection true (seed ${seed})`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(connectionSteps(count), async (steps) => {
        const { model, real } = begin(count)
        try {
          await fc.asyncModelRun(() => ({ model, real }), steps)
        } finally {
          await afterwards(real)
        }
      }),
      { numRuns: runs, seed },
    )
  })
})

/** After teardown the wallets answer everything that was still open. */
async function afterwards(bench: Bench): Promise<void> {
  const adapters = bench.names.map((_, at) => bench.adapter(at))
  bench.modal.dispose()
  const before = JSON.stringify([adapters.map((one) => one.state.peek()), { ...localStorage }])
  const events = JSON.stringify(bench.events)
  for (const { wallet, other } of bench.fakes) {
    for (const one of [wallet, other]) {
      while (one.openQuestions > 0) one.answer()
      one.changeAccounts(['fake-99'])
      one.leave()
      expect(one.listeners.size).toBe(0)
    }
  }
  await settle()
  expect(JSON.stringify([adapters.map((one) => one.state.peek()), { ...localStorage }])).toBe(before)
  expect(JSON.stringify(bench.events)).toBe(events)
  const outcomes = await Promise.all(bench.outcomes)
  expect(outcomes.length).toBe(bench.flows)
}
