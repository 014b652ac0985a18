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

/** Types of `EIP712Domain`'s fields, in their order (EIP-712). */
const domainFields: readonly (readonly [name: string, type: string])[] = [
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
  ['salt', 'bytes32'],
]

/**
 * Parses typed data from JSON text, so that the same values are displayed and hashed. Returns `undefined` if the data is invalid. Also rejects fields
 * without a type (they would be displayed but not signed), a type `EIP712Domain` that does not match the domain's fields, and texts with misleading
 * characters.
 */
export function readTypedData(input: unknown): TypedData | undefined {
  try {
    const text = typeof input === 'string' ? input : JSON.stringify(input)
    const data = v.parse(typedData, JSON.parse(text))
    return isSignedAsDisplayed(data) ? data : undefined
  } catch {
    return undefined
  }
}

function isSignedAsDisplayed({ types, primaryType, domain, message }: TypedData): boolean {
  const domainType = types.EIP712Domain
  const expectedFields = domainFields.filter(([name]) => domain[name] !== undefined)
  const isDomain =
    Object.keys(domain).every((name) => expectedFields.some(([known]) => known === name)) &&
    (domainType === undefined ||
      (domainType.length === expectedFields.length &&
        expectedFields.every(([name, type], at) => domainType[at]?.name === name && domainType[at].type === type)))
  return isDomain && hasType(message, primaryType, types) && [primaryType, domain, message].every(isReadableValue)
}

/** Whether a value has exactly the fields of its type, recursively. */
function hasType(value: unknown, type: string, types: TypedData['types']): boolean {
  const item = /^(.+)\[\d*\]$/.exec(type)?.[1]
  if (item !== undefined) return Array.isArray(value) && value.every((element) => hasType(element, item, types))
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (!fields) return typeof value !== 'object'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value)
  return (
    names.every((name) => fields.some((field) => field.name === name)) &&
    fields.every((field) => hasType(Reflect.get(value, field.name), field.type, types))
  )
}

function isReadableValue(value: unknown): boolean {
  if (typeof value === 'string') return isReadable(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isReadable(name) && isReadableValue(member))
}
