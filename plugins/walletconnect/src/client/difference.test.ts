import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDifference } from './difference.js'

const session = (topic: string, expiry = 1) => ({ topic, expiry })

describe('applyDifference, with the change of a page and the currently stored value', () => {
  /** Value before the page's change, value after it, currently stored value, expected result. */
  type Row = readonly [title: string, before: unknown, now: unknown, stored: unknown, expected: unknown]
  test.each<Row>([
    [
      'keeps a key of another page',
      { seed: 's' },
      { seed: 's', b: 'B' },
      { seed: 's', a: 'A' },
      { seed: 's', a: 'A', b: 'B' },
    ],
    [
      'removes a key that this page removed',
      { a: 'A', b: 'B' },
      { a: 'A' },
      { a: 'A', b: 'B', c: 'C' },
      { a: 'A', c: 'C' },
    ],
    ['does not restore a key that another page removed', { a: 'A' }, { a: 'A', b: 'B' }, {}, { b: 'B' }],
    ['keeps a session of another page', [], [session('b')], [session('a')], [session('a'), session('b')]],
    ['changes a session that this page changed', [session('a')], [session('a', 2)], [session('a')], [session('a', 2)]],
    [
      'does not restore a session that another page ended, even if this page changed it',
      [session('a')],
      [session('a', 2)],
      [],
      [],
    ],
    ['keeps another page’s change of a session', [session('a')], [session('a')], [session('a', 2)], [session('a', 2)]],
    [
      'identifies records of one topic by their id',
      [],
      [{ id: 2, topic: 'a' }],
      [{ id: 1, topic: 'a' }],
      [
        { id: 1, topic: 'a' },
        { id: 2, topic: 'a' },
      ],
    ],
    [
      'identifies expirations by their target',
      [{ target: 'topic:a', expiry: 1 }],
      [],
      [{ target: 'topic:a', expiry: 2 }],
      [],
    ],
    ['identifies strings by their value', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c', 'b']],
    ['overwrites values that are no collections', 'old', 'new', 'theirs', 'new'],
    ['replaces an invalid stored value', { a: 'A' }, { a: 'A' }, 'broken', { a: 'A' }],
    ['replaces a stored list with a record', { a: 'A' }, { a: 'A' }, [1], { a: 'A' }],
    ['replaces a stored null', { a: 'A' }, { a: 'A' }, null, { a: 'A' }],
    ['treats an invalid value before the change as empty', 'broken', { a: 'A' }, { b: 'B' }, { b: 'B', a: 'A' }],
    ['writes only the added key if nothing is stored any more', { a: 'A' }, { a: 'A', b: 'B' }, undefined, { b: 'B' }],
  ])('%s', (...[, before, now, stored, expected]) =>
    expect(applyDifference({ before, after: now }, stored)).toEqual(expected),
  )

  test('treats __proto__ and constructor as ordinary keys', () => {
    const now: unknown = JSON.parse('{"__proto__":"A","constructor":"B"}')
    expect(JSON.stringify(applyDifference({ before: undefined, after: now }, {}))).toBe(
      '{"__proto__":"A","constructor":"B"}',
    )
  })

  test('is idempotent', () => {
    const collection = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(2))
    fc.assert(
      fc.property(collection, collection, collection, (before, now, stored) => {
        const once = applyDifference({ before, after: now }, stored)
        expect(applyDifference({ before, after: now }, once)).toEqual(once)
      }),
    )
  })
})
