import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import * as sr25519 from '@scure/sr25519'

type Sign = (message: Uint8Array) => Uint8Array

/** Signing functions by address. `code`: index of the key type in `MultiSignature` (0: ed25519, 1: sr25519). */
export type Signers = ReadonlyMap<string, { readonly code: number; readonly sign: Sign }>

/** Signing function for an sr25519 seed (32 bytes in hex). */
export const bySr25519 = (seed: string): Sign => {
  const secretKey = sr25519.secretFromSeed(hexToBytes(seed))
  return (message) => sr25519.sign(secretKey, message)
}
/** Signing function for an Ed25519 seed (32 bytes in hex). */
export const byEd25519 =
  (seed: string): Sign =>
  (message) =>
    ed25519.sign(message, hexToBytes(seed))

/** Signers for sr25519 `//Alice`, sr25519 `//Bob` and ed25519 `//Alice`, derived from the development phrase of Substrate. */
const developmentSigners: Signers = new Map([
  [
    '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY',
    { code: 1, sign: bySr25519('e5be9a5092b81bca64be81d212e7f2f9eba183bb7a90954f7b76361f6edb5c0a') },
  ],
  [
    '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty',
    { code: 1, sign: bySr25519('398f0c28f98885e046333d4a41c19cee4c37368a9832c6502f6cfd182e2aef89') },
  ],
  [
    '5FA9nQDVg267DEd8m1ZypXLBnvN7SFxYwV7ndqSYGiN9TTpu',
    { code: 0, sign: byEd25519('abf8e5bdbe30c65656c0a3cbd181ff8a56294a69dfedd27982aace4a76909115') },
  ],
])

function signerOf(address: string, signers: Signers): { readonly code: number; readonly sign: Sign } {
  const signer = signers.get(address)
  if (signer) return signer
  throw new Error(`The wallet has no key for ${address}.`)
}

const openingTag = utf8ToBytes('<Bytes>')
const closingTag = utf8ToBytes('</Bytes>')
const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** Wraps data in `<Bytes>` and `</Bytes>`, so that it cannot be a transaction. Data that is wrapped already stays unchanged. */
export function wrapBytes(data: Uint8Array): Uint8Array {
  const isWrapped =
    data.length >= openingTag.length + closingTag.length &&
    isSame(data.subarray(0, openingTag.length), openingTag) &&
    isSame(data.subarray(-closingTag.length), closingTag)
  return isWrapped ? data : concatBytes(openingTag, data, closingTag)
}

/** Signature of the wrapped bytes, without a key type prefix, as in `signRaw`. */
export const signBytes = (address: string, data: Uint8Array, signers = developmentSigners): `0x${string}` =>
  `0x${bytesToHex(signerOf(address, signers).sign(wrapBytes(data)))}`

/** Payloads longer than 256 bytes are hashed before signing. */
const MAX_PAYLOAD_BYTES = 256

/** Signature of a transaction's payload as `MultiSignature`, with a key type prefix. */
export function signTransaction(address: string, payload: Uint8Array, signers = developmentSigners): `0x${string}` {
  const { code, sign } = signerOf(address, signers)
  const message = payload.length > MAX_PAYLOAD_BYTES ? blake2b(payload, { dkLen: 32 }) : payload
  return `0x${bytesToHex(concatBytes(Uint8Array.of(code), sign(message)))}`
}
