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
 * Balance of the account: from the balances plugin, or the native coin from the chain if that plugin is missing or has failed. A failure to read the
 * chain shows a toast only if the plugin is missing.
 */
export function createTotals(ctx: Context): Totals {
  const balanceSource = ctx.maybe(balances)
  void balanceSource?.recall?.() // stored balances are shown in the first render
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
