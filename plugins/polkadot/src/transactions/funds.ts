import type { ApiPromise } from '@polkadot/api'
import { bigintOf, present, readStorage } from './codec.js'

/** What an account has, in plancks. */
export interface Funds {
  /** Exists, be it by an asset alone: that says nothing of coins. */
  readonly isThere: boolean
  /** Exists by its coins, so that it can hold what keeps no account alive. */
  readonly hasProvider: boolean
  readonly free: bigint
  /** Free and not locked for something else; what keeps the account alive is not taken off. */
  readonly unlocked: bigint
}

/** The least that an account holds: below it the chain removes the account and what is left on it. */
export const depositOf = (api: ApiPromise): bigint =>
  bigintOf(present(api.consts.balances?.existentialDeposit, 'existential deposit'), 'existential deposit')

const larger = (one: bigint, other: bigint): bigint => {
  if (one > other) return one
  return other
}

/** Reads an account by the types that the chain describes. */
export async function fundsOf(api: ApiPromise, address: string): Promise<Funds> {
  const info: unknown = await readStorage(api, api.query.system?.account, { args: [address] })
  const { data, providers, sufficients }: Readonly<Record<string, unknown>> = Object(info)
  const { free, reserved, frozen, miscFrozen, feeFrozen }: Readonly<Record<string, unknown>> = Object(data)
  const [has, held] = [bigintOf(free, 'free balance'), bigintOf(reserved, 'reserved balance')]
  // since runtimes call it "frozen", what is reserved counts towards it
  const locked =
    frozen === undefined
      ? larger(bigintOf(miscFrozen, 'frozen balance'), bigintOf(feeFrozen, 'frozen balance'))
      : larger(bigintOf(frozen, 'frozen balance') - held, 0n)
  const isCounted = (references: unknown): boolean =>
    references !== undefined && bigintOf(references, 'references') > 0n
  const hasProvider = isCounted(providers) || (providers === undefined && has > 0n)
  const isThere = has > 0n || hasProvider || isCounted(sufficients)
  return { isThere, hasProvider, free: has, unlocked: larger(has - locked, 0n) }
}

/** What can leave an account while it stays alive. */
export const transferable = ({ free, unlocked }: Funds, deposit: bigint): bigint =>
  larger(unlocked < free - deposit ? unlocked : free - deposit, 0n)
