import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { type Account, type Context, type Network, readWith } from '@wallet-modal/kernel'
import { readAccountId } from './address.js'
import { badStorage } from './errors.js'
import { h160Bytes, isH160 } from './h160.js'

/** `twox128("System") ++ twox128("Account")`, where every chain made with FRAME keeps its accounts. */
const SYSTEM_ACCOUNT = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'

/**
 * `AccountInfo` in SCALE: nonce, consumers, providers and sufficients (u32 each), then `AccountData`: free, reserved, frozen and flags (u128
 * each), little-endian.
 */
const ACCOUNT_INFO_BYTES = 80
const FREE_FROM = 16
const U128_BYTES = 16

/** Key of an account in the storage map `System.Account`, which hashes by `blake2_128_concat`. */
export function accountStorageKey(address: string): `0x${string}` {
  const id = isH160(address) ? h160Bytes(address) : readAccountId(address).id
  return `0x${SYSTEM_ACCOUNT}${bytesToHex(blake2b(id, { dkLen: 16 }))}${bytesToHex(id)}`
}

/** Free balance in plancks. No storage means that the account does not exist, and so holds nothing. */
export function readFree(answer: unknown, network: Network): bigint {
  if (answer === null) return 0n
  // a chain with other types has another length: rather no balance than one read from the wrong bytes
  if (typeof answer !== 'string' || !/^0x[\da-f]+$/i.test(answer) || answer.length !== 2 + 2 * ACCOUNT_INFO_BYTES)
    throw badStorage(network)
  const free = hexToBytes(answer.slice(2))
    .slice(FREE_FROM, FREE_FROM + U128_BYTES)
    .reverse()
  return BigInt(`0x${bytesToHex(free)}`)
}

/** Free balance of an account in plancks, in the newest block that the node knows. */
export const fetchFree = (ctx: Context, account: Account, network: Network, signal: AbortSignal): Promise<bigint> =>
  ctx.api.rpc(network.caipNetworkId).read('state_getStorage', [accountStorageKey(account.address)], {
    schema: readWith((answer) => readFree(answer, network)),
    signal,
  })
