import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyDifference } from './difference.js'

const session = (topic: string, expiry = 1) => ({ topic, expiry })

describe('what a page wrote is applied to what is stored now', () => {
  /** What was there before, what the page writes, what is stored meanwhile, what is kept. */
  type Row = readonly [title: string, before: unknown, now: unknown, stored: unknown, kept: unknown]
  test.each<Row>([
    [
      'a key of another page stays',
      { seed: 's' },
      { seed: 's', b: 'B' },
      { seed: 's', a: 'A' },
      { seed: 's', a: 'A', b: 'B' },
    ],
    ['a key that this page drops goes', { a: 'A', b: 'B' }, { a: 'A' }, { a: 'A', b: 'B', c: 'C' }, { a: 'A', c: 'C' }],
    ['a key that another page dropped does not come back', { a: 'A' }, { a: 'A', b: 'B' }, {}, { b: 'B' }],
    ['a session of another page stays', [], [session('b')], [session('a')], [session('a'), session('b')]],
    [
      'a session that this page changes is changed',
      [session('a')],
      [session('a', 2)],
      [session('a')],
      [session('a', 2)],
    ],
    [
      'one that another page ended stays ended, also where it is changed here',
      [session('a')],
      [session('a', 2)],
      [],
      [],
    ],
    [
      'one that another page changed keeps its change',
      [session('a')],
      [session('a')],
      [session('a', 2)],
      [session('a', 2)],
    ],
    [
      'records of one topic are told apart by their id',
      [],
      [{ id: 2, topic: 'a' }],
      [{ id: 1, topic: 'a' }],
      [
        { id: 1, topic: 'a' },
        { id: 2, topic: 'a' },
      ],
    ],
    [
      'expirations are told apart by their target',
      [{ target: 'topic:a', expiry: 1 }],
      [],
      [{ target: 'topic:a', expiry: 2 }],
      [],
    ],
    ['texts are told apart by what they say', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'c', 'b']],
    ['what is no collection is written', 'old', 'new', 'theirs', 'new'],
    ['what is stored and unreadable is replaced', { a: 'A' }, { a: 'A' }, 'broken', { a: 'A' }],
    ['so is a list where a record belongs', { a: 'A' }, { a: 'A' }, [1], { a: 'A' }],
    ['null is no collection', { a: 'A' }, { a: 'A' }, null, { a: 'A' }],
    ['what was unreadable before counts as nothing', 'broken', { a: 'A' }, { b: 'B' }, { b: 'B', a: 'A' }],
    ['what was forgotten stays so', { a: 'A' }, { a: 'A', b: 'B' }, undefined, { b: 'B' }],
  ])('%s', (...[, before, now, stored, kept]) => expect(applyDifference({ before, after: now }, stored)).toEqual(kept))

  test('names of an object’s own parts are names like any other', () => {
    const now: unknown = JSON.parse('{"__proto__":"A","constructor":"B"}')
    expect(JSON.stringify(applyDifference({ before: undefined, after: now }, {}))).toBe(
      '{"__proto__":"A","constructor":"B"}',
    )
  })

  test('applied twice it is applied once', () => {
    const collection = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat(2))
    fc.assert(
      fc.property(collection, collection, collection, (before, now, stored) => {
        const once = applyDifference({ before, after: now }, stored)
        expect(applyDifference({ before, after: now }, once)).toEqual(once)
      }),
    )
  })
})
