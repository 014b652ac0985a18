import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils'
import type { ApiPromise } from '@polkadot/api'
import {
  type Action,
  type Network,
  type TransferAction,
  type UndecodedCall,
  WalletModalError,
} from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { readAccountId } from '../address.js'
import { assetIdOf } from '../assets/asset-id.js'
import { encodeSs58 } from '../ss58.js'
import { BATCH, type ReadCall, readCall } from './calls.js'
import { bigintOf, compactBytes } from './codec.js'
import type { SignerPayload } from './payload.js'

interface ReadOptions {
  readonly network: Network
  /** SS58 prefix of the network. */
  readonly prefix: number
}

export interface PayloadSummary {
  readonly from: string
  readonly contents: readonly (Action | UndecodedCall)[]
  /** `Pallet.method` of the call, and of the calls in a batch. */
  readonly call: string
  /** Whether a call may reap the account: transfer its last coins, so that the chain removes it. */
  readonly canReapAccount: boolean
}

/** Calls that are displayed as transfers. They transfer native coins, or assets of the pallet `Assets`. */
const keepAlive = 'Balances.transfer_keep_alive'
const reapingTransfers = ['Balances.transfer_allow_death', 'Balances.transfer']
const coinTransfers = [keepAlive, ...reapingTransfers]
const assetTransfers = ['Assets.transfer', 'Assets.transfer_keep_alive']

/** Indexes of pallet and call. Runtimes keep them, because renumbering would change the meaning of signed transactions. */
type Numbers = Readonly<Record<string, readonly [pallet: number, call: number]>>
const assetHub: Numbers = {
  'Balances.transfer_allow_death': [10, 0],
  'Balances.transfer_keep_alive': [10, 3],
  'Assets.transfer': [50, 8],
  'Assets.transfer_keep_alive': [50, 9],
  [BATCH]: [40, 2],
}

/** Indexes by CAIP-2 reference, from the metadata in @polkadot/types-support. For other chains, the node's metadata are trusted. */
const callNumbers: ReadonlyMap<string, Numbers> = new Map([
  [
    '91b171bb158e2d3848fa23a9f1c25182', // Polkadot
    { 'Balances.transfer_allow_death': [5, 0], 'Balances.transfer_keep_alive': [5, 3], [BATCH]: [26, 2] },
  ],
  ['68d56f15f85d3136970ec16946040bc1', assetHub], // Polkadot Asset Hub
  [
    'b0a8d493285c2df73290dfb7e61f870f', // Kusama
    { 'Balances.transfer_allow_death': [4, 0], 'Balances.transfer_keep_alive': [4, 3], [BATCH]: [24, 2] },
  ],
  ['48239ef607d7928874027a43a6768920', assetHub], // Kusama Asset Hub
])

const refused = (reason: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The transaction ${reason}. Nothing was sent.`)

/**
 * Throws unless the bytes of a call are exactly its indexes and these arguments. With false metadata from the node, another call could be decoded as a
 * plausible transfer. So the bytes of known calls are compared with an encoding made without metadata.
 */
function assertEncoding({ name, encoded }: ReadCall, args: readonly Uint8Array[], { name: chain, reference }: Network) {
  const expectedIndexes = callNumbers.get(reference)
  const start = expectedIndexes ? expectedIndexes[name] : hexToBytes(encoded.slice(2, 6))
  const kind = name === BATCH ? 'batch' : 'transfer'
  if (encoded !== `0x${bytesToHex(concatBytes(Uint8Array.from(start ?? []), ...args))}`)
    throw refused(`is not encoded as a ${kind} of ${chain}: the node's metadata are wrong`)
}

/** Account id of a `MultiAddress::Id`; `undefined` for other variants. */
function accountIdOf(codec: unknown): Uint8Array | undefined {
  const { type, value }: { readonly type?: unknown; readonly value?: unknown } = Object(codec)
  const { toU8a }: { readonly toU8a?: unknown } = Object(value)
  const id: unknown = type === 'Id' && typeof toU8a === 'function' ? Reflect.apply(toU8a, value, []) : undefined
  return id instanceof Uint8Array && id.length === 32 ? id : undefined
}

/** `undefined` for calls other than transfers. */
function toTransfer(call: ReadCall, from: string, { network, prefix }: ReadOptions): TransferAction | undefined {
  const isAsset = assetTransfers.includes(call.name)
  if (!isAsset && !coinTransfers.includes(call.name)) return undefined
  const number = isAsset ? bigintOf(call.codecs[0], 'number of an asset') : undefined
  const [to, value] = isAsset ? call.codecs.slice(1) : call.codecs
  const id = accountIdOf(to)
  if (!id) return undefined
  const amount = bigintOf(value, 'amount')
  const receiver = concatBytes(Uint8Array.of(0), id) // `MultiAddress::Id`
  const asset = number === undefined ? [] : [compactBytes(number)]
  assertEncoding(call, [...asset, receiver, compactBytes(amount)], network)
  return {
    ...{ type: 'transfer', from, to: encodeSs58(prefix, id), amount },
    assetId: number === undefined ? coinAssetId(network) : assetIdOf(network.caipNetworkId, String(number)),
  }
}

/** Calls in a batch; `undefined` for any other call. */
function readBatch(api: ApiPromise, call: ReadCall, network: Network): readonly ReadCall[] | undefined {
  if (call.name !== BATCH) return undefined
  const inner = Array.from(call.codecs[0] as Iterable<{ toHex(): `0x${string}` }>, (one) => one.toHex()) // `Vec<Call>`
  const bytes = inner.map((hex) => hexToBytes(hex.slice(2)))
  assertEncoding(call, [compactBytes(BigInt(inner.length)), ...bytes], network)
  return inner.map((hex) => readCall(api, hex))
}

function toUndecoded({ pallet, method, args, encoded, name }: ReadCall): UndecodedCall {
  return { type: 'undecoded', call: Object.freeze({ pallet, method, args, encoded }), target: pallet, name }
}

/** Decodes a payload from its fields and the chain's metadata, and verifies the encoding of transfers and batches. */
export function readPayload(api: ApiPromise, payload: SignerPayload, options: ReadOptions): PayloadSummary {
  const { network, prefix } = options
  if (payload.genesisHash.slice(2, 34) !== network.reference) throw refused(`is not for ${network.name}`)
  const from = encodeSs58(prefix, readAccountId(payload.address).id)
  const names: string[] = []
  const contentsOf = (call: ReadCall): readonly (Action | UndecodedCall)[] => {
    const batch = readBatch(api, call, network)
    if (batch) return batch.flatMap(contentsOf)
    names.push(call.name)
    return [toTransfer(call, from, options) ?? toUndecoded(call)]
  }
  const call = readCall(api, payload.method)
  const contents = contentsOf(call)
  return {
    ...{ from, contents },
    call: call.name === BATCH ? `${BATCH}: ${names.join(', ')}` : call.name,
    canReapAccount: names.some((name) => reapingTransfers.includes(name)),
  }
}
