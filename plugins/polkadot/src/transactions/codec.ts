import type { ApiPromise } from '@polkadot/api'
import { WalletModalError } from '@wallet-modal/kernel'

const unknownShape = (description: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The chain's metadata describe no ${description}.`)

/** Value of any number codec of @polkadot/api. Throws `INVALID_DATA` for other values. `description`: noun phrase for the message. */
export function bigintOf(codec: unknown, description: string): bigint {
  const { toBigInt, unwrap }: { readonly toBigInt?: unknown; readonly unwrap?: unknown } = Object(codec)
  const value: unknown =
    typeof toBigInt === 'function'
      ? Reflect.apply(toBigInt, codec, [])
      : typeof unwrap === 'function'
        ? bigintOf(Reflect.apply(unwrap, codec, []), description)
        : undefined
  if (typeof value === 'bigint') return value
  throw unknownShape(description)
}

/** Returns `value`. Throws `INVALID_DATA` if the chain does not have the value (`undefined`). */
export function requirePresent<T>(value: T | undefined, description: string): T {
  if (value !== undefined) return value
  throw unknownShape(description)
}

type Entry = NonNullable<NonNullable<ApiPromise['query'][string]>[string]>

/** Reads a storage entry with the types in the metadata, at the latest block or at `at`. */
export const readStorage = (
  api: ApiPromise,
  entry: Entry | undefined,
  { args = [], at }: { readonly args?: readonly string[]; readonly at?: string } = {},
): Promise<unknown> => {
  const key = [requirePresent(entry, 'storage of this kind').creator, args] as never // the parameter types depend on the entry
  return at === undefined ? api.rpc.state.getStorage(key) : api.rpc.state.getStorage(key, at)
}

/** Fields of a struct; `undefined` for an empty `Option`. */
export function codecFields(codec: unknown): Readonly<Record<string, unknown>> | undefined {
  const { isNone, unwrap }: { readonly isNone?: unknown; readonly unwrap?: unknown } = Object(codec)
  if (isNone === true || codec === undefined) return undefined
  return Object(typeof unwrap === 'function' ? Reflect.apply(unwrap, codec, []) : codec)
}

export const isTrue = (codec: unknown): boolean => Object(codec).isTrue === true

/** Text of a bytes codec, in UTF-8. */
export function codecText(codec: unknown): string {
  const { toU8a }: { readonly toU8a?: unknown } = Object(codec)
  const bytes: unknown = typeof toU8a === 'function' ? Reflect.apply(toU8a, codec, [true]) : undefined
  return bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : ''
}

export type StorageKey = readonly [entry: Entry | undefined, args: readonly string[]]

/** Reads several entries of the latest block in one request. The values have the order of `storageKeys`. */
export async function readAll(api: ApiPromise, storageKeys: readonly StorageKey[]): Promise<readonly unknown[]> {
  const keys = storageKeys.map(([entry, args]) => [requirePresent(entry, 'storage of this kind').creator, args])
  const values: unknown = await api.rpc.state.queryStorageAt(keys as never)
  return Array.isArray(values) ? values : []
}

const littleEndian = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => Number((value >> BigInt(8 * at)) & 255n))

/** Compact encoding (SCALE) of a number from 0 to 2^536 - 1. */
export function compactBytes(value: bigint): Uint8Array {
  if (value < 1n << 6n) return littleEndian(value << 2n, 1)
  if (value < 1n << 14n) return littleEndian((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return littleEndian((value << 2n) | 2n, 4)
  const length = Math.ceil(value.toString(16).length / 2)
  return Uint8Array.of(((length - 4) << 2) | 3, ...littleEndian(value, length))
}
