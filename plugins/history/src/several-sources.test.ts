// @vitest-environment happy-dom
import type { HistoryEntry, HistoryPage, HistoryRequest, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  path,
  record,
  rendered,
  requestedCursors,
  resetEachTest,
  show,
  visibleText,
  waitForText,
} from './history.test.fixtures.js'
import { history } from './index.js'
import { SOURCE_MS } from './sources.js'

resetEachTest()

afterEach(() => vi.useRealTimers())

const day = (date: string): number => Date.parse(`2026-${date}T10:00:00Z`)
const entry = (id: string, at: number, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ id, caipNetworkId: 'eip155:1', hash: `0x${id}`, type: 'send', status: 'confirmed', at, transfers: [] },
  ...more,
})
const source = (page: (request: HistoryRequest) => HistoryPage | null, more: Partial<HistorySource> = {}) => {
  const cursors: (string | undefined)[] = []
  const made: HistorySource = {
    ...{ namespace: 'eip155', name: 'Second indexer' },
    page: async (request) => {
      cursors.push(request.cursor)
      return page(request)
    },
    ...more,
  }
  return Object.assign(made, { cursors })
}
const refuse = (): never => {
  throw new Error('down')
}
const activity = () => rendered?.modal.use(history) ?? expect.fail('not running')
const ids = (): readonly string[] =>
  activity()
    .entries.peek()
    .map(({ id }) => id)
const status = (wanted: string): Promise<void> => waitUntil(() => expect(activity().status.peek()).toBe(wanted))

describe('a second source of past transactions', () => {
  it('is merged with the service by time, with its own cursor and without duplicates', async () => {
    const other = source(({ cursor }) =>
      cursor === 'older'
        ? { entries: [entry('x3', day('07-01'))] }
        : { entries: [entry('x1', day('11-04')), entry('b', day('09-01')), entry('x2', day('08-01'))], next: 'older' },
    )
    const pages = {
      '': { data: [record('a', { at: '2026-11-03T10:00:00Z' })], next: 'two' },
      two: { data: [record('b', { at: '2026-09-01T10:00:00Z' })], next: 'three' },
      three: { data: [record('c', { at: '2026-01-01T10:00:00Z' })], next: null },
    }
    await show({
      script: { [path]: ({ url }: { url: URL }) => Reflect.get(pages, url.searchParams.get('cursor') ?? '') },
      sources: [other],
    })
    await waitUntil(() => expect(activity().isComplete.peek()).toBe(true))
    expect(ids()).toEqual(['x1', 'a', 'b', 'x2', 'x3', 'c'])
    expect(requestedCursors()).toEqual(['', 'two', 'three'])
    expect(other.cursors).toEqual([undefined, 'older'])
  })

  it('that fails is named beside the entries of the service, and "Try again" asks only this source', async () => {
    let isDown = true
    const other = source(() => (isDown ? refuse() : { entries: [entry('x', day('11-04'))] }))
    await show({ script: { [path]: { data: [record('a')], next: null } }, sources: [other] })
    await waitForText(/Some transactions may be missing.*No answer from: Second indexer.*Received/)
    expect(activity().status.peek()).toBe('partial')
    expect(activity().isComplete.peek()).toBe(false)
    isDown = false
    rendered?.click('Try again')
    await status('ready')
    expect(ids()).toEqual(['x', 'a'])
    expect(visibleText()).not.toMatch(/may be missing/)
    expect(requestedCursors()).toEqual([''])
  })

  it('is listed alone if the service fails', async () => {
    const other = source(() => ({ entries: [entry('x', day('11-04'))] }))
    await show({ script: { [path]: () => new Response('', { status: 400 }) }, sources: [other] })
    await waitForText(/No answer from: activity service.*Sent/)
  })

  it('that fails on an older page keeps its entries, and the other sources continue', async () => {
    const other = source(({ cursor }) => (cursor ? refuse() : { entries: [entry('x', day('11-04'))], next: 'older' }))
    const pages = {
      '': { data: [record('a')], next: 'two' },
      two: { data: [record('b', { at: '2026-01-01T10:00:00Z' })] },
    }
    await show({
      script: { [path]: ({ url }: { url: URL }) => Reflect.get(pages, url.searchParams.get('cursor') ?? '') },
      sources: [other],
    })
    await status('partial')
    await waitUntil(() => expect(ids()).toEqual(['x', 'a', 'b']))
    rendered?.click('Try again')
    await waitUntil(() => expect(other.cursors).toEqual([undefined, 'older', 'older']))
  })

  it('that fails together with the service gives the status failed', async () => {
    await show({ script: { [path]: () => new Response('', { status: 400 }) }, sources: [source(refuse)] })
    await waitForText(/Failed to fetch transactions/)
    expect(activity().status.peek()).toBe('failed')
  })

  it('is enough for a network that no other source supports', async () => {
    await show({ namespace: 'fifth', sources: [source(() => ({ entries: [] }), { namespace: 'fifth' })] })
    await waitForText(/No transactions yet/)
  })

  it('that returns null for a network does not make past activity available', async () => {
    await show({ namespace: 'fifth', sources: [source(() => null, { namespace: 'fifth' })] })
    await waitForText(/Past activity is not available/)
  })

  it('that does not respond times out after a minute; entries of the service are listed before that', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const other = source(() => ({ entries: [] }), { page: () => new Promise(() => null) })
    await show({ script: { [path]: { data: [record('a')], next: null } }, sources: [other] })
    await waitForText(/Received/)
    expect(activity().status.peek()).toBe('loading')
    await vi.advanceTimersByTimeAsync(SOURCE_MS)
    await waitForText(/No answer from: Second indexer.*Received/)
  })

  it('with an invalid transfer does not break the entries of the other sources', async () => {
    const amounts = { amount: 5n, decimals: 0, priceUsd: 10n ** 18n }
    const valid = { direction: 'in', kind: 'token', name: 'Coin', symbol: 'COIN', ...amounts } as const
    const invalid: readonly object[] = [
      { ...valid, decimals: undefined },
      { ...valid, decimals: -1 },
      { ...valid, decimals: 1.5 },
      { ...valid, decimals: 37 },
      { ...valid, amount: '5' },
      { ...valid, amount: -5n },
      { ...valid, priceUsd: 1 },
      { ...valid, symbol: undefined },
      { ...valid, direction: 'up' },
    ]
    const entries = [valid, ...invalid].map((transfer, index) =>
      entry(`x${index}`, day('11-04'), { transfers: [transfer] as HistoryEntry['transfers'] }),
    )
    const partly = entry('x', day('11-05'), { status: 'partlyFailed' })
    const nothing = entry('none', day('11-04'), { transfers: [null] as unknown as HistoryEntry['transfers'] })
    const other = source(() => ({ entries: [partly, ...entries, nothing] }))
    await show({ script: { [path]: { data: [record('a')], next: null } }, sources: [other] })
    await waitForText(/Received/)
    await waitUntil(() => expect(ids()).toEqual(['x', 'x0', 'a']))
    expect(rendered?.modal.errors.peek()).toEqual([])
  })

  it('is listed without its invalid entries and without its entries of other networks', async () => {
    const good = entry('x', day('11-04'))
    const bad = [
      { ...good, id: '' },
      { ...good, caipNetworkId: 'eip155:2' },
      { ...good, transfers: null },
      { ...good, at: 'x' },
      { ...good, at: Number.NaN },
      { ...good, id: 'nanoseconds', at: 1.8e18 },
      { ...good, from: 7 },
      { ...good, status: 'done' },
    ]
    const other = source(() => ({ entries: [...bad, good] as readonly HistoryEntry[] }))
    await show({ script: { [path]: { data: [], next: null } }, sources: [other] })
    await waitUntil(() => expect(ids()).toEqual(['x']))
  })
})

describe('a fallback source', () => {
  it('is not asked if the service supports the network', async () => {
    const chain = source(() => ({ entries: [entry('x', day('11-04'))] }), { isFallback: true })
    await show({ script: { [path]: { data: [record('a')], next: null } }, sources: [chain] })
    await status('ready')
    expect([ids(), chain.cursors]).toEqual([['a'], []])
  })

  it('is merged with a second source if the service does not support the network', async () => {
    const chain = source(() => ({ entries: [entry('x', day('11-04'))] }), { isFallback: true, namespace: 'eip155' })
    const other = source(() => ({ entries: [entry('y', day('11-05')), entry('x', day('11-04'))] }))
    await show({ isIndexed: false, sources: [chain, other] })
    await status('ready')
    expect(ids()).toEqual(['y', 'x'])
  })
})
