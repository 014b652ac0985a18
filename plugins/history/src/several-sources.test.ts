// @vitest-environment happy-dom
import type { HistoryEntry, HistoryPage, HistoryRequest, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { asked, path, reads, record, rendered, resetEachTest, said, show } from './history.test.fixtures.js'
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
  it('is merged with the service by time, each by its own cursor, each transaction once', async () => {
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
    expect(asked()).toEqual(['', 'two', 'three'])
    expect(other.cursors).toEqual([undefined, 'older'])
  })

  it('that fails is named beside what the service lists, and asked again alone', async () => {
    let isDown = true
    const other = source(() => (isDown ? refuse() : { entries: [entry('x', day('11-04'))] }))
    await show({ script: { [path]: { data: [record('a')], next: null } }, sources: [other] })
    await reads(/Some transactions may be missing.*No answer from: Second indexer.*Received/)
    expect(activity().status.peek()).toBe('partial')
    expect(activity().isComplete.peek()).toBe(false)
    isDown = false
    rendered?.click('Try again')
    await status('ready')
    expect(ids()).toEqual(['x', 'a'])
    expect(said()).not.toMatch(/may be missing/)
    expect(asked()).toEqual([''])
  })

  it('shows what it has where the service fails', async () => {
    const other = source(() => ({ entries: [entry('x', day('11-04'))] }))
    await show({ script: { [path]: () => new Response('', { status: 400 }) }, sources: [other] })
    await reads(/No answer from: activity service.*Sent/)
  })

  it('that fails on an older page keeps its entries, and the others go on', async () => {
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

  it('and every other that fails: nothing is shown as if it were all', async () => {
    await show({ script: { [path]: () => new Response('', { status: 400 }) }, sources: [source(refuse)] })
    await reads(/Failed to fetch transactions/)
    expect(activity().status.peek()).toBe('failed')
  })

  it('stands alone where nothing else lists the network', async () => {
    await show({ namespace: 'fifth', sources: [source(() => ({ entries: [] }), { namespace: 'fifth' })] })
    await reads(/No transactions yet/)
  })

  it('that lists no transactions of the network changes nothing', async () => {
    await show({ namespace: 'fifth', sources: [source(() => null, { namespace: 'fifth' })] })
    await reads(/Past activity is not available/)
  })

  it('that does not answer is given up after a minute, and what the service has is there before', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const other = source(() => ({ entries: [] }), { page: () => new Promise(() => null) })
    await show({ script: { [path]: { data: [record('a')], next: null } }, sources: [other] })
    await reads(/Received/)
    expect(activity().status.peek()).toBe('loading')
    await vi.advanceTimersByTimeAsync(SOURCE_MS)
    await reads(/No answer from: Second indexer.*Received/)
  })

  it('may send nonsense: entries of other networks and without an id or a list are left out', async () => {
    const good = entry('x', day('11-04'))
    const bad = [
      { ...good, id: '' },
      { ...good, caipNetworkId: 'eip155:2' },
      { ...good, transfers: null },
      { ...good, at: 'x' },
    ]
    const other = source(() => ({ entries: [...bad, good] as readonly HistoryEntry[] }))
    await show({ script: { [path]: { data: [], next: null } }, sources: [other] })
    await waitUntil(() => expect(ids()).toEqual(['x']))
  })
})

describe('a fallback', () => {
  it('is not asked where the service lists the network', async () => {
    const chain = source(() => ({ entries: [entry('x', day('11-04'))] }), { isFallback: true })
    await show({ script: { [path]: { data: [record('a')], next: null } }, sources: [chain] })
    await status('ready')
    expect([ids(), chain.cursors]).toEqual([['a'], []])
  })

  it('is merged with a second source where the service does not list it', async () => {
    const chain = source(() => ({ entries: [entry('x', day('11-04'))] }), { isFallback: true, namespace: 'eip155' })
    const other = source(() => ({ entries: [entry('y', day('11-05')), entry('x', day('11-04'))] }))
    await show({ isIndexed: false, sources: [chain, other] })
    await status('ready')
    expect(ids()).toEqual(['y', 'x'])
  })
})
