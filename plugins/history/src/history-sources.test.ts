// @vitest-environment happy-dom
import type { HistoryEntry, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import {
  api,
  path,
  record,
  rendered,
  requestedCursors,
  resetEachTest,
  show,
  visibleText,
  waitForText,
} from './history.test.fixtures.js'

resetEachTest()

describe('past activity', () => {
  it('is not requested for a network that the service does not support', async () => {
    await show({
      script: {
        'blockchain:/v1/supported-chains': { http: ['eip155:7'], ws: [] },
        [path]: { data: [record('a')], next: null },
      },
    })
    await waitForText(/Past activity is not available.*eip155 1.*View on block explorer/)
    expect(requestedCursors()).toEqual([])
  })

  it('of another chain family is read page by page from its history source', async () => {
    const entry = (id: string): HistoryEntry => ({
      ...{
        id,
        caipNetworkId: 'fifth:1',
        type: 'receive',
        status: 'confirmed',
        at: Date.UTC(2026, 5, 5),
        fee: 7n,
        from: 'x',
      },
      transfers: [{ direction: 'in', kind: 'token', name: 'Coin', symbol: 'COIN', amount: 5n, decimals: 0 }],
    })
    const cursors: (string | undefined)[] = []
    const source: HistorySource = {
      namespace: 'fifth',
      page: async ({ cursor }) => {
        cursors.push(cursor)
        return cursor === undefined ? { entries: [entry('1')], next: 'n' } : { entries: [entry('2')] }
      },
    }
    await show({ namespace: 'fifth', source })
    await waitUntil(() => expect(cursors).toEqual([undefined, 'n']))
    await waitUntil(() => expect(rendered?.dialog().querySelectorAll('.wm-item').length).toBe(2))
    rendered?.click(/Received/)
    await waitForText(/Fee0\.000000000000000007 COIN/)
    expect(api?.requests).toEqual([])
  })

  it('from a block search shows how many blocks were searched, and "Load more" continues it', async () => {
    const pages = [
      { entries: [], next: '1', searchedBlocks: 250 },
      { entries: [], searchedBlocks: 1250 },
    ]
    const cursors: (string | undefined)[] = []
    await show({
      namespace: 'fifth',
      source: {
        namespace: 'fifth',
        async page({ cursor }) {
          cursors.push(cursor)
          return pages[Number(cursor ?? 0)] ?? null
        },
      },
    })
    await waitForText(
      /No recent transactions.*fifth 1 has no list .* only its latest blocks were searched: 250.*Load more/,
    )
    rendered?.click('Load more')
    await waitForText(/latest blocks were searched: 1250/)
    expect(visibleText()).not.toMatch(/Load more|No transactions yet/)
    expect(cursors).toEqual([undefined, '1'])
  })

  it('is requested again after the system clock was set back', async () => {
    await show({ script: { [path]: { data: [record('a')], next: null } } })
    await waitForText(/Received/)
    expect(requestedCursors().length).toBe(1)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    try {
      rendered?.click(/Received/)
      await waitForText(/Confirmed/)
      await vi.waitFor(() => expect(requestedCursors().length).toBe(2))
    } finally {
      clock.mockRestore()
    }
  })
})
