// This file exists because @solana/web3.js 2.0.0 does not export isOffCurveAddress.

/** Prime of the field of edwards25519. */
const P = 2n ** 255n - 19n

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let left = exponent, square = base % P; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * square) % P
    square = (square * square) % P
  }
  return result
}

/** Curve constant d of edwards25519: −121665/121666. */
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/**
 * Whether 32 bytes encode a point of edwards25519 (RFC 8032 §5.1.3): x² = (y² − 1) / (dy² + 1) has a solution. Program-derived addresses are off the
 * curve, so that no private key exists for them.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n
  for (let at = 31; at >= 0; at--) y = (y << 8n) | BigInt((bytes[at] ?? 0) & (at === 31 ? 0x7f : 0xff))
  const square = (y * y) % P
  // Euler's criterion on the product: a / b is a square if and only if a · b is a square
  return power((square - 1n + P) * (D * square + 1n), (P - 1n) / 2n) <= 1n
}
