import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { type Account, type Network, readWith } from '@wallet-modal/kernel'
import { readAccountId } from '../address.js'
import type { ChainContext } from '../chain-context.js'
import { h160Bytes, isH160 } from '../h160.js'

/** `twox128("System") ++ twox128("Account")`: storage prefix of accounts on FRAME chains. */
const SYSTEM_ACCOUNT = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'

/**
 * `AccountInfo` in SCALE: nonce, consumers, providers and sufficients (u32 each), then `AccountData`: free, reserved, frozen and flags (u128
 * each), little-endian.
 */
const ACCOUNT_INFO_BYTES = 80
const FREE_OFFSET = 16
const U128_BYTES = 16

/** Account id as a `blake2_128_concat` storage key. */
export function hashedAccount(address: string): string {
  const id = isH160(address) ? h160Bytes(address) : readAccountId(address).id
  return `${bytesToHex(blake2b(id, { dkLen: 16 }))}${bytesToHex(id)}`
}

/** Key of an account in the storage map `System.Account`. */
export const accountStorageKey = (address: string): `0x${string}` => `0x${SYSTEM_ACCOUNT}${hashedAccount(address)}`

/**
 * Free balance in plancks. `undefined` if the value does not have the length of FRAME's default types. Such a value must be decoded with the
 * chain's metadata.
 */
export function readFree(storage: string): bigint | undefined {
  if (storage.length !== 2 + 2 * ACCOUNT_INFO_BYTES) return undefined
  const free = hexToBytes(storage.slice(2))
    .slice(FREE_OFFSET, FREE_OFFSET + U128_BYTES)
    .reverse()
  return BigInt(`0x${bytesToHex(free)}`)
}

const storageSchema = readWith((answer): string | null => {
  if (answer === null || (typeof answer === 'string' && /^0x([\da-f]{2})+$/i.test(answer))) return answer
  throw new Error('is not a storage value')
})

async function decodeByMetadata(loadApis: ChainContext['apis'], network: Network, storage: string): Promise<bigint> {
  const [{ readFreeByMetadata }, apis] = await Promise.all([import('./metadata-balance.js'), loadApis()])
  return readFreeByMetadata(apis, network, storage)
}

/** Reads an account's free balance in plancks, at the node's latest block. */
export async function readBalance(
  { ctx, apis }: Pick<ChainContext, 'ctx' | 'apis'>,
  { address }: Account,
  network: Network,
  signal: AbortSignal,
): Promise<bigint> {
  const storage = await ctx.api
    .rpc(network.caipNetworkId)
    .read('state_getStorage', [accountStorageKey(address)], { schema: storageSchema, signal })
  if (storage === null) return 0n // the account does not exist
  return readFree(storage) ?? decodeByMetadata(apis, network, storage)
}
