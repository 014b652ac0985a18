import * as v from 'valibot'
import { isReadable } from './readable.js'

const field = v.object({ name: v.string(), type: v.string() })
const typedData = v.object({
  types: v.record(v.string(), v.array(field)),
  primaryType: v.string(),
  domain: v.optional(v.record(v.string(), v.unknown()), {}),
  message: v.record(v.string(), v.unknown()),
})
type TypedData = v.InferOutput<typeof typedData>

/** Fields of `EIP712Domain`, in their order (EIP-712). */
const domainFields: readonly v.InferOutput<typeof field>[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Parses typed data. Converts objects to JSON text first, so that the same values are displayed and hashed. Adds the type `EIP712Domain` if it is
 * absent: without this type, viem does not sign a `chainId` that is a string. Returns `undefined` if the data is invalid, and in these cases:
 * - A field has no type: it would be displayed but not signed.
 * - A value has another type than its field.
 * - The type `EIP712Domain` does not match the domain's fields.
 * - A text contains misleading characters.
 */
export function readTypedData(input: unknown): TypedData | undefined {
  try {
    const text = typeof input === 'string' ? input : JSON.stringify(input)
    const { types, ...rest } = v.parse(typedData, JSON.parse(text))
    const data = { ...rest, types: { EIP712Domain: domainTypeOf(rest.domain), ...types } }
    return isSignedAsDisplayed(data) ? data : undefined
  } catch {
    return undefined
  }
}

/** Type of a domain: its known fields, in the order of EIP-712. */
const domainTypeOf = (domain: TypedData['domain']) => domainFields.filter(({ name }) => domain[name] !== undefined)

function isSignedAsDisplayed({ types, primaryType, domain, message }: TypedData): boolean {
  const expectedFields = domainTypeOf(domain)
  const isDomain =
    types.EIP712Domain?.length === expectedFields.length &&
    expectedFields.every(({ name, type }, at) => {
      const field = types.EIP712Domain?.[at]
      return field?.name === name && field.type === type
    }) &&
    hasType(domain, 'EIP712Domain', types)
  return (
    isDomain &&
    primaryType !== 'EIP712Domain' && // the signature would not include the message
    Object.entries(types).every(hasPlainNames) &&
    hasType(message, primaryType, types) &&
    [primaryType, domain, message].every(isReadableValue)
  )
}

/**
 * Whether the names of a type contain no parentheses and commas. A type with the name `Order(Item item)Item` could have the same `encodeType`
 * (EIP-712) as a type `Order` with the nested type `Item`. A site could then display a hash in place of the item that is signed.
 */
const hasPlainNames = ([typeName, fields]: readonly [string, TypedData['types'][string]]): boolean =>
  [typeName, ...fields.flatMap(({ name, type }) => [name, type])].every((text) => !/[(),]/.test(text))

/** Whether a value has exactly the fields of its type, recursively. */
function hasType(value: unknown, type: string, types: TypedData['types']): boolean {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined) return Array.isArray(value) && value.every((element) => hasType(element, item, types))
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) return isAtomic(value, type)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return (
    names.every((name) => fields.some((field) => field.name === name)) &&
    fields.every((field) => hasType(Reflect.get(value, field.name), field.type, types))
  )
}

/**
 * Whether a value has the JSON type of its field. For other values, viem would sign something else than is displayed: the number 0 for `""` in a
 * field of type `uint256`, or the text `A` for the number 65 in a field of type `string`.
 */
function isAtomic(value: unknown, type: string): boolean {
  if (type === 'bool') return typeof value === 'boolean'
  if (/^u?int/.test(type) && typeof value === 'number') return true
  if (typeof value !== 'string') return false
  if (/^u?int/.test(type)) return /^(?:-?\d+|0x[\da-f]+)$/i.test(value)
  return !type.startsWith('bytes') || /^0x[\da-f]*$/i.test(value)
}

function isReadableValue(value: unknown): boolean {
  if (typeof value === 'string') return isReadable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isReadable(name) && isReadableValue(member))
}
