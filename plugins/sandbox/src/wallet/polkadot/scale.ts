// Sites encode with @polkadot/api. The wallet has its own decoder, so that a bug in that library cannot hide the effects of a call. scale-ts supports
// only static types, but the types of a call come from the chain's metadata.

/** Sequential SCALE decoder. Throws a `RangeError` if the bytes end early or contain an invalid length or option tag. */
export class ScaleReader {
  #at = 0
  readonly #bytes: Uint8Array
  readonly #text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get isDone(): boolean {
    return this.#at === this.#bytes.length
  }

  take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new RangeError('The bytes end too early.')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  u8(): number {
    return this.take(1)[0] ?? 0
  }

  /** Little-endian integer of `bytes` bytes. */
  uint(bytes: number): bigint {
    return this.take(bytes).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  }

  int(bytes: number): bigint {
    return BigInt.asIntN(bytes * 8, this.uint(bytes))
  }

  /** Compact integer: one, two, four or more bytes, depending on the lowest two bits. */
  compact(): bigint {
    const first = this.u8()
    const mode = first & 3
    const rest = (bytes: number): bigint => (this.uint(bytes) << 6n) | BigInt(first >> 2)
    if (mode === 3) return this.uint((first >> 2) + 4)
    return rest(mode === 2 ? 3 : mode)
  }

  /** Compact length, or index of a type in the metadata. */
  count(): number {
    const count = this.compact()
    // each item takes at least one bit, so a larger count is invalid
    if (count > BigInt(this.#bytes.length) * 8n) throw new RangeError('A length exceeds the number of bytes.')
    return Number(count)
  }

  string(): string {
    return this.#text.decode(this.take(this.count()))
  }

  list<T>(item: () => T): readonly T[] {
    return Array.from({ length: this.count() }, item)
  }

  option<T>(item: () => T): T | undefined {
    const tag = this.u8()
    if (tag > 1) throw new RangeError(`Invalid option tag ${tag}: expected 0 or 1.`)
    return tag === 1 ? item() : undefined
  }
}

/** Little-endian integer of `bytes` bytes. Throws a `RangeError` if the value is negative or does not fit. */
export function encodeUint(value: bigint, bytes: number): Uint8Array {
  if (value < 0n || value >= 1n << BigInt(bytes * 8)) throw new RangeError(`${value} does not fit into ${bytes} bytes.`)
  return Uint8Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
}

/** Shortest compact encoding of a number. */
export function encodeCompact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return encodeUint(value << 2n, 1)
  if (value < 1n << 14n) return encodeUint((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return encodeUint((value << 2n) | 2n, 4)
  const bytes = Math.max(4, Math.ceil(value.toString(16).length / 2))
  return Uint8Array.of(((bytes - 4) << 2) | 3, ...encodeUint(value, bytes))
}
