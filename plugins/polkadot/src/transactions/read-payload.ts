import type { ApiPromise } from '@polkadot/api'
import type { Action, Network, TransferAction, UndecodedCall } from '@wallet-modal/kernel'
import { coinAssetId } from '@wallet-modal/kernel/assets'
import { readAccountId } from '../address.js'
import { assetIdOf } from '../assets/asset-id.js'
import { encodeSs58 } from '../ss58.js'
import { accountIdOf, addressBytes, assertEncoding, invalidTransaction } from './call-encoding.js'
import { readGroup } from './call-groups.js'
import { type ReadCall, readCall } from './calls.js'
import { bigintOf, compactBytes } from './codec.js'
import type { SignerPayload } from './payload.js'

interface ReadOptions {
  readonly network: Network
  /** SS58 prefix of the network. */
  readonly prefix: number
}

type Contents = readonly (Action | UndecodedCall)[]

export interface PayloadSummary {
  readonly from: string
  readonly contents: Contents
  /** `Pallet.method` of the call, and of the calls in a batch or a proxy call. */
  readonly call: string
  /** Accounts that the chain may reap (remove), because a call may transfer their last coins. */
  readonly reapableAccounts: readonly string[]
}

/** Number of nested levels of batches and proxy calls that are decoded. A deeper batch or proxy call is treated as an undecoded call. */
const MAX_DEPTH = 4

const keepAlive = 'Balances.transfer_keep_alive'
const reapingTransfers = ['Balances.transfer_allow_death', 'Balances.transfer']
const coinTransfers = [keepAlive, ...reapingTransfers]
const assetTransfers = ['Assets.transfer', 'Assets.transfer_keep_alive']

/** `undefined` for calls other than transfers. */
function toTransfer(call: ReadCall, from: string, { network, prefix }: ReadOptions): TransferAction | undefined {
  const isAsset = assetTransfers.includes(call.name)
  if (!isAsset && !coinTransfers.includes(call.name)) return undefined
  const number = isAsset ? bigintOf(call.codecs[0], 'number of an asset') : undefined
  const [to, value] = isAsset ? call.codecs.slice(1) : call.codecs
  const id = accountIdOf(to)
  if (!id) return undefined
  const amount = bigintOf(value, 'amount')
  const asset = number === undefined ? [] : [compactBytes(number)]
  assertEncoding(call, { kind: 'transfer', args: [...asset, addressBytes(id), compactBytes(amount)], network })
  return {
    ...{ type: 'transfer', from, to: encodeSs58(prefix, id), amount },
    assetId: number === undefined ? coinAssetId(network) : assetIdOf(network.caipNetworkId, String(number)),
  }
}

/**
 * Call that this plugin does not decode. A call in a proxy call is `unknown`: decoders of other plugins would describe it for the sender, not for the
 * account of the proxy call.
 */
function toUndecoded({ pallet, method, args, encoded, name }: ReadCall, isOwn: boolean): Action | UndecodedCall {
  if (!isOwn) return { type: 'unknown', target: pallet, call: name }
  return { type: 'undecoded', call: Object.freeze({ pallet, method, args, encoded }), target: pallet, name }
}

interface DecodedContents {
  readonly contents: Contents
  /** Names of the calls that contain no other calls, with the accounts whose coins they use. */
  readonly leaves: readonly { readonly name: string; readonly account: string }[]
}

/** Context of a call: the batches and proxy calls that contain it. */
interface Position {
  /** Account whose coins and rights the call uses. */
  readonly account: string
  readonly depth: number
  readonly isInBatch: boolean
  /** Whether the call can fail while the transaction succeeds. */
  readonly isSeparate: boolean
}

/** Decodes a call and the calls that it contains. `sender`: account that signs. */
function createReader(api: ApiPromise, sender: string, options: ReadOptions) {
  const readLeaf = (call: ReadCall, account: string): DecodedContents => ({
    contents: [toTransfer(call, account, options) ?? toUndecoded(call, account === sender)],
    leaves: [{ name: call.name, account }],
  })
  const read = (call: ReadCall, { account, depth, isInBatch, isSeparate }: Position): DecodedContents => {
    const group = depth < MAX_DEPTH ? readGroup(api, call, options.network) : undefined
    if (!group) return readLeaf(call, account)
    const proxiedAccount = group.account && encodeSs58(options.prefix, group.account)
    // a proxy call succeeds even if the call in it fails, so a batch that contains the proxy call continues
    const onFailure = group.onFailure ?? (proxiedAccount !== undefined && isInBatch ? 'continue' : undefined)
    // a group is displayed only if its calls can fail while the transaction succeeds
    const isSeparateInside = isSeparate || onFailure !== undefined || proxiedAccount !== undefined
    const position: Position = {
      ...{ account: proxiedAccount ?? account, depth: depth + 1 },
      ...{ isInBatch: isInBatch || proxiedAccount === undefined, isSeparate: isSeparateInside },
    }
    const inner = group.calls.map((one) => read(one, position))
    const action: Action = {
      ...{ type: 'callGroup', call: call.name, calls: group.calls.map(({ name }) => name) },
      ...(onFailure && { onFailure }),
      ...(proxiedAccount !== undefined && { account: proxiedAccount }),
    }
    return {
      contents: [...(isSeparateInside ? [action] : []), ...inner.flatMap(({ contents }) => contents)],
      leaves: inner.flatMap(({ leaves }) => leaves),
    }
  }
  return (call: ReadCall): DecodedContents =>
    read(call, { account: sender, depth: 0, isInBatch: false, isSeparate: false })
}

/** Decodes a payload from its fields and the chain's metadata, and verifies the encoding of transfers, batches and proxy calls. */
export function readPayload(api: ApiPromise, payload: SignerPayload, options: ReadOptions): PayloadSummary {
  const { network, prefix } = options
  if (payload.genesisHash.slice(2, 34) !== network.reference) throw invalidTransaction(`is not for ${network.name}`)
  const from = encodeSs58(prefix, readAccountId(payload.address).id)
  const call = readCall(api, payload.method)
  const { contents, leaves } = createReader(api, from, options)(call)
  const names = leaves.map(({ name }) => name).join(', ')
  return {
    ...{ from, contents },
    call: names === call.name ? names : `${call.name}: ${names}`,
    reapableAccounts: [
      ...new Set(leaves.flatMap(({ name, account }) => (reapingTransfers.includes(name) ? account : []))),
    ],
  }
}
