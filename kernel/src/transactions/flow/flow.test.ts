// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WalletModalError } from '../../errors/errors.js'
import type { SubmitOutcome } from '../transactions.js'
import { createStage, sent, settle } from './flow.test.fixtures.js'
import type { TransactionPlan } from './flow-state.js'
import { REFRESH_MS } from './preparation.js'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a flow', () => {
  it('is idle unless its review is displayed', async () => {
    using stage = createStage()
    expect(stage.flow.state.peek()).toEqual({ status: 'idle' })
    const leave = stage.flow.watch()
    expect(stage.flow.state.peek().status).toBe('preparing')
    await settle()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: undefined })
    leave()
    expect(stage.flow.state.peek()).toEqual({ status: 'idle' })
    await vi.advanceTimersByTimeAsync(3 * REFRESH_MS)
    expect(stage.prepared.length).toBe(1)
  })

  it('C1: prepare() does not make a transaction ready again that is pending in the wallet', async () => {
    using stage = createStage()
    stage.outcome = () => new Promise(() => undefined)
    stage.flow.watch()
    await settle()
    void stage.flow.submit()
    stage.flow.prepare()
    await settle()
    expect([stage.flow.state.peek().status, stage.prepared.length]).toEqual(['submitting', 1])
  })

  it('fails with "missing" if there is no plan, but not while the plan is being completed', async () => {
    using stage = createStage()
    stage.plan.value = null
    stage.flow.watch()
    expect(stage.flow.state.peek()).toEqual({ status: 'failed', notice: { code: 'missing' } })
    stage.isCompleting.value = true
    stage.flow.prepare()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'preparing' })
    stage.plan.value = stage.planOf('b')
    await settle()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', displayed: { plan: { key: 'b' } } })
  })

  it('fails with the reason why there is no plan, if there is one', async () => {
    using stage = createStage()
    stage.flow.watch()
    await settle()
    const failure = { code: 'failed', error: new Error('offline') } as const
    stage.planFailure.value = failure
    stage.plan.value = null
    expect(stage.flow.state.peek()).toEqual({ status: 'failed', notice: failure })
  })

  it('fails with a notice if the completion of the plan ends without a plan', async () => {
    using stage = createStage()
    stage.isCompleting.value = true
    stage.flow.watch()
    await settle()
    stage.plan.value = null
    expect(stage.flow.state.peek().status).toBe('preparing')
    stage.isCompleting.value = false
    expect(stage.flow.state.peek()).toEqual({ status: 'failed', notice: { code: 'changed' } })
  })

  it.each([
    ['result', (plan: TransactionPlan): TransactionPlan['prepare'] => plan.prepare],
    ['error', () => () => Promise.reject(new Error('late'))],
  ])('C3: does not display the late %s of an earlier plan', async (_, replyOf) => {
    using stage = createStage()
    stage.flow.watch()
    const slow = stage.planOf('slow')
    let replies = 0
    const prepare: TransactionPlan['prepare'] = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      replies++
      return replyOf(slow)(...given)
    }
    stage.plan.value = { ...slow, prepare }
    await settle()
    stage.plan.value = stage.planOf('quick')
    await vi.advanceTimersByTimeAsync(1000)
    expect(replies).toBe(1)
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', displayed: { plan: { key: 'quick' } } })
  })

  it.each([
    ['INSUFFICIENT_FUNDS', 'insufficient'],
    ['REFUSED', 'refused'],
    ['CHANGED_MEANWHILE', 'changed'],
    ['NETWORK_ERROR', 'failed'],
  ] as const)('reports the error %s as the notice "%s"', async (code, notice) => {
    using stage = createStage()
    stage.prepareError = new WalletModalError(code, 'No.')
    stage.flow.watch()
    await settle()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'failed', notice: { code: notice } })
    expect(await stage.flow.submit()).toEqual({ status: 'notSubmitted' })
  })

  it('requires another review if another wallet signs', async () => {
    using stage = createStage()
    stage.flow.watch()
    await settle()
    stage.plan.value = stage.planOf('b', 'other')
    await settle()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: { code: 'changed' } })
  })

  it('compares a refresh with the review that the visitor last saw, not with the previous refresh', async () => {
    using stage = createStage()
    stage.flow.watch()
    await settle()
    const noticeAt = async (fee: bigint): Promise<string | undefined> => {
      stage.review = { fee }
      await vi.advanceTimersByTimeAsync(REFRESH_MS + 1)
      const now = stage.flow.state.peek()
      return now.status === 'ready' ? now.notice?.code : now.status
    }
    expect([await noticeAt(109n), await noticeAt(110n), await noticeAt(111n)]).toEqual([
      undefined,
      undefined,
      'changed',
    ])
  })

  it('returns to the standard speed if preparing with another speed failed', async () => {
    using stage = createStage()
    const leave = stage.flow.watch()
    await settle()
    stage.prepareError = new WalletModalError('INSUFFICIENT_FUNDS', 'Too little.')
    stage.flow.chooseSpeed('instant')
    await settle()
    leave()
    stage.flow.watch()
    expect(stage.prepared).toEqual(['standard', 'instant', 'standard'])
  })
})

describe('submitting', () => {
  async function ready() {
    const stage = createStage()
    stage.flow.watch()
    await settle()
    return stage
  }

  it('C1: happens once for two calls, and sets the status immediately', async () => {
    using stage = await ready()
    const first = stage.flow.submit()
    expect(stage.flow.state.peek().status).toBe('submitting')
    expect(await stage.flow.submit()).toEqual({ status: 'notSubmitted' })
    expect(await first).toEqual({ status: 'sent', sent })
    expect(stage.submitted).toBe(1)
    expect(stage.flow.state.peek()).toMatchObject({ status: 'sent', sent })
  })

  it('the speed cannot be changed while the wallet is asked', async () => {
    using stage = await ready()
    stage.outcome = () => new Promise(() => undefined)
    void stage.flow.submit()
    stage.flow.chooseSpeed('instant')
    await settle()
    expect([stage.flow.speed.peek(), stage.flow.state.peek().status, stage.prepared]).toEqual([
      'standard',
      'submitting',
      ['standard'],
    ])
  })

  it('does not submit an outdated transaction, and prepares it again', async () => {
    using stage = await ready()
    vi.setSystemTime(Date.now() + 2 * REFRESH_MS + 1)
    expect(await stage.flow.submit()).toEqual({ status: 'notSubmitted' })
    await settle()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: { code: 'changed' } })
    expect(stage.submitted).toBe(0)
  })

  it.each<[string, () => Promise<SubmitOutcome>, string, string]>([
    ['rejected in the wallet', async () => ({ status: 'rejected' }), 'rejected', 'declined'],
    ['failed', () => Promise.reject(new Error('no')), 'failed', 'failed'],
  ])('prepares the transaction again after it was %s, with a notice', async (_, outcome, status, code) => {
    using stage = await ready()
    stage.outcome = outcome
    expect(await stage.flow.submit()).toMatchObject({ status })
    await settle()
    expect(stage.flow.state.peek()).toMatchObject({ status: 'ready', notice: { code } })
  })

  it('after a reset, stays `submitting` until the outcome, and does not report the outcome in `state`', async () => {
    using stage = await ready()
    stage.outcome = () => new Promise((resolve) => setTimeout(() => resolve({ status: 'rejected' }), 500))
    const pending = stage.flow.submit()
    stage.flow.reset()
    stage.plan.value = stage.planOf('b')
    stage.flow.watch()
    expect(stage.flow.state.peek().status).toBe('submitting')
    await vi.advanceTimersByTimeAsync(600)
    expect(await pending).toEqual({ status: 'rejected' })
    expect(stage.flow.state.peek()).toMatchObject({
      status: 'ready',
      notice: undefined,
      displayed: { plan: { key: 'b' } },
    })
  })

  it('does not block the next transaction after its wallet disconnected', async () => {
    using stage = await ready()
    stage.outcome = () => new Promise((resolve) => setTimeout(() => resolve({ status: 'sent', sent }), 500))
    const pending = stage.flow.submit()
    stage.flow.release('other')
    expect(stage.flow.state.peek().status).toBe('submitting')
    stage.flow.release('fake')
    stage.flow.watch()
    await settle()
    const next = stage.flow.state.peek()
    await vi.advanceTimersByTimeAsync(600)
    expect(await pending).toMatchObject({ status: 'sent' })
    expect([next.status, stage.flow.state.peek() === next]).toEqual(['ready', true])
  })

  it('resolves with its outcome even if no view is displayed', async () => {
    using stage = createStage()
    const leave = stage.flow.watch()
    await settle()
    const pending = stage.flow.submit()
    leave()
    expect(await pending).toMatchObject({ status: 'sent' })
    expect(stage.flow.state.peek()).toMatchObject({ status: 'sent' })
  })
})

it('an exception of a plan is reported with the name of its plugin, and not displayed', async () => {
  vi.useRealTimers()
  using stage = createStage()
  stage.ctx.toast.hide() // loads the services
  await import('../../modal/services.js')
  await new Promise((resolve) => setTimeout(resolve))
  vi.useFakeTimers()
  stage.prepareError = new Error('Invalid address. Version: viem@2')
  stage.flow.watch()
  await settle()
  expect(stage.flow.state.peek()).toMatchObject({
    status: 'failed',
    notice: { code: 'failed', error: { message: 'The transaction could not be prepared. Nothing was sent.' } },
  })
  expect(stage.errors.peek()).toMatchObject([{ code: 'ACTION_FAILED', plugin: 'host' }])
})
