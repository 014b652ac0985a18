import { ScaleReader } from './scale.js'

/** Field of a composite or of a variant. */
export interface Field {
  readonly name: string | undefined
  /** Type id: a key of {@link Metadata.types}. */
  readonly type: number
}

interface Variant {
  readonly name: string
  readonly index: number
  readonly fields: readonly Field[]
}

/** Definition of a type. `item` and `items` are type ids. */
export type TypeShape =
  | { readonly kind: 'composite'; readonly fields: readonly Field[] }
  | { readonly kind: 'variant'; readonly variants: readonly Variant[] }
  | { readonly kind: 'sequence'; readonly item: number }
  | { readonly kind: 'array'; readonly item: number; readonly length: number }
  | { readonly kind: 'tuple'; readonly items: readonly number[] }
  | { readonly kind: 'primitive'; readonly name: Primitive }
  | { readonly kind: 'compact'; readonly item: number }
  | { readonly kind: 'bits' }

const primitives = [
  'bool',
  'char',
  'str',
  'u8',
  'u16',
  'u32',
  'u64',
  'u128',
  'u256',
  'i8',
  'i16',
  'i32',
  'i64',
  'i128',
  'i256',
] as const
export type Primitive = (typeof primitives)[number]

export interface ChainType {
  /** Such as `sp_core::crypto::AccountId32`. */
  readonly path: string
  readonly parameters: readonly { readonly name: string; readonly type: number | undefined }[]
  readonly shape: TypeShape
}

/** Part of a chain's metadata that transactions need. */
export interface Metadata {
  /** Types by type id. */
  readonly types: ReadonlyMap<number, ChainType>
  /** Type of calls: an enum of the pallets. */
  readonly call: number
  /** In the order of their data in a transaction. */
  readonly signedExtensions: readonly SignedExtension[]
}

export interface SignedExtension {
  readonly identifier: string
  /** Type of the extra data, which is part of the transaction. */
  readonly type: number
  /** Type of the additional data, which is signed but not sent. */
  readonly additional: number
}

const MAGIC = 0x6174656dn // "meta"

/** Parses metadata of version 14. Throws a `RangeError` for other versions and for invalid bytes. */
export function readMetadata(bytes: Uint8Array): Metadata {
  const from = new ScaleReader(bytes)
  const [magic, version] = [from.uint(4), from.u8()]
  if (magic !== MAGIC || version !== 14) throw new RangeError(`Metadata of version ${version} cannot be read.`)
  const types = new Map(from.list(() => [from.count(), readType(from)] as const))
  from.list(() => skipPallet(from))
  const extrinsic = types.get(from.count())
  from.u8() // version of extrinsics
  const signedExtensions = from.list(() => ({
    identifier: from.string(),
    type: from.count(),
    additional: from.count(),
  }))
  const call = extrinsic?.parameters.find(({ name }) => name === 'Call')?.type
  if (call === undefined) throw new RangeError('The metadata has no type of calls.')
  return { types, call, signedExtensions }
}

const skipTexts = (from: ScaleReader): void => void from.list(() => from.string())

function readType(from: ScaleReader): ChainType {
  const path = from.list(() => from.string()).join('::')
  const parameters = from.list(() => ({ name: from.string(), type: from.option(() => from.count()) }))
  const shape = readShape(from)
  skipTexts(from)
  return { path, parameters, shape }
}

function readField(from: ScaleReader): Field {
  const name = from.option(() => from.string())
  const type = from.count()
  from.option(() => from.string())
  skipTexts(from)
  return { name, type }
}

function readVariant(from: ScaleReader): Variant {
  const name = from.string()
  const fields = from.list(() => readField(from))
  const index = from.u8()
  skipTexts(from)
  return { name, index, fields }
}

/** Decoders of type definitions, by their index in the enum `TypeDef` of the metadata. */
const shapes: readonly ((from: ScaleReader) => TypeShape)[] = [
  (from) => ({ kind: 'composite', fields: from.list(() => readField(from)) }),
  (from) => ({ kind: 'variant', variants: from.list(() => readVariant(from)) }),
  (from) => ({ kind: 'sequence', item: from.count() }),
  (from) => ({ kind: 'array', length: Number(from.uint(4)), item: from.count() }),
  (from) => ({ kind: 'tuple', items: from.list(() => from.count()) }),
  (from) => {
    const name = primitives[from.u8()]
    if (name === undefined) throw new RangeError('The metadata has an unknown primitive.')
    return { kind: 'primitive', name }
  },
  (from) => ({ kind: 'compact', item: from.count() }),
  (from) => {
    from.count()
    from.count()
    return { kind: 'bits' }
  },
]

function readShape(from: ScaleReader): TypeShape {
  const read = shapes[from.u8()]
  if (!read) throw new RangeError('The metadata has an unknown kind of type.')
  return read(from)
}

function skipPallet(from: ScaleReader): void {
  const type = (): unknown => from.option(() => from.count())
  from.string()
  from.option(() => {
    from.string()
    from.list(() => skipStorage(from))
  })
  type() // type of calls
  type() // type of events
  from.list(() => {
    from.string()
    from.count()
    from.take(from.count())
    skipTexts(from)
  })
  type() // type of errors
  from.u8()
}

function skipStorage(from: ScaleReader): void {
  from.string()
  from.u8() // whether there is a default value
  const isMap = from.u8() === 1
  if (isMap) {
    from.take(from.count()) // hashers
    from.count()
  }
  from.count()
  from.take(from.count())
  skipTexts(from)
}
