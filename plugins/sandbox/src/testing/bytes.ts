import { base64 } from '@scure/base'

const MARK = '$bytes'

/** Encodes all byte arrays in a value as `{ $bytes: base64 }`, because messages between a page and the test process are JSON. */
export function pack(value: unknown): unknown {
  if (value instanceof Uint8Array) return { [MARK]: base64.encode(value) }
  if (Array.isArray(value)) return value.map(pack)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, pack(one)]))
}

/** Decodes the result of {@link pack}. */
export function unpack(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpack)
  if (typeof value !== 'object' || value === null) return value
  const text: unknown = Reflect.get(value, MARK)
  if (typeof text === 'string') return base64.decode(text)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpack(one)]))
}
