import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson, parseJson, sortKeys } from './json.js'

describe('parseJson', () => {
  it('reads text with a byte order mark and CRLF', () => {
    expect(parseJson('\uFEFF{\r\n "a": 1\r\n}')).toEqual({ a: 1 })
  })

  it.each(['{"__proto__": {"polluted": true}}', '{"a": [{"constructor": 1}]}', '{"prototype": null}'])(
    'refuses %s',
    (text) => {
      expect(() => parseJson(text)).toThrow(/__proto__/)
      expect(Reflect.get({}, 'polluted')).toBeUndefined()
    },
  )

  it('refuses more than 32 levels of nesting', () => {
    expect(() => parseJson('['.repeat(5000) + ']'.repeat(5000))).toThrow(/32 levels/)
  })

  it.each([
    ['{\n  "a": 1,\n}', 3],
    ['{\n  // why\n}', 2],
    ['{\r\n<<<<<<< HEAD\r\n}', 2],
    ['{\n  "a": 1\n', 2],
  ])('reports the line of the error in %j: %i', (text, line) => {
    expect(() => parseJson(text)).toThrow(new RegExp(`\\bline ${line}\\b`))
  })

  it.each(['', '{', '{"a":}', "{'a': 1}", 'undefined'])('refuses %j', (text) => {
    expect(() => parseJson(text)).toThrow()
  })
})

describe('isJson', () => {
  it.each([undefined, Number.NaN, 1n, Symbol('x'), () => 1, { a: undefined }])(
    'returns false for a value that JSON cannot represent (%#)',
    (value) => {
      expect(isJson(value)).toBe(false)
    },
  )
})

describe('sortKeys', () => {
  it('keeps every key and value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (!isJson(value)) return
        expect(sortKeys(value)).toEqual(value)
      }),
    )
  })

  it('sorts at every level, by code units', () => {
    expect(JSON.stringify(sortKeys({ b: [{ z: 1, Z: 2, ä: 3, a: 4 }], a: 1 }))).toBe(
      '{"a":1,"b":[{"Z":2,"a":4,"z":1,"ä":3}]}',
    )
  })
})
