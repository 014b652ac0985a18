// @vitest-environment happy-dom
import type { HistoryEntry, HistorySource } from '@wallet-modal/kernel'
import { waitUntil } from '@wallet-modal/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { api, asked, path, reads, record, rendered, resetEachTest, said, show } from './history.test.fixtures.js'

resetEachTest()

describe('past activity', () => {
  it('of a network that the service does not list is not asked for', async () => {
    await show({
      script: {
        'blockchain:/v1/supported-chains': { http: ['eip155:7'], ws: [] },
        [path]: { data: [record('a')], next: null },
      },
    })
    await reads(/Past activity is not available.*eip155 1.*View on block explorer/)
    expect(asked()).toEqual([])
  })

  it('of another family comes from its own source, with its cursor', async () => {
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
    await reads(/Fee0\.000000000000000007 COIN/)
    expect(api?.requests).toEqual([])
  })

  it('of a family whose blocks are looked through says how far, and goes on when it is asked', async () => {
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
    await reads(/No recent transactions.*fifth 1 has no list .* only its latest blocks were searched: 250.*Load more/)
    rendered?.click('Load more')
    await reads(/latest blocks were searched: 1250/)
    expect(said()).not.toMatch(/Load more|No transactions yet/)
    expect(cursors).toEqual([undefined, '1'])
  })

  it('is read again after the clock was set back', async () => {
    await show({ script: { [path]: { data: [record('a')], next: null } } })
    await reads(/Received/)
    expect(asked().length).toBe(1)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
    try {
      rendered?.click(/Received/)
      await reads(/Confirmed/)
      await vi.waitFor(() => expect(asked().length).toBe(2))
    } finally {
      clock.mockRestore()
    }
  })
})
