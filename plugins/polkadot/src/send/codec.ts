import type { ApiPromise } from '@polkadot/api'
import { WalletModalError } from '@wallet-modal/kernel'

const unknownShape = (what: string): WalletModalError =>
  new WalletModalError('INVALID_DATA', `The chain's metadata describe no ${what}.`)

/** A number of @polkadot/api, whichever of its classes it has. Throws `INVALID_DATA`. */
export function bigintOf(codec: unknown, what: string): bigint {
  const { toBigInt, unwrap }: { readonly toBigInt?: unknown; readonly unwrap?: unknown } = Object(codec)
  const value: unknown =
    typeof toBigInt === 'function'
      ? Reflect.apply(toBigInt, codec, [])
      : typeof unwrap === 'function'
        ? bigintOf(Reflect.apply(unwrap, codec, []), what)
        : undefined
  if (typeof value === 'bigint') return value
  throw unknownShape(what)
}

/** Something of @polkadot/api that a chain may lack. Throws `INVALID_DATA`. */
export function present<T>(value: T | undefined, what: string): T {
  if (value !== undefined) return value
  throw unknownShape(what)
}

type Entry = NonNullable<NonNullable<ApiPromise['query'][string]>[string]>

/** An entry of a chain's storage by its types, now or as of a block: by the one method that every node has. */
export const readStorage = (
  api: ApiPromise,
  entry: Entry | undefined,
  { args = [], at }: { readonly args?: readonly string[]; readonly at?: string } = {},
): Promise<unknown> => {
  const key = [present(entry, 'storage of this kind').creator, args] as never // what the storage's own key is made of
  return at === undefined ? api.rpc.state.getStorage(key) : api.rpc.state.getStorage(key, at)
}
