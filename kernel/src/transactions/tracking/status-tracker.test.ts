// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { transactionSeen, transactionSettled } from '../../domain/events.js'
import type { TransactionStatus } from '../transactions.js'
import { createStage, hash } from '../transactions.test.fixtures.js'
import { MIN_PAUSE_MS } from './polling.js'
import { UNSEEN_MS } from './status-tracker.js'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('tracking', () => {
  it('reports the final status once, across page loads', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const stage = await createStage()
    const outcome = await (await stage.prepare()).submit()
    if (outcome.status !== 'sent') throw new Error('It was not sent.')
    expect((await stage.transactions.track(outcome.sent)).value).toBe('pending')
    await vi.advanceTimersByTimeAsync(3 * MIN_PAUSE_MS)
    expect(stage.events).toEqual([`sent ${hash}`])
    stage[Symbol.dispose]()
    using next = await createStage()
    next.driver.now = 'confirmed'
    await vi.advanceTimersByTimeAsync(3 * MIN_PAUSE_MS)
    expect(next.events).toEqual([`settled ${hash} confirmed`])
    expect((await next.transactions.track(outcome.sent)).value).toBe('confirmed')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(next.events.length).toBe(1)
  })

  it('a later page reads a final status that was reached long after the submission', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const stage = await createStage()
    const outcome = await (await stage.prepare()).submit()
    if (outcome.status !== 'sent') throw new Error('It was not sent.')
    await vi.advanceTimersByTimeAsync(30 * 60_000)
    stage.driver.now = 'confirmed'
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(stage.events.at(-1)).toBe(`settled ${hash} confirmed`)
    stage.driver.outcome = async () => ({ status: 'sent', hash: '0xdef' })
    await (await stage.prepare()).submit() // writes the stored list again
    stage[Symbol.dispose]()
    using next = await createStage()
    next.driver.status = () => new Promise(() => undefined)
    expect((await next.transactions.track(outcome.sent)).value).toBe('confirmed')
  })

  it.each<[string, () => Promise<TransactionStatus>]>([
    ['that no node has seen', async () => 'unknown'],
    ['whose status cannot be read', () => Promise.reject(new Error('The node has deleted the state of this block.'))],
  ])('B3: a transaction %s for ten minutes is unknown, never failed', async (_, status) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    using stage = await createStage()
    stage.driver.status = status
    const outcome = await (await stage.prepare()).submit()
    if (outcome.status !== 'sent') throw new Error('It was not sent.')
    const tracked = await stage.transactions.track(outcome.sent)
    await vi.advanceTimersByTimeAsync(UNSEEN_MS - MIN_PAUSE_MS)
    expect(tracked.value).toBe('pending')
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    expect([tracked.value, stage.events]).toEqual(['unknown', [`sent ${hash}`]])
    stage.driver.status = async () => 'confirmed' // the transaction was included later, or another node answers
    await vi.advanceTimersByTimeAsync(2 * 60_000)
    expect([tracked.value, stage.events.at(-1)]).toEqual(['confirmed', `settled ${hash} confirmed`])
  })

  it('a transaction that a node has returned stays pending while the node fails for less than ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    using stage = await createStage()
    const outcome = await (await stage.prepare()).submit()
    if (outcome.status !== 'sent') throw new Error('It was not sent.')
    const status = await stage.transactions.track(outcome.sent)
    await vi.advanceTimersByTimeAsync(3 * UNSEEN_MS)
    stage.driver.status = () => Promise.reject(new Error('offline'))
    await vi.advanceTimersByTimeAsync(UNSEEN_MS - 60_000)
    expect(status.value).toBe('pending')
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect(status.value).toBe('unknown')
  })

  it('a single failed read after a long pause, as after the sleep of a device, does not make a transaction unknown', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const visibility = vi.spyOn(document, 'visibilityState', 'get')
    using stage = await createStage()
    const outcome = await (await stage.prepare()).submit()
    if (outcome.status !== 'sent') throw new Error('It was not sent.')
    const status = await stage.transactions.track(outcome.sent)
    visibility.mockReturnValue('hidden')
    await vi.advanceTimersByTimeAsync(2 * UNSEEN_MS)
    let reads = 0
    stage.driver.status = async () => {
      if (++reads === 1) throw new Error('offline')
      return 'pending'
    }
    const statuses = new Set<string>()
    status.subscribe((one) => void statuses.add(one))
    visibility.mockReturnValue('visible')
    await vi.advanceTimersByTimeAsync(3 * 60_000)
    expect([reads > 1, [...statuses]]).toEqual([true, ['pending']])
  })

  it('a transaction without a hash is found by its trace, also on a later page, and reported with its hash', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const stage = await createStage()
    stage.driver.outcome = async () => ({ status: 'sent', trace: 'batch 1' })
    const outcome = await (await stage.prepare()).submit()
    if (outcome.status !== 'sent') throw new Error('It was not sent.')
    expect(outcome.sent).toMatchObject({ trace: 'batch 1' })
    expect((await stage.transactions.track(outcome.sent)).value).toBe('pending')
    await vi.advanceTimersByTimeAsync(3 * MIN_PAUSE_MS)
    expect(stage.driver.tracedStatuses).toContain('batch 1')
    stage[Symbol.dispose]()
    using next = await createStage()
    next.driver.traced = { status: 'pending', hash }
    await vi.advanceTimersByTimeAsync(3 * MIN_PAUSE_MS)
    expect(next.events).toEqual([`seen ${hash} undefined`])
    next.driver.now = 'confirmed'
    await vi.advanceTimersByTimeAsync(3 * MIN_PAUSE_MS)
    expect(next.events.slice(1)).toEqual([`settled ${hash} confirmed`])
    const statuses = [outcome.sent, { ...outcome.sent, hash }].map((sent) => next.transactions.track(sent))
    expect((await Promise.all(statuses)).map(({ value }) => value)).toEqual(['confirmed', 'confirmed'])
  })

  it('a batch whose hash is known after 25 hours is tracked until it is final, with the usual limits from then on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const stage = await createStage()
    stage.driver.outcome = async () => ({ status: 'sent', trace: 'batch 3' })
    await (await stage.prepare()).submit()
    stage[Symbol.dispose]()
    vi.setSystemTime(Date.now() + 25 * 3_600_000)
    using next = await createStage()
    next.driver.traced = { status: 'pending', hash }
    next.driver.now = 'unknown'
    await vi.advanceTimersByTimeAsync(UNSEEN_MS - MIN_PAUSE_MS)
    expect(next.events).toEqual([`seen ${hash} undefined`])
    next.driver.now = 'confirmed'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(next.events.slice(1)).toEqual([`settled ${hash} confirmed`])
  })

  it('a transaction without a hash that failed has the final status of the wallet, with the hash if there is one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    using stage = await createStage()
    stage.driver.outcome = async () => ({ status: 'sent', trace: 'batch 2' })
    stage.driver.traced = { status: 'failed', hash }
    stage.driver.now = 'confirmed' // the transaction of a bundler
    await (await stage.prepare()).submit()
    await vi.advanceTimersByTimeAsync(3 * MIN_PAUSE_MS)
    expect(stage.events).toEqual(['sent', `seen ${hash} undefined`, `settled ${hash} failed`])
  })

  it('a hash that another tab has read from the wallet is reported in this tab too, once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    using stage = await createStage()
    stage.driver.outcome = async () => ({ status: 'sent', trace: 'batch 4' })
    await (await stage.prepare()).submit()
    const key = Object.keys(localStorage).find((one) => one.endsWith('/transactions')) ?? ''
    const stored = JSON.parse(localStorage.getItem(key) ?? '')
    const [item] = stored.data
    localStorage.setItem(key, JSON.stringify({ ...stored, data: [{ ...item, sent: { ...item.sent, hash } }] }))
    dispatchEvent(new StorageEvent('storage', { key }))
    dispatchEvent(new StorageEvent('storage', { key }))
    expect(stage.events).toEqual(['sent', `seen ${hash} undefined`])
  })

  it('a transaction that was sped up has the status of the included one, whose hash is reported, also on a later page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const stage = await createStage()
    const seen: (string | undefined)[] = []
    stage.ctx.on(transactionSeen, ({ replacementHash }) => void seen.push(replacementHash))
    stage.ctx.on(transactionSettled, ({ replacementHash }) => void seen.push(replacementHash))
    stage.driver.now = { status: 'confirmed', replacementHash: '0xfast' }
    const outcome = await (await stage.prepare()).submit()
    if (outcome.status !== 'sent') throw new Error('It was not sent.')
    await vi.advanceTimersByTimeAsync(3 * MIN_PAUSE_MS)
    expect(stage.events).toEqual([`sent ${hash}`, `seen ${hash} undefined`, `settled ${hash} confirmed`])
    expect(seen).toEqual(['0xfast', '0xfast'])
    stage[Symbol.dispose]()
    using next = await createStage()
    expect((await next.transactions.track(outcome.sent)).value).toBe('confirmed')
  })

  it('batches with the same id from two accounts are tracked separately', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    using stage = await createStage()
    stage.driver.outcome = async () => ({ status: 'sent', trace: '0x1' })
    const outcome = await (await stage.prepare()).submit()
    if (outcome.status !== 'sent') throw new Error('It was not sent.')
    stage.driver.traced = { status: 'confirmed', hash }
    await vi.advanceTimersByTimeAsync(3 * MIN_PAUSE_MS)
    stage.driver.traced = { status: 'pending' }
    const statuses = [outcome.sent, { ...outcome.sent, address: 'fake-2' }].map((sent) =>
      stage.transactions.track(sent),
    )
    expect((await Promise.all(statuses)).map(({ value }) => value)).toEqual(['confirmed', 'pending'])
  })
})
