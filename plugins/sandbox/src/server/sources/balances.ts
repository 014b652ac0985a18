import type { AccountBalance, BalanceSource, Store } from '@wallet-modal/gateway/server'
import { type Engine, isServing } from '../engines/engine.js'
import { expectServing, resolveAccount, tokenAt } from '../engines/engine-lookup.js'
import { pricesOf, toPriceUsd } from '../services/prices.js'
import { isSpam } from '../services/spam.js'
import { iconUrl } from './icon-url.js'

interface BalanceContext {
  readonly engine: Engine
  readonly store: Store
  readonly origin: string
}

/** Balances of coins and tokens on the sandbox's chains, with prices and spam marks. */
export const balanceSource = (engines: readonly Engine[], store: Store): BalanceSource => ({
  chains: () => engines.filter(isServing).map(({ network }) => network.caipNetworkId),
  async balances({ address: account, caipNetworkId, forcedTokens, origin }) {
    const { address, engines: holders } = resolveAccount(engines, account, caipNetworkId)
    const tokens = forcedTokens.flatMap((one) => tokenAt(engines, one) ?? [])
    const lists = holders.map((engine) => {
      expectServing(engine)
      const also = tokens.filter((token) => token.engine === engine).map((token) => token.address)
      return readBalances({ engine, store, origin }, address, also)
    })
    return (await Promise.all(lists)).flat()
  },
})

interface Holding {
  readonly address?: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly amountBase: bigint
}

/** Balances of an account: the native coin first, then all tokens. Includes each token in the list `also`, even if its balance is 0. */
async function readBalances(
  { engine, store, origin }: BalanceContext,
  account: string,
  also: readonly string[],
): Promise<readonly AccountBalance[]> {
  const { caipNetworkId, nativeCurrency } = engine.network
  const [coins, tokens = []] = await Promise.all([engine.nativeBalance(account), engine.assets?.tokens(account, also)])
  const prices = await pricesOf(engine, store, [undefined, ...tokens.map(({ address }) => address)])
  const spam = new Set<string>()
  for (const { address } of tokens) if (await isSpam(engine, store, address)) spam.add(address)
  const holdings: readonly Holding[] = [{ ...nativeCurrency, amountBase: coins }, ...tokens]
  return holdings.map(({ name, symbol, decimals, address, amountBase: amount }, at): AccountBalance => {
    const price = prices[at]
    return {
      ...{ name, symbol, decimals, amount, caipNetworkId, iconUrl: iconUrl(origin, caipNetworkId, address) },
      ...(address !== undefined && { address, isSpam: spam.has(address) }),
      ...(price !== undefined && { priceUsd: toPriceUsd(price) }),
    }
  })
}
