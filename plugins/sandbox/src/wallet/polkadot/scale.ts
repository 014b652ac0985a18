// Not the decoder of @polkadot/api, with which sites encode: a wallet that reads with the site's code would repeat its mistakes. scale-ts has fixed
// types only, and these come from the chain's metadata.

/** Reads SCALE, the encoding of Substrate chains, from the front of some bytes. Throws a `RangeError` where they end too early. */
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

  /** Little-endian, of so many bytes. */
  uint(bytes: number): bigint {
    return this.take(bytes).reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
  }

  int(bytes: number): bigint {
    return BigInt.asIntN(bytes * 8, this.uint(bytes))
  }

  /** A number in one, two, four or more bytes, as the lowest two bits tell. */
  compact(): bigint {
    const first = this.u8()
    const mode = first & 3
    const rest = (bytes: number): bigint => (this.uint(bytes) << 6n) | BigInt(first >> 2)
    if (mode === 3) return this.uint((first >> 2) + 4)
    return rest(mode === 2 ? 3 : mode)
  }

  /** A length or an index. */
  count(): number {
    const count = this.compact()
    // every item takes at least a bit, so more cannot be meant
    if (count > BigInt(this.#bytes.length) * 8n) throw new RangeError('The bytes announce more than they hold.')
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
    if (tag > 1) throw new RangeError('An option is there or not.')
    return tag === 1 ? item() : undefined
  }
}

/** Little-endian, of so many bytes. */
export function encodeUint(value: bigint, bytes: number): Uint8Array {
  if (value < 0n || value >= 1n << BigInt(bytes * 8)) throw new RangeError(`${value} does not fit into ${bytes} bytes.`)
  return Uint8Array.from({ length: bytes }, (_, at) => Number((value >> BigInt(8 * at)) & 0xffn))
}

/** The shortest writing of a compact number. */
export function encodeCompact(value: bigint): Uint8Array {
  if (value < 1n << 6n) return encodeUint(value << 2n, 1)
  if (value < 1n << 14n) return encodeUint((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return encodeUint((value << 2n) | 2n, 4)
  const bytes = Math.max(4, Math.ceil(value.toString(16).length / 2))
  return Uint8Array.of(((bytes - 4) << 2) | 3, ...encodeUint(value, bytes))
}
