import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitLink } from './link.js'

describe('payment links', () => {
  it('are recognized by their scheme, in upper or lower case', () => {
    expect(splitLink('BITCOIN:BC1Q?AMOUNT=1', 'bitcoin')).toEqual({ path: 'BC1Q', query: new Map([['AMOUNT', '1']]) })
    expect(splitLink('bitcoincash:q', 'bitcoin')).toBeUndefined()
    expect(splitLink('bitcoin', 'bitcoin')).toBeUndefined()
  })

  it('decode their values: a plus stays a plus, the first equals sign ends the key', () => {
    const { query } = splitLink('x:y?a=1+2&b=c%3Dd=e&c=', 'x') ?? {}
    expect([...(query ?? [])]).toEqual([
      ['a', '1+2'],
      ['b', 'c=d=e'],
      ['c', ''],
    ])
    expect(splitLink('x:y?', 'x')).toEqual({ path: 'y', query: new Map() })
  })

  it.each([
    ['a repeated key', 'x:y?a=1&a=2'],
    ['a repeated key, once percent-encoded', 'x:y?a=1&%61=2'],
    ['no key', 'x:y?=1'],
    ['no value', 'x:y?a'],
    ['an empty pair', 'x:y?a=1&'],
    ['a broken percent sign', 'x:y?a=%zz'],
    ['bytes that are not UTF-8', 'x:y?a=%ff'],
    ['a space', 'x:y z'],
    ['a line break', 'x:y?a=1\nb=2'],
    ['a fragment', 'x:y#z'],
    ['a direction mark', 'x:y\u202ez'],
    ['more than 3,000 characters', `x:${'y'.repeat(3000)}`],
  ])('with %s are malformed', (_, text) => {
    expect(splitLink(text, 'x')).toBeNull()
  })

  it('never throw, and decode to the original keys and values', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void splitLink(`x:${text}`, 'x')))
    const pairs = fc.uniqueArray(
      fc.tuple(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
        fc.string({ unit: 'grapheme', maxLength: 8 }),
      ),
      {
        selector: ([key]) => key,
        maxLength: 5,
      },
    )
    fc.assert(
      fc.property(pairs, (given) => {
        const query = given.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
        expect([...(splitLink(`x:y?${query}`, 'x')?.query ?? [])]).toEqual(given)
      }),
    )
  })
})
