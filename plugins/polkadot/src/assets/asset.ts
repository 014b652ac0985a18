import type { ApiPromise } from '@polkadot/api'
import { bigintOf, codecFields, codecText, isTrue, readAll, type StorageKey } from '../transactions/codec.js'

/** Asset of the pallet `Assets`. */
export interface Asset {
  /** Id of the asset in the pallet: a number, in decimal. */
  readonly number: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Minimum balance of an account (existential deposit), in base units. */
  readonly minBalance: bigint
  /** Whether the asset alone keeps an account alive, without the native coin (`is_sufficient`). */
  readonly isSufficient: boolean
  /** Whether the asset is frozen, so that nobody can send it. */
  readonly isFrozen: boolean
}

/** An account's balance of an asset. */
export interface AssetHolding {
  /** In base units. */
  readonly amount: bigint
  /** Whether the balance is frozen, so that this account cannot send it. */
  readonly isFrozen: boolean
  /** Whether this account can neither send nor receive the asset. */
  readonly isBlocked: boolean
}

/** In characters; longer texts are cut. */
const [MAX_NAME, MAX_SYMBOL] = [64, 24]
const MAX_DECIMALS = 36n

const plain = (text: string, length: number): string =>
  text
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, length)

const NO_BALANCE: AssetHolding = { amount: 0n, isFrozen: false, isBlocked: false }

/** Whether an asset or account is frozen. Older runtimes have the flag `isFrozen`, newer runtimes have a `status`. */
const isFrozenBy = ({ isFrozen, status }: Readonly<Record<string, unknown>>, normalStatus: string): boolean =>
  status === undefined ? isTrue(isFrozen) : Object(status).type !== normalStatus

/** `undefined` if the asset does not exist, has neither name nor symbol, or has more than {@link MAX_DECIMALS} decimals. */
function toAsset(number: string, details: unknown, metadata: unknown): Asset | undefined {
  const [asset, assetMetadata] = [codecFields(details), codecFields(metadata)]
  if (!asset || !assetMetadata) return undefined
  const name = plain(codecText(assetMetadata.name), MAX_NAME)
  const symbol = plain(codecText(assetMetadata.symbol), MAX_SYMBOL)
  const decimals = bigintOf(assetMetadata.decimals, 'decimals')
  if ((name === '' && symbol === '') || decimals > MAX_DECIMALS) return undefined
  return {
    number,
    name: name || symbol,
    symbol: symbol || `#${number}`,
    decimals: Number(decimals),
    minBalance: bigintOf(asset.minBalance, 'minimum balance'),
    isSufficient: isTrue(asset.isSufficient),
    isFrozen: isFrozenBy(asset, 'Live'),
  }
}

function toHolding(account: unknown): AssetHolding {
  const fields = codecFields(account)
  if (!fields) return NO_BALANCE
  const isFrozen = isFrozenBy(fields, 'Liquid')
  return {
    amount: bigintOf(fields.balance, 'balance'),
    isFrozen,
    isBlocked: isFrozen && Object(fields.status).type === 'Blocked',
  }
}

/** Decodes a SCALE-encoded asset number. Throws `INVALID_DATA` if the chain's asset ids are not numbers. */
export function numberOfKey(api: ApiPromise, key: Uint8Array): string {
  const type = api.query.assets?.asset?.creator.meta.type
  const decoded: unknown = type?.isMap && api.registry.createType(api.registry.createLookupType(type.asMap.key), key)
  return String(bigintOf(decoded, 'numbers of assets'))
}

/** Reads assets and the balances of these accounts, in one request. */
export async function readAssets(
  api: ApiPromise,
  numbers: readonly string[],
  addresses: readonly string[],
): Promise<readonly { readonly asset: Asset | undefined; readonly holdings: readonly AssetHolding[] }[]> {
  const { asset, metadata, account } = api.query.assets ?? {}
  const storageKeys = numbers.flatMap((number): readonly StorageKey[] => [
    [asset, [number]],
    [metadata, [number]],
    ...addresses.map((address): StorageKey => [account, [number, address]]),
  ])
  const values = await readAll(api, storageKeys)
  const valuesPerAsset = 2 + addresses.length
  return numbers.map((number, at) => {
    const [details, assetMetadata, ...accounts] = values.slice(at * valuesPerAsset, (at + 1) * valuesPerAsset)
    return { asset: toAsset(number, details, assetMetadata), holdings: accounts.map(toHolding) }
  })
}
