import { describe, expect, it } from 'vitest'
import { defineOptions, flag, listOf, oneOf, recordOf, text, textLike } from './options.js'

const schema = defineOptions(
  {
    on: flag,
    name: text,
    kind: oneOf('a', 'b'),
    tags: listOf(text),
    port: textLike(/^\d+$/, 'a number'),
    wallets: listOf(recordOf({ id: text, url: text }, ['id'])),
  },
  ['name'],
)
const issue = (value: unknown): string | undefined => {
  const result = schema['~standard'].validate(value)
  return result instanceof Promise ? 'async' : result.issues?.[0]?.message
}

describe('defineOptions', () => {
  it('accepts valid options unchanged', () => {
    const given = { name: 'x', on: true, kind: 'b', tags: ['t'], port: '80', wallets: [{ id: 'w' }] }
    expect(schema['~standard'].validate(given)).toEqual({ value: given })
    expect(issue({ name: 'x', on: undefined })).toBeUndefined()
  })

  it('names the invalid option and the expected value', () => {
    expect(issue({})).toBe('"name" is missing')
    expect(issue({ name: '' })).toBe('"name" must be a text')
    expect(issue({ name: 'x', on: 1 })).toBe('"on" must be true or false')
    expect(issue({ name: 'x', kind: 'c' })).toBe('"kind" must be one of a, b')
    expect(issue({ name: 'x', tags: 'no' })).toBe('"tags" must be a list')
    expect(issue({ name: 'x', tags: ['ok', 5] })).toBe('"tags.1" must be a text')
    expect(issue({ name: 'x', port: 'eighty' })).toBe('"port" must be a number')
    expect(issue({ name: 'x', wallets: [{}] })).toBe('"wallets.0.id" is missing')
    expect(issue({ name: 'x', nmae: 1 })).toBe('there is no option "nmae"')
    expect(issue({ name: 'x', constructor: 1 })).toBe('there is no option "constructor"')
    for (const value of [null, undefined, [], 'x', 5]) expect(issue(value)).toBe('must be an object')
  })

  it('has a JSON Schema', () => {
    expect(schema.json).toMatchObject({
      type: 'object',
      required: ['name'],
      additionalProperties: false,
      properties: { kind: { enum: ['a', 'b'] } },
    })
  })
  it('throws for a pattern with a flag that JSON Schema does not support', () => {
    for (const pattern of [/^[a-z]+$/i, /a/g, /^a$/m])
      expect(() => textLike(pattern, 'letters')).toThrow(`textLike: ${pattern} has flags`)
    expect(textLike(/^[a-z]+$/u, 'letters').json).toEqual({ type: 'string', pattern: '^[a-z]+$' })
  })
})
