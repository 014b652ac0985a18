// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SubmitOutcome } from '../transactions.js'
import { createStage, settle } from './flow.test.fixtures.js'
import { CHANGED_MS, REFRESH_MS } from './preparation.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Flow that displays a transaction. */
async function ready() {
  const stage = createStage()
  stage.flow.watch()
  await settle()
  return stage
}

describe('a transaction that changed while it was reviewed', () => {
  it('is not submitted at once: the click was meant for the previous one', async () => {
    using stage = await ready()
    stage.review = { fee: 200n }
    stage.flow.prepare()
    await settle()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: { code: 'changed' } })
    await vi.advanceTimersByTimeAsync(CHANGED_MS - 10)
    expect(await stage.flow.submit()).toEqual({ status: 'notSubmitted' })
    expect([stage.submitted, stage.flow.state.peek().status]).toEqual([0, 'ready'])
    await vi.advanceTimersByTimeAsync(10)
    expect(await stage.flow.submit()).toMatchObject({ status: 'sent' })
  })

  it.each<[string, () => Promise<SubmitOutcome>, string]>([
    ['declined', async () => ({ status: 'rejected' }), 'changed'],
    ['failed', () => Promise.reject(new Error('offline')), 'failed'],
  ])('is not submitted at once after an attempt that %s', async (_, outcome, code) => {
    using stage = await ready()
    stage.outcome = outcome
    const attempt = stage.flow.submit()
    stage.review = { fee: 200n }
    await attempt
    await settle()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: { code } })
    expect(await stage.flow.submit()).toEqual({ status: 'notSubmitted' })
    expect(stage.submitted).toBe(1)
  })

  it('is submitted at once after a refresh that only keeps the notice', async () => {
    using stage = await ready()
    stage.review = { fee: 200n }
    stage.flow.prepare()
    await vi.advanceTimersByTimeAsync(REFRESH_MS + 10)
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: { code: 'changed' } })
    expect(await stage.flow.submit()).toMatchObject({ status: 'sent' })
  })
})
