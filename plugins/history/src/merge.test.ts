import type { HistoryEntry } from '@wallet-modal/kernel'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EMPTY, type Listing, withFirst, withNext } from './listing.js'
import { listingsToRead, mergeListings } from './merge.js'

const entry = (id: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  ...{ id, caipNetworkId: 'eip155:1', type: 'send', status: 'confirmed', transfers: [], at: 1 },
  ...more,
})
const whole = (...entries: readonly HistoryEntry[]): Listing => ({ ...EMPTY, entries })

it('mergeListings merges the fields of two entries with the same hex hash, in any letter case', () => {
  const own = entry('1', { hash: '0xAB', status: 'pending', type: '' })
  const transfers = [{ direction: 'in', kind: 'token', name: 'Coin', symbol: 'C', decimals: 0 }] as const
  const merged = mergeListings([whole(own), whole(entry('x', { hash: '0xab', fee: 7n, transfers }))])
  expect(merged).toEqual([{ ...own, status: 'confirmed', type: 'send', fee: 7n, transfers }])
})

it('mergeListings does not merge entries whose hashes are not hex and differ only in letter case', () => {
  expect(mergeListings([whole(entry('1', { hash: 'Ab' })), whole(entry('2', { hash: 'aB' }))])).toHaveLength(2)
})

it('mergeListings keeps the settled status of the first source', () => {
  const merged = mergeListings([
    whole(entry('1', { hash: '0xa' })),
    whole(entry('2', { hash: '0xa', status: 'failed' })),
  ])
  expect(merged).toMatchObject([{ id: '1', status: 'confirmed' }])
})

it('mergeListings merges an entry without a hash by its id', () => {
  expect(mergeListings([whole(entry('1', { hash: '0xa' })), whole(entry('1'))])).toHaveLength(1)
})

it('mergeListings keeps two entries with the same id but different hashes, and makes their ids unique', () => {
  const merged = mergeListings([whole(entry('1', { hash: '0xa' })), whole(entry('1', { hash: '0xb' }))])
  expect(merged.map(({ hash }) => hash)).toEqual(['0xa', '0xb'])
  expect(new Set(merged.map(({ id }) => id)).size).toBe(2)
})

it('mergeListings does not merge entries of the same source that have the same hash', () => {
  const batch = [entry('1', { hash: '0xa' }), entry('2', { hash: '0xa' })]
  expect(mergeListings([whole(...batch), whole(entry('3', { hash: '0xb' }))])).toHaveLength(3)
})

it('property: older pages only append entries, and at the end all entries are listed', () => {
  const times = fc.array(fc.array(fc.integer({ min: 1, max: 50 }), { maxLength: 12 }), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 4 }), (sources, size) => {
      const pagesOf = (all: readonly number[], source: number) => {
        const entries = [...all].sort((a, b) => b - a).map((at, n) => entry(`${source}-${n}`, { at }))
        return (from: number) => ({
          entries: entries.slice(from, from + size),
          ...(from + size < entries.length && { next: String(from + size) }),
        })
      }
      const pages = sources.map(pagesOf)
      let listings = pages.map((page, source) => ({ ...withFirst(EMPTY, page(0)), source }))
      let before: readonly number[] = []
      for (;;) {
        const shown = mergeListings(listings).map(({ at = 0 }) => at)
        expect(shown.slice(0, before.length)).toEqual(before)
        before = shown
        const next = listingsToRead(listings)
        if (next.length === 0) break
        listings = listings.map((one) => {
          const page = pages[one.source]
          return next.includes(one) && page ? { ...one, ...withNext(one, page(Number(one.next))) } : one
        })
      }
      expect(before).toEqual(sources.flat().sort((a, b) => b - a))
    }),
  )
})
