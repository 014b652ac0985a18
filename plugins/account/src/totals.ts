import {
  balances,
  type Context,
  computed,
  type Holdings,
  type ReadonlySignal,
  transactionSettled,
} from '@wallet-modal/kernel'
import { type BalanceState, createBalance } from './balance.js'

export interface Totals {
  /** Balance of the network's native coin. */
  readonly balance: ReadonlySignal<BalanceState>
  /** Total value of the account in US dollars with 18 decimals; `undefined` if unknown. */
  readonly totalUsd: ReadonlySignal<bigint | undefined>
  /** Reads the balances, unless the last result is recent; with `force`, always. */
  refreshTotals(force?: boolean): Promise<void>
}

/** Balance of the native coin, which is the token without an address. `failed` if the list does not contain the coin. */
function coinOf({ status, tokens }: Holdings): BalanceState {
  if (status === 'none' || status === 'loading' || status === 'failed') return { status }
  const coin = tokens.find(({ address }) => address === undefined)
  if (!coin) return { status: 'failed' }
  return { status, value: coin.amount, symbol: coin.symbol, decimals: coin.decimals }
}

/**
 * Balance of the account, from the balances plugin. If that plugin is missing or has failed, reads the native coin from the chain. Without the
 * plugin, a failed read shows a toast.
 */
export function createTotals(ctx: Context): Totals {
  const balanceSource = ctx.maybe(balances)
  void balanceSource?.recall?.() // so that the first render displays stored balances
  const nativeBalance = createBalance(ctx, {
    onFailed: () => void (balanceSource ?? ctx.toast.error(() => ctx.t('balance.failed'))),
  })
  const refreshTotals = async (force = false): Promise<void> => {
    await balanceSource?.refresh({ force })
    const hasHoldings = balanceSource && balanceSource.holdings.peek().status !== 'failed'
    if (!hasHoldings) await nativeBalance.refresh(force)
  }
  if (!balanceSource) ctx.on(transactionSettled, () => void nativeBalance.refresh(true))
  return {
    balance: computed(() => {
      const holdings = balanceSource?.holdings.value
      if (!holdings || holdings.status === 'failed') return nativeBalance.state.value
      return coinOf(holdings)
    }),
    totalUsd: computed(() => balanceSource?.holdings.value.totalUsd),
    refreshTotals,
  }
}
