/** In seconds since 1970. */
export const [CREATION, CHANGE] = [1_600_000_000n, 1_700_000_000n] as const

/** The bytes of a mint of Token-2022 with one extension, as the chain has them. */
export function mintWith(kind: number, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(166 + 4 + data.length)
  bytes[44] = 6
  bytes[45] = 1
  bytes[165] = 1
  const view = new DataView(bytes.buffer)
  view.setUint16(166, kind, true)
  view.setUint16(168, data.length, true)
  bytes.set(data, 170)
  return bytes
}

/** Data of the extension "scaled UI amount". `next` replaces `multiplier` at {@link CHANGE}. */
export function scaled(multiplier: number, next: number): Uint8Array {
  const data = new Uint8Array(32 + 8 + 8 + 8).fill(7, 0, 32)
  const view = new DataView(data.buffer)
  view.setFloat64(32, multiplier, true)
  view.setBigInt64(40, CHANGE, true)
  view.setFloat64(48, next, true)
  return data
}

/** Data of the extension "interest-bearing", created at {@link CREATION}. Rates in basis points, before and since {@link CHANGE}. */
export function interest(before: number, now: number): Uint8Array {
  const data = new Uint8Array(32 + 8 + 2 + 8 + 2).fill(7, 0, 32)
  const view = new DataView(data.buffer)
  view.setBigInt64(32, CREATION, true)
  view.setInt16(40, before, true)
  view.setBigInt64(42, CHANGE, true)
  view.setInt16(50, now, true)
  return data
}
