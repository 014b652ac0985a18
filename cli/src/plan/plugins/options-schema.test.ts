import { describe, expect, it } from 'vitest'
import { checkOptions, defaultOf, optionNames } from './options-schema.js'
import { parsePluginManifest } from './plugin-manifest.js'

const schemaOf = (options: object) =>
  parsePluginManifest('p', {
    id: 'p',
    export: 'p',
    title: 'p',
    description: 'p',
    kernel: '^0.1',
    options: { type: 'object', ...options },
  }).options

describe('checkOptions', () => {
  const schema = schemaOf({
    additionalProperties: false,
    required: ['url'],
    properties: {
      url: { type: 'string', default: 'http://x' },
      on: { type: 'boolean' },
      mode: { enum: ['A', 'B'] },
      ids: { type: 'array', items: { type: 'string', minLength: 1 } },
      paths: { type: 'array', items: { type: 'string', pattern: '^/' } },
    },
  })

  it('returns no message for valid options', () => {
    expect(checkOptions(schema, { url: 'http://y', mode: 'A', ids: ['x'] })).toEqual([])
  })

  it.each([
    [{}, /url/],
    [{ url: 5 }, /^"url" must be a text\.$/],
    [{ url: 'x', on: 'yes' }, /^"on" must be true or false\.$/],
    [{ url: 'x', mode: 'C' }, /^"mode" must be one of "A", "B"\.$/],
    [{ url: 'x', ids: ['a', ''] }, /"ids\.1"/],
    [{ url: 'x', colour: 1 }, /^"colour" is not known here\.$/],
    [{ url: 'x', paths: ['/a', 'b'] }, /^"paths\.1" must match the pattern "\^\/"\.$/],
  ])('reports what is wrong with %j', (options, message) => {
    expect(checkOptions(schema, options).join(' ')).toMatch(message)
  })

  it('follows references, and throws for a circular one', () => {
    const looped = schemaOf({ properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } })
    expect(() => checkOptions(looped, { a: 1 })).toThrow()
    const fine = schemaOf({ properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'number' } } })
    expect(checkOptions(fine, { a: 'x' })).toHaveLength(1)
  })

  it('N8: a schema whose references multiply exponentially is refused', () => {
    const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] })
    const chain = (length: number) => ({
      $ref: '#/$defs/a0',
      $defs: Object.fromEntries(
        Array.from({ length: length + 1 }, (_, at) => [`a${at}`, at === length ? true : twice(`a${at + 1}`)]),
      ),
    })
    expect(checkOptions(schemaOf(chain(5)), {})).toEqual([])
    for (const length of [20, 60, 1000]) expect(() => schemaOf(chain(length))).toThrow('must be a JSON Schema')
  })

  it('N8: throws if a pattern takes too long to match', () => {
    const slow = schemaOf({ properties: { a: { type: 'string', pattern: '^(a+)+$' } } })
    expect(checkOptions(slow, { a: 'aaa' })).toEqual([])
    const start = performance.now()
    expect(() => checkOptions(slow, { a: `${'a'.repeat(31)}!` })).toThrow('longer than 2 seconds')
    expect(performance.now() - start).toBeLessThan(10_000)
  })

  it('optionNames and defaultOf return the names and defaults of options', () => {
    expect(optionNames(schema)).toEqual(['url', 'on', 'mode', 'ids', 'paths'])
    expect(defaultOf(schema, 'url')).toBe('http://x')
    expect(defaultOf(schema, 'mode')).toBeUndefined()
    expect(defaultOf(schema, 'constructor')).toBeUndefined()
  })
})
