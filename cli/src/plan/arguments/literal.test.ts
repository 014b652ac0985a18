import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isJson } from '../files/json.js'
import { propertyName, stringLiteral, toLiteral } from './literal.js'

const evaluate = (source: string): unknown => JSON.parse(String(runInNewContext(`JSON.stringify(${source})`)))

describe('stringLiteral', () => {
  it('evaluates to the original text, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(evaluate(stringLiteral(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  it('escapes invisible and direction-changing characters', () => {
    expect(stringLiteral('a\u202eb\u200bc\u2028d\u00ade')).toBe("'a\\u{202e}b\\u{200b}c\\u{2028}d\\u{ad}e'")
  })

  it('escapes single quotes and backslashes, but not template characters', () => {
    expect(stringLiteral(`'"\\\`\${x}`)).toBe(`'\\'"\\\\\`\${x}'`)
  })
})

describe('propertyName', () => {
  it('quotes only a name that is not an identifier', () => {
    expect(propertyName('eip155:1')).toBe("'eip155:1'")
    expect(propertyName('allWallets')).toBe('allWallets')
  })
})

describe('toLiteral', () => {
  it('evaluates to the original value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        if (!isJson(value)) return
        expect(evaluate(`(${toLiteral(value, '')})`)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 500 },
    )
  })

  it('prints a long list on several lines', () => {
    expect(toLiteral(['x'.repeat(60), 'y'.repeat(60)], '  ')).toBe(
      `[\n    '${'x'.repeat(60)}',\n    '${'y'.repeat(60)}',\n  ]`,
    )
  })
})
