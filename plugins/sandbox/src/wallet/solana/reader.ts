import { badParams } from '../errors.js'

/** Sequential reader of bytes. Throws -32602 on truncated input and on non-canonical encodings. */
export interface Reader {
  byte(): number
  bytes(length: number): Uint8Array
  /** compact-u16 in its shortest form, the only one that nodes accept. */
  length(): number
  /** Array with a compact-u16 length. */
  list<T>(item: () => T): readonly T[]
  isAtEnd(): boolean
}

export function createReader(source: Uint8Array): Reader {
  let at = 0
  const reader: Reader = {
    byte() {
      const value = source[at]
      if (value === undefined) throw badParams('The transaction ends too early.')
      at++
      return value
    },
    bytes(length) {
      if (at + length > source.length) throw badParams('The transaction ends too early.')
      at += length
      return source.slice(at - length, at)
    },
    length() {
      let value = 0
      for (let position = 0; position < 3; position++) {
        const byte = reader.byte()
        value += (byte & 0x7f) * 128 ** position
        if (byte === 0 && position > 0) break
        if (byte < 0x80 && value <= 0xffff) return value
      }
      throw badParams('The transaction contains an invalid length.')
    },
    list: (item) => Array.from({ length: reader.length() }, item),
    isAtEnd: () => at === source.length,
  }
  return reader
}
