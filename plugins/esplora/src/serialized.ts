import { readWith } from '@wallet-modal/kernel'
import { type Fields, fieldsOf } from '@wallet-modal/kernel/assets'
import { countOf, expectList, hashOf, satoshisOf } from './replies.js'

/** Encodes an integer as little-endian hex of `bytes` bytes. */
function littleEndian(value: bigint, bytes: number): string {
  const hex = BigInt.asUintN(bytes * 8, value).toString(16)
  return reversed(hex.padStart(bytes * 2, '0'))
}
const reversed = (hex: string): string => (hex.match(/../g) ?? []).toReversed().join('')

/** Encodes a length or count as CompactSize of the Bitcoin protocol. */
function compactSize(count: number): string {
  if (count < 0xfd) return littleEndian(BigInt(count), 1)
  return count <= 0xffff ? `fd${littleEndian(BigInt(count), 2)}` : `fe${littleEndian(BigInt(count), 4)}`
}

const uint32 = (value: unknown, field: string): string => {
  const count = countOf(value, field)
  if (count <= 0xffffffff) return littleEndian(BigInt(count), 4)
  throw new Error(`${field} has more than 32 bits`)
}
/** Encodes the version, which some APIs return as a signed 32-bit integer and others as an unsigned one. */
const versionOf = (value: unknown): string => littleEndian(BigInt(Number(value) | 0), 4)
const scriptOf = (value: unknown, field: string): string => {
  if (typeof value === 'string' && /^([\da-f]{2})*$/.test(value)) return compactSize(value.length / 2) + value
  throw new Error(`${field} is not hexadecimal`)
}

const inputOf = ({ txid, vout, scriptsig, sequence }: Fields): string =>
  reversed(hashOf(txid)) + uint32(vout, '"vout"') + scriptOf(scriptsig, '"scriptsig"') + uint32(sequence, '"sequence"')
const outputOf = ({ value, scriptpubkey }: Fields): string =>
  littleEndian(satoshisOf(value, '"value"'), 8) + scriptOf(scriptpubkey, '"scriptpubkey"')

/**
 * Serializes the transaction of `/tx/:txid` in hex, without witnesses. The double SHA-256 of this data is the transaction id. The caller compares
 * this id with the requested id to detect false values.
 */
export const serialized = readWith((reply): string => {
  const { version, locktime, vin, vout } = fieldsOf(reply)
  const [inputs, outputs] = [expectList(vin, '"vin"'), expectList(vout, '"vout"')]
  return [
    ...[versionOf(version), compactSize(inputs.length), ...inputs.map(inputOf)],
    ...[compactSize(outputs.length), ...outputs.map(outputOf), uint32(locktime, '"locktime"')],
  ].join('')
})
