/** Lengths of a signature and a public key in Solana's wire format, in bytes. */
const SIGNATURE = 64
const KEY = 32

/** Reads a compact-u16 of Solana's wire format: seven bits per byte, lowest first. `null` if it is incomplete or has more than three bytes. */
function readCount(bytes: Uint8Array, at: number): { readonly count: number; readonly next: number } | null {
  let count = 0
  for (let shift = 0; shift < 21; shift += 7) {
    const byte = bytes[at + shift / 7]
    if (byte === undefined) return null
    count |= (byte & 127) << shift
    if (byte < 128) return { count, next: at + shift / 7 + 1 }
  }
  return null
}

/** Offset of a key's signature in a serialized transaction (legacy or versioned); `null` if the key is not a signer. */
function signatureOffset(transaction: Uint8Array, publicKey: Uint8Array): number | null {
  const signatures = readCount(transaction, 0)
  if (!signatures) return null
  const message = signatures.next + signatures.count * SIGNATURE
  // a byte with the highest bit set is a version, which precedes the header
  const header = (transaction[message] ?? 0) & 128 ? message + 1 : message
  const keys = readCount(transaction, header + 3)
  if (!keys) return null
  for (let at = 0; at < Math.min(signatures.count, keys.count); at++) {
    const key = transaction.subarray(keys.next + at * KEY, keys.next + (at + 1) * KEY)
    if (key.length === KEY && key.every((byte, index) => byte === publicKey[index]))
      return signatures.next + at * SIGNATURE
  }
  return null
}

/** A serialized transaction with one signature inserted; `null` if the key is not a signer. */
export function withSignature(
  transaction: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
): Uint8Array | null {
  const offset = signatureOffset(transaction, publicKey)
  if (offset === null) return null
  const signed = transaction.slice()
  signed.set(signature, offset)
  return signed
}

/** Whether a serialized transaction has a signature of the key. Does not verify it. */
export function isSigned(transaction: Uint8Array, publicKey: Uint8Array): boolean {
  const offset = signatureOffset(transaction, publicKey)
  return offset !== null && transaction.subarray(offset, offset + SIGNATURE).some((byte) => byte !== 0)
}
