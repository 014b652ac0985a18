import { expect, test } from 'vitest'
import { type AccountCursor, fromCursor, mergeLists, PAGE, toCursor } from './lists.js'
import type { ListedTransaction } from './replies.js'

const own = 'A'.repeat(44)
const tokens = 'B'.repeat(44)
const signatureOf = (number: number): string =>
  String(number + 1)
    .replaceAll('0', 'z')
    .padStart(88, 'S')
const at = (number: number, slot = number): ListedTransaction => ({
  ...{ signature: signatureOf(number), slot, hasFailed: false },
})

/** The transactions of an account as a node lists them, newest first. */
const listFor = (all: readonly ListedTransaction[], { before }: AccountCursor): readonly ListedTransaction[] => {
  const from = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1
  return all.slice(from, from + PAGE)
}

/** Signatures of all pages in order. */
function readAll(chain: Readonly<Record<string, readonly ListedTransaction[]>>): readonly string[] {
  const shown: string[] = []
  let cursors: readonly AccountCursor[] = Object.keys(chain).map((address) => ({ address }))
  for (let count = 0; cursors.length > 0 && count < 50; count++) {
    const { page, next } = mergeLists(
      cursors.map((cursor) => ({ cursor, list: listFor(chain[cursor.address] ?? [], cursor) })),
    )
    shown.push(...page.map(({ signature }) => signature))
    cursors = fromCursor(toCursor(next)) ?? []
    if (next.length === 0) return shown
  }
  throw new Error('the pages do not end')
}
const newestFirst = (count: number, from = 0): readonly ListedTransaction[] =>
  Array.from({ length: count }, (_, index) => at(from + count - index))

test('mergeLists merges two lists, newest first, without gaps', () => {
  const all = newestFirst(47)
  const chain = {
    [own]: all.filter((_, index) => index % 3 !== 0),
    [tokens]: all.filter((_, index) => index % 3 === 0),
  }
  expect(readAll(chain)).toEqual(all.map(({ signature }) => signature))
})

test('mergeLists shows a transaction of both lists once per page', () => {
  const all = newestFirst(4)
  expect(readAll({ [own]: all, [tokens]: all.slice(1, 3) })).toEqual(all.map(({ signature }) => signature))
})

test('mergeLists loses nothing if two lists order the transactions of a block differently', () => {
  const block = Array.from({ length: 12 }, (_, index) => at(index, 7))
  const shown = readAll({ [own]: block.slice(5), [tokens]: block.toReversed() })
  expect(new Set(shown)).toEqual(new Set(block.map(({ signature }) => signature)))
})

test('mergeLists requests the next page of a full list only', () => {
  const few = { cursor: { address: own }, list: newestFirst(3) }
  expect(mergeLists([few]).next).toEqual([])
  const full = { cursor: { address: own }, list: newestFirst(PAGE) }
  expect(mergeLists([full]).next).toEqual([{ address: own, before: signatureOf(1) }])
})

test.each(['', 'x', `${own}=,<script>=`, '1:2:3'])('fromCursor refuses %j', (cursor) => {
  expect(fromCursor(cursor)).toBeUndefined()
})
