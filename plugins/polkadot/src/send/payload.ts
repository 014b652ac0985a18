import { blake2b } from '@noble/hashes/blake2'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils'
import type { ApiPromise } from '@polkadot/api'
import { type Network, type SendExtra, type SendReview, WalletModalError } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { readAccountId } from '../address.js'
import { assetIdOf } from '../assets/asset-id.js'
import { encodeSs58 } from '../ss58.js'
import { bigintOf, compactBytes, present } from './codec.js'

/** How many blocks a transaction is valid for. */
export const PERIOD = 64

/** What a wallet signs, in the JSON that @polkadot/api and extensions speak. */
export interface SignerPayload {
  readonly address: string
  readonly genesisHash: string
  readonly method: string
  readonly version: number
  readonly [field: string]: unknown
}

export interface Block {
  readonly hash: string
  readonly number: number
}

/** What is paid: the coin, or an asset of the pallet `Assets`. */
export interface Transfer {
  readonly to: string
  readonly amount: bigint
  readonly asset?: {
    readonly number: string
    /** All that the account has of it, which closes its entry. */
    readonly isAll: boolean
  }
}

interface Signing {
  /** As the wallet writes it. */
  readonly given: string
  readonly nonce: bigint
  readonly block: Block
}

/** By how @polkadot/api calls them. Each leaves the account alive, or takes nothing of the coin. */
const calls: Readonly<Record<string, string>> = {
  'balances.transferKeepAlive': 'Balances.transfer_keep_alive',
  'assets.transferKeepAlive': 'Assets.transfer_keep_alive',
  'assets.transfer': 'Assets.transfer',
}

/** Pallet and call. No runtime numbers them anew: transactions that are signed already would become others. */
type Numbers = Readonly<Record<string, readonly [pallet: number, call: number]>>
const assetHub: Numbers = {
  'balances.transferKeepAlive': [10, 3],
  'assets.transferKeepAlive': [50, 9],
  'assets.transfer': [50, 8],
}

/** By CAIP-2 reference, from the metadata of these chains in @polkadot/types-support. Of others the node's word is taken. */
const callNumbers: ReadonlyMap<string, Numbers> = new Map([
  ['91b171bb158e2d3848fa23a9f1c25182', { 'balances.transferKeepAlive': [5, 3] }], // Polkadot
  ['68d56f15f85d3136970ec16946040bc1', assetHub], // Polkadot Asset Hub
  ['b0a8d493285c2df73290dfb7e61f870f', { 'balances.transferKeepAlive': [4, 3] }], // Kusama
  ['48239ef607d7928874027a43a6768920', assetHub], // Kusama Asset Hub
])

function callOf({ tx }: ApiPromise, { to, amount, asset }: Transfer) {
  if (!asset) return present(tx.balances?.transferKeepAlive, '"Balances.transfer_keep_alive"')(to, amount)
  if (asset.isAll) return present(tx.assets?.transfer, '"Assets.transfer"')(asset.number, to, amount)
  return present(tx.assets?.transferKeepAlive, '"Assets.transfer_keep_alive"')(asset.number, to, amount)
}

const signingOf = (api: ApiPromise, { nonce, block }: Signing) => ({
  blockHash: block.hash,
  era: api.registry.createType('ExtrinsicEra', { current: block.number, period: PERIOD }),
  genesisHash: api.genesisHash,
  nonce,
  runtimeVersion: api.runtimeVersion,
  signedExtensions: api.registry.signedExtensions,
  tip: 0,
  version: api.extrinsicVersion,
})

/** What a transfer would cost, in plancks, by the chain's own reckoning. */
export async function feeFor(api: ApiPromise, transfer: Transfer, signing: Signing): Promise<bigint> {
  const signed = callOf(api, transfer).signFake(signing.given, signingOf(api, signing)).toU8a()
  const info: unknown = await present(api.call.transactionPaymentApi?.queryInfo, 'fees')(signed, signed.length)
  return bigintOf(Object(info).partialFee, 'fee')
}

export function writePayload(api: ApiPromise, transfer: Transfer, signing: Signing): SignerPayload {
  const { method } = callOf(api, transfer)
  const fields = { ...signingOf(api, signing), address: signing.given, blockNumber: signing.block.number, method }
  const made: unknown = api.registry.createTypeUnsafe('SignerPayload', [fields])
  const { toPayload }: { readonly toPayload?: unknown } = Object(made)
  if (typeof toPayload !== 'function') throw other('cannot be written')
  // the registry writes addresses in the chain's own way, and a wallet may look for its own
  return Object.freeze({ ...Reflect.apply(toPayload, made, []), address: signing.given })
}

/** The bytes that a key signs: longer ones are hashed first. */
export function signedBytes(api: ApiPromise, payload: SignerPayload): Uint8Array {
  const made = api.registry.createTypeUnsafe('ExtrinsicPayload', [payload, { version: payload.version }])
  // without the length of the call before it
  const bytes = made.toU8a({ method: true } as never)
  return bytes.length > 256 ? blake2b(bytes, { dkLen: 32 }) : bytes
}

/** The finished transaction, in hex, and the hash that blocks know it by. */
export function finish(api: ApiPromise, payload: SignerPayload, signature: `0x${string}`) {
  const call = api.registry.createTypeUnsafe('Call', [payload.method])
  const extrinsic = api.tx(call as never).addSignature(payload.address, signature, payload as never)
  return { hex: extrinsic.toHex(), hash: extrinsic.hash.toHex() }
}

/** The hash of a transaction as blocks list it. */
export const hashOf = (hex: string): string =>
  `0x${[...blake2b(hexToBytes(hex.slice(2)), { dkLen: 32 })].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

const other = (what: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The transaction ${what}. Nothing was sent.`)

interface Shown {
  readonly network: Network
  readonly prefix: number
  readonly fee: bigint
  readonly extras: readonly SendExtra[]
}

interface ReadCall {
  readonly name: string
  /** Of the asset. */
  readonly number: string | undefined
  readonly id: Uint8Array
  readonly amount: bigint
}

/** Metadata are the node's word, and what was written by them reads well by them. So the bytes have to be those of a transfer without them. */
function assertWritten(method: string, { name, number, id, amount }: ReadCall, network: Network): void {
  const known = callNumbers.get(network.reference)
  const start = known ? known[name] : hexToBytes(method.slice(2, 6))
  const asset = number === undefined ? [] : [compactBytes(BigInt(number))]
  const receiver = concatBytes(Uint8Array.of(0), id) // `MultiAddress::Id`
  const written = concatBytes(Uint8Array.from(start ?? []), ...asset, receiver, compactBytes(amount))
  if (method !== `0x${bytesToHex(written)}`)
    throw other(`is not written as a transfer on ${network.name} is: its node tells something wrong`)
}

/** What a payload says, read from its own fields by the chain's metadata, and held against the bytes. */
export function readReview(
  api: ApiPromise,
  payload: SignerPayload,
  { network, prefix, fee, extras }: Shown,
): SendReview {
  if (payload.genesisHash.slice(2, 34) !== network.reference) throw other(`is not for ${network.name}`)
  const call: unknown = api.registry.createTypeUnsafe('Call', [payload.method])
  const { section, method, args }: Readonly<Record<string, unknown>> = Object(call)
  const given: readonly unknown[] = Array.isArray(args) ? args : []
  const name = calls[`${section}.${method}`]
  if (name === undefined) throw other('does something else')
  const number = section === 'assets' ? String(bigintOf(given[0], 'number of an asset')) : undefined
  const [to, value] = number === undefined ? given : given.slice(1)
  const { type, value: inner }: { readonly type?: unknown; readonly value?: unknown } = Object(to)
  if (type !== 'Id') throw other('does something else')
  const { toU8a }: { readonly toU8a?: unknown } = Object(inner)
  const id: unknown = typeof toU8a === 'function' ? Reflect.apply(toU8a, inner, []) : undefined
  if (!(id instanceof Uint8Array) || id.length !== 32) throw other('pays nobody')
  const amount = bigintOf(value, 'amount')
  assertWritten(payload.method, { name: `${section}.${method}`, number, id, amount }, network)
  return {
    from: encodeSs58(prefix, readAccountId(payload.address).id),
    to: encodeSs58(prefix, id),
    caipNetworkId: network.caipNetworkId,
    assetId: number === undefined ? coinAssetId(network) : assetIdOf(network.caipNetworkId, number),
    amount,
    fee,
    extras,
    call: name,
    payload: JSON.stringify(payload),
  }
}
