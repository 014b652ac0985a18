import { ed25519 } from '@noble/curves/ed25519'
import { secp256k1 } from '@noble/curves/secp256k1'
import { blake2b } from '@noble/hashes/blake2'
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base58 } from '@scure/base'
import { verify as verifySr25519 } from '@scure/sr25519'
import type { Verifier } from './sign-in-family.js'
import { ss58PrefixOf } from './ss58-prefix.js'

const preimage = utf8ToBytes('SS58PRE')
const blake256 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 })
const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** Decodes the 32-byte account id of an SS58 address; `undefined` if the prefix, the checksum or the format is wrong. */
function accountIdOf(address: string, expectedPrefix: number | null): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{40,64}$/.test(address)) return undefined
  const data = base58.decode(address)
  const [first = 255, second = 0] = data
  const start = first < 64 ? 1 : 2
  const prefix = first < 64 ? first : ((first & 0x3f) << 2) | (second >> 6) | ((second & 0x3f) << 8)
  if (data.length !== start + 34 || first > 127 || prefix !== expectedPrefix) return undefined
  if (start === 2 && prefix < 64) return undefined // a prefix below 64 must be encoded in one byte
  const sum = blake2b(concatBytes(preimage, data.subarray(0, start + 32)))
  return isSame(data.subarray(start + 32), sum.subarray(0, 2)) ? data.subarray(start, start + 32) : undefined
}

type Check = (signature: Uint8Array, bytes: Uint8Array, accountId: Uint8Array) => boolean

const checkSr25519: Check = (signature, bytes, key) => signature.length === 64 && verifySr25519(bytes, signature, key)
const checkEd25519: Check = (signature, bytes, key) =>
  signature.length === 64 && ed25519.verify(signature, bytes, key, { zip215: false })
/** The account id is the hash of the public key, so the key is recovered from the signature. */
const checkEcdsa: Check = (signature, bytes, accountId) => {
  const recovery = signature[64]
  if (signature.length !== 65 || recovery === undefined || recovery > 1) return false
  const point = secp256k1.Signature.fromCompact(signature.subarray(0, 64)).addRecoveryBit(recovery)
  return isSame(blake256(point.recoverPublicKey(blake256(bytes)).toRawBytes(true)), accountId)
}
/** Check functions by type byte, which is the first byte of a MultiSignature. */
const checksByType: readonly Check[] = [checkEd25519, checkSr25519, checkEcdsa]

function safely(check: Check): Check {
  return (...args) => {
    try {
      return check(...args)
    } catch {
      return false // not a point on the curve
    }
  }
}

/** Checks to try, each with its signature bytes. Some wallets put a type byte before the signature: `typedCheck` is for the bytes after it. */
function checksOf(signature: Uint8Array): readonly (readonly [Check, Uint8Array])[] {
  const typedCheck = checksByType[signature[0] ?? 255]
  return [
    ...[checkSr25519, checkEd25519, checkEcdsa].map((check) => [check, signature] as const),
    ...(typedCheck ? [[typedCheck, signature.subarray(1)] as const] : []),
  ]
}

/** Verifies sr25519, ed25519 and ECDSA signatures. Extensions wrap the text in `<Bytes>` and `</Bytes>`, so that it cannot be a transaction. */
export const verifyPolkadot: Verifier = async ({ message, text, signature, network }) => {
  const accountId = accountIdOf(message.address, ss58PrefixOf(network))
  if (!accountId || !/^0x(?:[0-9a-f]{2}){64,66}$/i.test(signature)) return false
  const signatureBytes = hexToBytes(signature.slice(2))
  return [`<Bytes>${text}</Bytes>`, text]
    .map(utf8ToBytes)
    .some((bytes) =>
      checksOf(signatureBytes).some(([check, checkedBytes]) => safely(check)(checkedBytes, bytes, accountId)),
    )
}
