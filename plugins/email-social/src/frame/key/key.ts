import { secp256k1 } from '@noble/curves/secp256k1.js'
import { combine, split } from 'shamir-secret-sharing'
import { bytesToHex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/** Number of shares of a key, and number of shares that recover it. */
const [SHARES, THRESHOLD] = [3, 2]

/** EVM address of a new key, and its three shares. */
export interface NewKey {
  readonly address: string
  /** Share for this browser. */
  readonly device: Uint8Array<ArrayBuffer>
  /** Share for the gateway. */
  readonly server: Uint8Array<ArrayBuffer>
  /** Share that is encrypted with the recovery code. */
  readonly recovery: Uint8Array<ArrayBuffer>
}

const addressOf = (key: Uint8Array): string => publicKeyToAddress(bytesToHex(secp256k1.getPublicKey(key, false)))

/** Creates a secp256k1 key and splits it into shares (Shamir's secret sharing). Overwrites the key afterwards. The caller overwrites the shares. */
export async function createKey(): Promise<NewKey> {
  const key = secp256k1.utils.randomSecretKey()
  try {
    const shares = await split(key, SHARES, THRESHOLD)
    const [device, server, recovery] = shares.map((share) => new Uint8Array(share))
    for (const share of shares) share.fill(0)
    if (!device || !server || !recovery) throw new Error('The key could not be split.')
    return { address: addressOf(key), device, server, recovery }
  } finally {
    key.fill(0)
  }
}

/**
 * Recovers the key from two shares for one synchronous call of `use`, then overwrites the key and both shares. `combine` does not detect wrong
 * shares, so the key is verified by its address. Rejects if the shares are wrong.
 */
export async function withKey<T>(
  shares: readonly [Uint8Array, Uint8Array],
  address: string,
  use: (key: Uint8Array) => T,
): Promise<T> {
  let key: Uint8Array = new Uint8Array()
  try {
    key = await combine([...shares])
    if (!secp256k1.utils.isValidSecretKey(key) || addressOf(key).toLowerCase() !== address.toLowerCase())
      throw new Error('The shares do not belong to this account.')
    return use(key)
  } finally {
    for (const secret of [key, ...shares]) secret.fill(0)
  }
}

export interface EcdsaSignature {
  readonly r: `0x${string}`
  readonly s: `0x${string}`
  readonly yParity: 0 | 1
}

/** ECDSA signature of a 32-byte digest, with low `s` and deterministic nonce (RFC 6979). */
export function signDigest(digest: Uint8Array, key: Uint8Array): EcdsaSignature {
  const signed = secp256k1.sign(digest, key, { prehash: false, lowS: true, format: 'recovered' })
  const { r, s, recovery } = secp256k1.Signature.fromBytes(signed, 'recovered')
  const hex = (value: bigint): `0x${string}` => `0x${value.toString(16).padStart(64, '0')}`
  return { r: hex(r), s: hex(s), yParity: recovery === 1 ? 1 : 0 }
}
