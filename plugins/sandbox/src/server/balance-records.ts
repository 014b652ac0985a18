import type { Store } from '@wallet-modal/gateway/server'
import { formatUnits } from './amount.js'
import { type Engine, PRICE_DECIMALS } from './engine.js'
import { ExactNumber } from './exact-json.js'
import { pricesOf, worthOf } from './prices.js'
import { isSpam } from './spam.js'

/**
 * An entry of the balance reply. A token that nothing has a price for has the `price` `null` (known to be none) and no `value`: a 0 would be
 * invented.
 */
export interface BalanceRecord {
  readonly name: string
  readonly symbol: string
  readonly chainId: string
  /** CAIP-10. Absent for the coin. */
  readonly address?: string
  /** US dollars for all of it, a JSON number with all its digits. */
  readonly value?: ExactNumber
  /** US dollars for one. */
  readonly price: ExactNumber | null
  /** `numeric` is in whole units, exact. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
  /** Only on what was called spam through `/sandbox/spam`. */
  readonly flags?: { readonly is_spam: true }
}

/** Where balances come from, and where their pictures are. */
export interface BalanceSources {
  readonly engine: Engine
  readonly store: Store
  readonly origin: string
}

/** The coin first, then the tokens. `also` are listed whatever the account holds of them. */
export async function balanceRecords(
  { engine, store, origin }: BalanceSources,
  account: string,
  also: readonly string[],
): Promise<readonly BalanceRecord[]> {
  const { caipNetworkId, nativeCurrency } = engine.network
  const [coins, tokens = []] = await Promise.all([engine.nativeBalance(account), engine.assets?.tokens(account, also)])
  const prices = await pricesOf(engine, store, [undefined, ...tokens.map(({ address }) => address)])
  const spam = new Set<string>()
  for (const { address } of tokens) if (await isSpam(engine, store, address)) spam.add(address)
  const record = (of: Holding, price: bigint | undefined): BalanceRecord => ({
    name: of.name,
    symbol: of.symbol,
    chainId: caipNetworkId,
    ...(of.address !== undefined && { address: `${caipNetworkId}:${of.address}` }),
    ...(price !== undefined && { value: inDollars(worthOf(of.amountBase, of.decimals, price)) }),
    price: price === undefined ? null : inDollars(price),
    quantity: { decimals: String(of.decimals), numeric: formatUnits(of.amountBase, of.decimals) },
    iconUrl: iconUrl(origin, caipNetworkId, of.address),
    ...(of.address !== undefined && spam.has(of.address) && { flags: { is_spam: true } }),
  })
  return [{ ...nativeCurrency, amountBase: coins }, ...tokens].map((of, at) => record(of, prices[at]))
}

interface Holding {
  readonly address?: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly amountBase: bigint
}

export const inDollars = (price: bigint): ExactNumber => new ExactNumber(formatUnits(price, PRICE_DECIMALS))

/** A token's picture, or the network's for its coin. */
export const iconUrl = (origin: string, caipNetworkId: string, address: string | undefined): string =>
  `${origin}/public/${address === undefined ? `getAssetImage/${caipNetworkId}` : `getTokenImage/${caipNetworkId}:${address}`}`
