// @vitest-environment happy-dom
/// <reference types="node" />
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { connectionSteps } from './connections.test.fixtures.js'
// loaded in advance: the kernel imports these modules on demand, which could take longer than the turns of the event loop that a step waits for
import './machine.js'
import './actions.js'
import './restore.js'
import { Bench, type Model, nothingYet, settle } from './connections.test.bench.js'

const times = process.env.WALLET_MODAL_LONG ? 10 : 1
const seed = Number(process.env.WALLET_MODAL_SEED)
const names = ['alpha', 'beta', 'gamma', 'delta']

const begin = (count: number): { model: Model; real: Bench } => ({
  model: {
    namespaces: Array.from({ length: count }, nothingYet),
  },
  real: new Bench(names.slice(0, count)),
})

describe.each([
  [1, 400],
  [4, 1000],
])('with %i namespaces', (count, runs) => {
  test(`A1: after any sequence of steps, every connection is in the expected state (seed ${seed})`, {
    timeout: 600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(connectionSteps(count), async (steps) => {
        const { model, real } = begin(count)
        try {
          await fc.asyncModelRun(() => ({ model, real }), steps)
        } finally {
          await afterwards(real)
        }
      }),
      { numRuns: runs * times, seed },
    )
  })
})

/** Disposes the modal. Wallets then reply to all pending requests and emit events, and nothing may change. */
async function afterwards(bench: Bench): Promise<void> {
  const adapters = bench.names.map((_, at) => bench.adapter(at))
  bench.modal.dispose()
  const before = JSON.stringify([
    adapters.map((one) => [one.state.peek(), one.connections.peek()]),
    { ...localStorage },
  ])
  const events = JSON.stringify(bench.events)
  for (const one of bench.wallets()) {
    while (one.pendingRequests > 0) one.answer()
    one.changeAccounts(['fake-99'])
    one.leave()
    expect(one.listeners.size).toBe(0)
  }
  await settle()
  expect(JSON.stringify([adapters.map((one) => [one.state.peek(), one.connections.peek()]), { ...localStorage }])).toBe(
    before,
  )
  expect(JSON.stringify(bench.events)).toBe(events)
  const outcomes = await Promise.all(bench.outcomes)
  expect(outcomes.length).toBe(bench.flows)
}
