import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { encodeSs58 } from '../../ss58.js'
import { readBytes } from '../readable.js'
import type { Field, Metadata, Primitive } from './metadata.js'
import type { ScaleReader } from './scale.js'

/** Decoded value, for display. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: bigint }
  | { readonly kind: 'account'; readonly address: string }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'fields'; readonly fields: readonly NamedValue[] }
  /** Enum variant with its name and contents. */
  | { readonly kind: 'variant'; readonly name: string; readonly fields: readonly NamedValue[] }

export interface NamedValue {
  readonly name: string | undefined
  readonly value: Value
}

/** Maximum nesting of a call, so that a hostile call cannot overflow the stack. Real calls have fewer levels. */
const MAX_DEPTH = 40

/** Decodes a value of a type in the chain's metadata. Throws if the bytes are invalid. */
export function readValue(metadata: Metadata, type: number, from: ScaleReader, depth = 0): Value {
  const chainType = metadata.types.get(type)
  if (!chainType || depth > MAX_DEPTH)
    throw new RangeError('The call is nested too deeply, or contains an unknown type.')
  const read = (inner: number): Value => readValue(metadata, inner, from, depth + 1)
  const readFields = (fields: readonly Field[]): readonly NamedValue[] =>
    fields.map(({ name, type: inner }) => ({ name, value: read(inner) }))
  const readItems = (item: number, length: number): Value => {
    if (isByte(metadata, item)) return { kind: 'text', text: `0x${bytesToHex(from.take(length))}` }
    return { kind: 'list', items: Array.from({ length }, () => read(item)) }
  }
  if (chainType.path === 'sp_core::crypto::AccountId32') return { kind: 'account', address: encodeSs58(from.take(32)) }
  const { shape } = chainType
  switch (shape.kind) {
    case 'primitive':
      return readPrimitive(shape.name, from)
    case 'compact':
      return { kind: 'number', number: from.compact() }
    case 'sequence':
      return readItems(shape.item, from.count())
    case 'array':
      return readItems(shape.item, shape.length)
    case 'tuple':
      return { kind: 'list', items: shape.items.map(read) }
    case 'composite': {
      const fields = readFields(shape.fields)
      const [only] = fields
      return only && fields.length === 1 && only.name === undefined ? only.value : { kind: 'fields', fields }
    }
    case 'variant': {
      const index = from.u8()
      const variant = shape.variants.find((one) => one.index === index)
      if (!variant) throw new RangeError(`The type has no variant ${index}.`)
      return { kind: 'variant', name: variant.name, fields: readFields(variant.fields) }
    }
    case 'bits': {
      const count = from.count()
      return { kind: 'text', text: `0x${bytesToHex(from.take(Math.ceil(count / 8)))} (${count} bits)` }
    }
  }
}

function isByte({ types }: Metadata, type: number): boolean {
  const shape = types.get(type)?.shape
  return shape?.kind === 'primitive' && shape.name === 'u8'
}

function readPrimitive(name: Primitive, from: ScaleReader): Value {
  if (name === 'bool') {
    const byte = from.u8()
    if (byte > 1) throw new RangeError(`Invalid boolean ${byte}: expected 0 or 1.`)
    return { kind: 'text', text: String(byte === 1) }
  }
  if (name === 'str') return { kind: 'text', text: JSON.stringify(readBytes(utf8ToBytes(from.string()))) }
  if (name === 'char') return { kind: 'text', text: JSON.stringify(String.fromCodePoint(Number(from.uint(4)))) }
  const bytes = Number(name.slice(1)) / 8
  return { kind: 'number', number: name.startsWith('u') ? from.uint(bytes) : from.int(bytes) }
}

/** Formats a value as text, with a line for each item and field. */
export function formatValue(value: Value, indent = ''): string {
  switch (value.kind) {
    case 'text':
      return value.text
    case 'number':
      return String(value.number)
    case 'account':
      return value.address
    case 'list':
      return value.items.length === 0
        ? '[]'
        : value.items.map((item) => `\n${indent}- ${formatValue(item, `${indent}  `)}`).join('')
    case 'fields':
      return formatFields(value.fields, indent)
    case 'variant':
      return `${value.name}${formatFields(value.fields, indent)}`
  }
}

function formatFields(fields: readonly NamedValue[], indent: string): string {
  const [only] = fields
  if (only && fields.length === 1 && only.name === undefined) return ` ${formatValue(only.value, indent)}`
  const inner = `${indent}  `
  return fields.map(({ name, value }, at) => `\n${inner}${name ?? at}: ${formatValue(value, inner)}`).join('')
}
