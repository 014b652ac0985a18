// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SubmitOutcome } from '../transactions.js'
import { createStage, settle } from './flow.test.fixtures.js'
import { REFRESH_MS } from './preparation.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Flow that displays a transaction. */
async function ready() {
  const stage = createStage()
  stage.flow.watch()
  await settle()
  return stage
}

it.each<[string, () => Promise<SubmitOutcome>, string]>([
  ['declined', async () => ({ status: 'rejected' }), 'changed'],
  ['failed', () => Promise.reject(new Error('offline')), 'failed'],
])('a transaction that changed during an attempt that %s gets its notice', async (_, outcome, code) => {
  using stage = await ready()
  stage.outcome = outcome
  const attempt = stage.flow.submit()
  stage.review = { fee: 200n }
  await attempt
  await settle()
  expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: { code } })
})

it('the transaction after a sent one, such as a swap after its approval, is not announced as a change', async () => {
  using stage = await ready()
  await stage.flow.submit()
  stage.review = { fee: 200n }
  stage.flow.prepare()
  await settle()
  expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: undefined })
})

it('a transaction that changed while the view has hidden it is not announced as a change', async () => {
  using stage = await ready()
  stage.review = { fee: 200n }
  stage.flow.forgetReview()
  stage.flow.prepare()
  await settle()
  expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: undefined })
})

it('a change that the notice of a failed attempt hides is announced by the next refresh', async () => {
  using stage = await ready()
  stage.outcome = () => Promise.reject(new Error('offline'))
  const attempt = stage.flow.submit()
  stage.review = { fee: 200n }
  await attempt
  await vi.advanceTimersByTimeAsync(REFRESH_MS + 1)
  expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: { code: 'changed' } })
})
