import type { ApiPromise } from '@polkadot/api'
import { messageOf } from '@wallet-modal/kernel'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import type { DecodedCall, PalletCall, PolkadotCall } from '../contract.js'

type Hex = `0x${string}`
type CallIndex = readonly [pallet: number, call: number]

/** Call that executes a batch of calls, which succeed or fail together. */
export const BATCH = 'Utility.batch_all'

/** Calls of a pallet as the chain's metadata list them. */
function callsOf({ registry }: ApiPromise, matches: (pallet: { name: string; index: number }) => boolean) {
  const pallet = registry.metadata.pallets.find(({ name, index }) =>
    matches({ name: name.toString(), index: index.toNumber() }),
  )
  if (!pallet?.calls.isSome) return undefined
  const { variants } = registry.lookup.getSiType(pallet.calls.unwrap().type).def.asVariant
  return { name: pallet.name.toString(), index: pallet.index.toNumber(), variants }
}

function indexOf(api: ApiPromise, pallet: string, method: string): CallIndex | undefined {
  const calls = callsOf(api, ({ name }) => name === pallet)
  const variant = calls?.variants.find(({ name }) => name.toString() === method)
  return calls && variant ? [calls.index, variant.index.toNumber()] : undefined
}

/** Names of the pallet and the method in the chain's metadata. */
function nameOf(api: ApiPromise, [palletIndex, callIndex]: Uint8Array): readonly [pallet: string, method: string] {
  const calls = callsOf(api, ({ index }) => index === palletIndex)
  const variant = calls?.variants.find(({ index }) => index.toNumber() === callIndex)
  if (!calls || !variant) throw invalidArgument('The chain has no such call.')
  return [calls.name, variant.name.toString()]
}

export const hasBatch = (api: ApiPromise): boolean => {
  const [pallet = '', method = ''] = BATCH.split('.')
  return indexOf(api, pallet, method) !== undefined
}

function encodePalletCall(api: ApiPromise, { pallet, method, args }: PalletCall): Hex {
  const index = indexOf(api, pallet, method)
  if (!index) throw invalidArgument(`This chain has no call "${pallet}.${method}".`)
  try {
    return api.registry
      .findMetaCall(Uint8Array.from(index))(...args)
      .toHex()
  } catch (cause) {
    throw invalidArgument(`"${pallet}.${method}" does not take these arguments: ${messageOf(cause)}`)
  }
}

function checkEncoded(api: ApiPromise, encoded: Hex): Hex {
  const isHex = /^0x([\da-f]{2}){2,}$/.test(encoded)
  try {
    // encodes the call again, because @polkadot/api ignores trailing bytes when it decodes
    if (isHex && api.registry.createTypeUnsafe('Call', [encoded]).toHex() === encoded) return encoded
  } catch {
    // the call does not exist on the chain, or has other arguments
  }
  throw invalidArgument('The bytes are not a call of this chain. They must be in lower-case hex digits.')
}

const encodeOne = (api: ApiPromise, call: PolkadotCall): Hex =>
  typeof call === 'string' ? checkEncoded(api, call) : encodePalletCall(api, call)

/** SCALE encoding of a transaction's calls: a single call, or a batch. Throws `INVALID_ARGUMENT`. */
export function encodeCalls(api: ApiPromise, calls: readonly PolkadotCall[]): Hex {
  const encoded = calls.map((call) => encodeOne(api, call))
  const [first, ...others] = encoded
  if (first !== undefined && others.length === 0) return first
  if (!hasBatch(api))
    throw invalidArgument(
      `This chain cannot send several calls in one transaction, because it has no "${BATCH}". Send a transaction for each call.`,
    )
  const [pallet = '', method = ''] = BATCH.split('.')
  return encodePalletCall(api, { pallet, method, args: [encoded] })
}

/** Call decoded with the chain's metadata. */
export interface ReadCall extends DecodedCall {
  /** `Pallet.method`. */
  readonly name: string
  /** Arguments as decoded by @polkadot/api. */
  readonly codecs: readonly unknown[]
}

const toJson = (codec: unknown): unknown => {
  const { toJSON }: { readonly toJSON?: unknown } = Object(codec)
  return typeof toJSON === 'function' ? Reflect.apply(toJSON, codec, []) : codec
}

export function readCall(api: ApiPromise, encoded: Hex): ReadCall {
  const decoded: unknown = api.registry.createTypeUnsafe('Call', [encoded])
  const { callIndex, args }: { readonly callIndex?: unknown; readonly args?: unknown } = Object(decoded)
  const [pallet, method] = nameOf(api, Uint8Array.from(callIndex as Iterable<number>)) // pallet index and call index
  const codecs: readonly unknown[] = Array.isArray(args) ? args : []
  return { pallet, method, name: `${pallet}.${method}`, codecs, args: codecs.map(toJson), encoded }
}
