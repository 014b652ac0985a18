import { blake2b } from '@noble/hashes/blake2.js'

/** `twox128("System") ++ twox128("Account")`: storage prefix of accounts on FRAME chains. */
const SYSTEM_ACCOUNT = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'

/**
 * `AccountInfo` in SCALE, little-endian: nonce, consumers, providers and sufficients (u32 each), then `AccountData`: `free` and three other fields
 * (u128 each).
 */
const ACCOUNT_INFO_BYTES = 80
const PROVIDERS_AT = 8
const FREE_AT = 16
const U128_BYTES = 16

/** Key of an account in the storage map `System.Account` (`blake2_128_concat`). */
export const accountKey = (id: Uint8Array): string =>
  `0x${SYSTEM_ACCOUNT}${toHex(blake2b(id, { dkLen: 16 }))}${toHex(id)}`

/** Free balance in plancks; 0 if the account does not exist. */
export function readFree(storage: string | null): bigint {
  const free = bytesOf(storage).subarray(FREE_AT, FREE_AT + U128_BYTES)
  return BigInt(`0x${Buffer.from(free).reverse().toString('hex')}`)
}

/** Returns an account's storage with the free balance `free`. `storage`: `null` if the account does not exist. */
export function withFree(storage: string | null, free: bigint): string {
  const bytes = bytesOf(storage)
  if (storage === null) bytes.writeUInt32LE(1, PROVIDERS_AT)
  Buffer.from(free.toString(16).padStart(2 * U128_BYTES, '0'), 'hex')
    .reverse()
    .copy(bytes, FREE_AT)
  return `0x${bytes.toString('hex')}`
}

function bytesOf(storage: string | null): Buffer {
  if (storage === null) return Buffer.alloc(ACCOUNT_INFO_BYTES)
  const bytes = Buffer.from(storage.slice(2), 'hex')
  if (bytes.length === ACCOUNT_INFO_BYTES) return bytes
  throw new Error(`The value of System.Account has ${bytes.length} bytes. Expected ${ACCOUNT_INFO_BYTES} bytes.`)
}

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
