import type { ApiPromise } from '@polkadot/api'
import { bigintOf, fieldsOf, isTrue, readAll, type StorageAsked, textOf } from '../transactions/codec.js'

/** What the pallet `Assets` knows of an asset. */
export interface Asset {
  /** In decimal. */
  readonly number: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The least that an account of it holds, in base units. */
  readonly minBalance: bigint
  /** Whether it keeps an account alive that holds no coin. */
  readonly isSufficient: boolean
  /** Nobody can send it. */
  readonly isFrozen: boolean
}

/** What an account has of an asset. */
export interface AssetHolding {
  /** In base units. */
  readonly amount: bigint
  /** This account cannot send it. */
  readonly isFrozen: boolean
  /** This account cannot get it either. */
  readonly isBlocked: boolean
}

/** Longer names are nobody's. */
const [MAX_NAME, MAX_SYMBOL] = [64, 24]
const MAX_DECIMALS = 36n

const plain = (text: string, length: number): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, length)

const NOTHING: AssetHolding = { amount: 0n, isFrozen: false, isBlocked: false }

/** Older runtimes have a flag where newer ones have a state. */
const isHeldBack = ({ isFrozen, status }: Readonly<Record<string, unknown>>, usual: string): boolean =>
  status === undefined ? isTrue(isFrozen) : Object(status).type !== usual

/** `undefined` for an asset that is not there, or that has told neither a name nor its decimals: then no amount of it can be written. */
function toAsset(number: string, details: unknown, metadata: unknown): Asset | undefined {
  const [asset, told] = [fieldsOf(details), fieldsOf(metadata)]
  if (!asset || !told) return undefined
  const name = plain(textOf(told.name), MAX_NAME)
  const symbol = plain(textOf(told.symbol), MAX_SYMBOL)
  const decimals = bigintOf(told.decimals, 'decimals')
  if ((name === '' && symbol === '') || decimals > MAX_DECIMALS) return undefined
  return {
    number,
    name: name || symbol,
    symbol: symbol || `#${number}`,
    decimals: Number(decimals),
    minBalance: bigintOf(asset.minBalance, 'least balance'),
    isSufficient: isTrue(asset.isSufficient),
    isFrozen: isHeldBack(asset, 'Live'),
  }
}

function toHolding(account: unknown): AssetHolding {
  const fields = fieldsOf(account)
  if (!fields) return NOTHING
  const isFrozen = isHeldBack(fields, 'Liquid')
  return {
    amount: bigintOf(fields.balance, 'balance'),
    isFrozen,
    isBlocked: isFrozen && Object(fields.status).type === 'Blocked',
  }
}

/** The number of an asset by its key in SCALE. Throws `INVALID_DATA` where the chain's assets have no numbers. */
export function numberOfKey(api: ApiPromise, key: Uint8Array): string {
  const type = api.query.assets?.asset?.creator.meta.type
  const made: unknown = type?.isMap && api.registry.createType(api.registry.createLookupType(type.asMap.key), key)
  return String(bigintOf(made, 'numbers of assets'))
}

/** Assets, and what these accounts have of each, in one request. Throws where the node does not answer. */
export async function readAssets(
  api: ApiPromise,
  numbers: readonly string[],
  addresses: readonly string[],
): Promise<readonly { readonly asset: Asset | undefined; readonly holdings: readonly AssetHolding[] }[]> {
  const { asset, metadata, account } = api.query.assets ?? {}
  const asked = numbers.flatMap((number): readonly StorageAsked[] => [
    [asset, [number]],
    [metadata, [number]],
    ...addresses.map((address): StorageAsked => [account, [number, address]]),
  ])
  const read = await readAll(api, asked)
  const each = 2 + addresses.length
  return numbers.map((number, at) => {
    const [details, told, ...accounts] = read.slice(at * each, (at + 1) * each)
    return { asset: toAsset(number, details, told), holdings: accounts.map(toHolding) }
  })
}
