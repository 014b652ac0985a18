import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex } from '@noble/hashes/utils'
import { hashedAccount } from './balance.js'

/** `twox128("Assets")`: storage prefix of the pallet. */
const ASSETS = '682a59d51ab9e48a8c8cc418ff9708d2'
/** Storage prefix of the map `Asset`: the pallet's prefix and `twox128("Asset")`. Keys of the map use `blake2_128_concat`. */
export const ASSET_MAP = `0x${ASSETS}d34371a193a751eea5883e9553457b2e`
/** Storage prefix of the map `Account`. */
const ACCOUNT_MAP = `0x${ASSETS}b99d880ec681799c0cf30e8886371da9`
/** Length of a BLAKE2b-128 hash in hex digits. */
const HASH_DIGITS = 32

/** SCALE-encoded asset number in a key of the map `Asset`. */
export const assetOfKey = (key: string): string => key.slice(ASSET_MAP.length + HASH_DIGITS)

/** Storage key of an account's entry for an asset. `asset`: the asset's number in SCALE. */
export const assetAccountKey = (asset: Uint8Array, address: string): string =>
  `${ACCOUNT_MAP}${bytesToHex(blake2b(asset, { dkLen: 16 }))}${bytesToHex(asset)}${hashedAccount(address)}`
