import type { ApiPromise } from '@polkadot/api'
import { bigintOf, readStorage, requirePresent } from './codec.js'

/** Balances of an account, in plancks. */
export interface Funds {
  /** Whether the account exists. An account can exist because of an asset alone. */
  readonly exists: boolean
  /** Whether the account exists because of its native coins. Only then can it hold assets without `Asset.isSufficient`. */
  readonly hasProvider: boolean
  /**
   * Whether the chain can remove the account (`can_dec_provider` of FRAME). The chain keeps an account on which other state depends, such as assets
   * that are not sufficient.
   */
  readonly isRemovable: boolean
  readonly free: bigint
  /** Free and not frozen; includes the existential deposit. */
  readonly unlocked: bigint
}

/** Existential deposit: the chain removes an account with a lower balance, and the remaining balance is lost. */
export const depositOf = (api: ApiPromise): bigint =>
  bigintOf(requirePresent(api.consts.balances?.existentialDeposit, 'existential deposit'), 'existential deposit')

const larger = (one: bigint, other: bigint): bigint => {
  if (one > other) return one
  return other
}

/** Reads an account with the types in the metadata. */
export async function fundsOf(api: ApiPromise, address: string): Promise<Funds> {
  const info: unknown = await readStorage(api, api.query.system?.account, { args: [address] })
  const { data, providers, sufficients, consumers }: Readonly<Record<string, unknown>> = Object(info)
  const { free, reserved, frozen, miscFrozen, feeFrozen }: Readonly<Record<string, unknown>> = Object(data)
  const [freeAmount, reservedAmount] = [bigintOf(free, 'free balance'), bigintOf(reserved, 'reserved balance')]
  // in runtimes with the field `frozen`, reserved coins count towards the frozen amount
  const locked =
    frozen === undefined
      ? larger(bigintOf(miscFrozen, 'frozen balance'), bigintOf(feeFrozen, 'frozen balance'))
      : larger(bigintOf(frozen, 'frozen balance') - reservedAmount, 0n)
  const exceeds = (references: unknown, limit: bigint): boolean =>
    references !== undefined && bigintOf(references, 'references') > limit
  const hasProvider = exceeds(providers, 0n) || (providers === undefined && freeAmount > 0n)
  const exists = freeAmount > 0n || hasProvider || exceeds(sufficients, 0n)
  const isRemovable = !exceeds(consumers, 0n) || exceeds(providers, 1n)
  return { exists, hasProvider, isRemovable, free: freeAmount, unlocked: larger(freeAmount - locked, 0n) }
}

/** Maximum amount, in plancks, that the account can spend without being removed. */
export const transferable = ({ free, unlocked }: Funds, deposit: bigint): bigint =>
  larger(unlocked < free - deposit ? unlocked : free - deposit, 0n)
