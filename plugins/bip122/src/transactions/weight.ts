/** The kinds of outputs that a single key can spend. */
export type CoinKind = 'p2pkh' | 'p2sh-p2wpkh' | 'p2wpkh' | 'p2tr'

const SIGNATURE = 72n // maximum DER length, with the sighash type
const KEY = 33n
const OUTPOINT = 32n + 4n + 4n // includes the sequence number
/** Witness: the number of items, then each item with a length prefix. */
const KEY_WITNESS = 1n + 1n + SIGNATURE + 1n + KEY
const TAPROOT_WITNESS = 1n + 1n + 65n

/** Maximum weight of an input (BIP-141: witness bytes count once, all other bytes four times). */
const inputWeights: Readonly<Record<CoinKind, bigint>> = {
  p2pkh: 4n * (OUTPOINT + 1n + 1n + SIGNATURE + 1n + KEY) + 1n, // + 1: the empty witness, if another input has a witness
  'p2sh-p2wpkh': 4n * (OUTPOINT + 1n + 23n) + KEY_WITNESS,
  p2wpkh: 4n * (OUTPOINT + 1n) + KEY_WITNESS,
  p2tr: 4n * (OUTPOINT + 1n) + TAPROOT_WITNESS,
}

export const inputWeight = (kind: CoinKind): bigint => inputWeights[kind]

const outputSize = (script: Uint8Array): bigint => 8n + 1n + BigInt(script.length)

export const outputWeight = (script: Uint8Array): bigint => 4n * outputSize(script)

/** Weight of the version, the lock time, the counts of inputs (up to 65,535) and outputs (up to 252), and the SegWit marker and flag. */
export const OVERHEAD_WEIGHT = 4n * (4n + 4n + 3n + 1n) + 2n

/** Fee of a transaction of this weight at a rate in satoshis per 1,000 virtual bytes, rounded up. */
export function feeOf(weight: bigint, rate: bigint): bigint {
  const size = (weight + 3n) / 4n
  return (size * rate + 999n) / 1000n
}

/** Dust relay fee rate of nodes, in satoshis per 1,000 bytes. */
const DUST_RATE = 3000n

/** Whether a script is a witness program (BIP-141). */
const isWitness = ([version = 0, length = 0]: Uint8Array, total: number): boolean =>
  (version === 0 || (version >= 0x51 && version <= 0x60)) && length === total - 2

/** Smallest value of an output that nodes relay: the fee for the output and the input that spends it, at {@link DUST_RATE}. */
export function dustOf(script: Uint8Array): bigint {
  const spending = isWitness(script, script.length) ? 67n : 148n
  return ((outputSize(script) + spending) * DUST_RATE) / 1000n
}

/** Output type of a script; `undefined` unless a single key can spend the output. P2SH is assumed to be P2SH-P2WPKH, the usual form. */
export function kindOf(script: Uint8Array): CoinKind | undefined {
  const [first, second] = script
  if (script.length === 25 && first === 0x76) return 'p2pkh'
  if (script.length === 23 && first === 0xa9) return 'p2sh-p2wpkh'
  if (script.length === 22 && first === 0 && second === 20) return 'p2wpkh'
  return script.length === 34 && first === 0x51 && second === 32 ? 'p2tr' : undefined
}
