import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils'
import { type Network, WalletModalError } from '@wallet-modal/kernel'
import { BATCH, type ReadCall } from './calls.js'

/** Indexes of pallet and call, by name. Runtime upgrades keep the indexes, because new ones would change the meaning of signed transactions. */
type Numbers = Readonly<Record<string, readonly [pallet: number, call: number]>>

interface PalletNumbers {
  readonly balances: number
  readonly utility: number
  readonly proxy: number
}

const numbersOf = ({ balances, utility, proxy }: PalletNumbers): Numbers => ({
  'Balances.transfer_allow_death': [balances, 0],
  'Balances.transfer_keep_alive': [balances, 3],
  'Utility.batch': [utility, 0],
  [BATCH]: [utility, 2],
  'Utility.force_batch': [utility, 4],
  'Proxy.proxy': [proxy, 0],
})
const assetHub: Numbers = {
  ...numbersOf({ balances: 10, utility: 40, proxy: 42 }),
  'Assets.transfer': [50, 8],
  'Assets.transfer_keep_alive': [50, 9],
}

/** Indexes by CAIP-2 reference, from the metadata in @polkadot/types-support. For other chains, the node's metadata are trusted. */
const callNumbers: ReadonlyMap<string, Numbers> = new Map([
  ['91b171bb158e2d3848fa23a9f1c25182', numbersOf({ balances: 5, utility: 26, proxy: 29 })], // Polkadot
  ['68d56f15f85d3136970ec16946040bc1', assetHub], // Polkadot Asset Hub
  ['b0a8d493285c2df73290dfb7e61f870f', numbersOf({ balances: 4, utility: 24, proxy: 30 })], // Kusama
  ['48239ef607d7928874027a43a6768920', assetHub], // Kusama Asset Hub
])

export const isKnownChain = ({ reference }: Network): boolean => callNumbers.has(reference)

/** Error for a transaction that must not be signed. `reason`: clause for the message. */
export const invalidTransaction = (reason: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The transaction ${reason}. Nothing was sent.`)

/** Encodes an account id as `MultiAddress::Id`. */
export const addressBytes = (accountId: Uint8Array): Uint8Array => concatBytes(Uint8Array.of(0), accountId)

interface ExpectedEncoding {
  readonly kind: 'transfer' | 'batch' | 'proxy call'
  readonly args: readonly Uint8Array[]
  readonly network: Network
}

/**
 * Throws if the bytes of a call are not exactly its indexes and these arguments. If a node returns false metadata, another call can be decoded as a
 * plausible transfer. So this function compares the bytes with an encoding that does not depend on the metadata.
 */
export function assertEncoding({ name, encoded }: ReadCall, { kind, args, network }: ExpectedEncoding): void {
  const expectedIndexes = callNumbers.get(network.reference)
  const start = expectedIndexes ? expectedIndexes[name] : hexToBytes(encoded.slice(2, 6))
  if (encoded !== `0x${bytesToHex(concatBytes(Uint8Array.from(start ?? []), ...args))}`)
    throw invalidTransaction(`is not encoded as a ${kind} of ${network.name}: the node's metadata are wrong`)
}

/** Account id of a `MultiAddress::Id`; `undefined` for other variants. */
export function accountIdOf(codec: unknown): Uint8Array | undefined {
  const { type, value }: { readonly type?: unknown; readonly value?: unknown } = Object(codec)
  const id = type === 'Id' ? encodedBytes(value) : undefined
  return id?.length === 32 ? id : undefined
}

/** SCALE encoding of a codec of @polkadot/api. */
export function encodedBytes(codec: unknown): Uint8Array | undefined {
  const { toU8a }: { readonly toU8a?: unknown } = Object(codec)
  const bytes: unknown = typeof toU8a === 'function' ? Reflect.apply(toU8a, codec, []) : undefined
  return bytes instanceof Uint8Array ? bytes : undefined
}
