import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, it } from 'vitest'
import type { ChainType, Metadata, TypeShape } from './metadata.js'
import { encodeCompact, ScaleReader } from './scale.js'
import { formatValue, readValue } from './value.js'

/** Metadata with only these types, by index. */
const chainOf = (...shapes: readonly TypeShape[]): Metadata => ({
  types: new Map(shapes.map((shape, id): [number, ChainType] => [id, { path: '', parameters: [], shape }])),
  call: 0,
  signedExtensions: [],
})
const shown = (metadata: Metadata, bytes: readonly number[]): string =>
  formatValue(readValue(metadata, 0, new ScaleReader(Uint8Array.from(bytes))))
const text = (value: string): readonly number[] => {
  const bytes = utf8ToBytes(value)
  return [...encodeCompact(BigInt(bytes.length)), ...bytes]
}
const primitive = (name: 'str' | 'bool' | 'i8' | 'u8' | 'char'): TypeShape => ({ kind: 'primitive', name })

it('a text in a call cannot fake further lines or reverse the direction of other text', () => {
  const chain = chainOf(primitive('str'))
  expect(shown(chain, text('one\nvalue: 5'))).toBe('"one\\nvalue: 5"')
  expect(shown(chain, text('a\u202Eb'))).toBe('"0x61e280ae62"')
})

it.each([
  ['bool', [1], 'true'],
  ['i8', [0xff], '-1'],
  ['u8', [0xff], '255'],
  ['char', [0x41, 0, 0, 0], '"A"'],
] as const)('a %s of %j is shown as %s', (name, bytes, expected) => {
  expect(shown(chainOf(primitive(name)), bytes)).toBe(expected)
})

it('lists, tuples, arrays and bits are shown in full', () => {
  const u8 = primitive('u8')
  expect(shown(chainOf({ kind: 'sequence', item: 1 }, primitive('bool')), [8, 1, 0])).toBe('\n- true\n- false')
  expect(shown(chainOf({ kind: 'sequence', item: 1 }, u8), [8, 1, 2])).toBe('0x0102')
  expect(shown(chainOf({ kind: 'array', item: 1, length: 2 }, u8), [1, 2])).toBe('0x0102')
  expect(shown(chainOf({ kind: 'tuple', items: [] }), [])).toBe('[]')
  expect(shown(chainOf({ kind: 'bits' }), [12, 5])).toBe('0x05 (3 bits)')
})

it.each([
  ['a boolean with the value 2', chainOf(primitive('bool')), [2]],
  [
    'a list longer than its bytes',
    chainOf({ kind: 'sequence', item: 1 }, primitive('bool')),
    [255, 255, 255, 255, 255],
  ],
  ['a type that contains itself', chainOf({ kind: 'tuple', items: [0] }), []],
  ['an unknown variant', chainOf({ kind: 'variant', variants: [] }), [0]],
  ['a type that the metadata does not define', chainOf({ kind: 'tuple', items: [7] }), []],
] as const)('%s is rejected', (_, chain, bytes) => {
  expect(() => shown(chain, bytes)).toThrow(RangeError)
})
