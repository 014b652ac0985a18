import {
  balances,
  type Context,
  computed,
  type Holdings,
  type ReadonlySignal,
  transactionSettled,
} from '@wallet-modal/kernel'
import { type BalanceState, createBalance } from './balance.js'

export interface Figures {
  /** Of the network's own coin. */
  readonly balance: ReadonlySignal<BalanceState>
  /** US dollars for all that the account holds, where somebody knows. */
  readonly totalUsd: ReadonlySignal<bigint | undefined>
  /** Asks where what is known is too old. */
  refreshFigures(force?: boolean): Promise<void>
}

/** The coin among the holdings: what has no contract. */
function coinOf({ status, tokens }: Holdings): BalanceState {
  if (status === 'none' || status === 'loading' || status === 'failed') return { status }
  const coin = tokens.find(({ address }) => address === undefined)
  if (!coin) return { status: 'failed' }
  return { status, value: coin.amount, symbol: coin.symbol, decimals: coin.decimals }
}

/**
 * How much there is: as the balances plugin tells it, and of the coin as the chain does, where there is no such plugin or it cannot read. With it
 * the chain is asked only then, and it alone says that something failed.
 */
export function createFigures(ctx: Context): Figures {
  const held = ctx.maybe(balances)
  void held?.recall?.() // what is drawn first shows it
  const own = createBalance(ctx, { failed: () => void (held ?? ctx.toast.error(ctx.t('balance.failed'))) })
  const refreshFigures = async (force = false): Promise<void> => {
    await held?.refresh({ force })
    const isEnough = held && held.holdings.peek().status !== 'failed'
    if (!isEnough) await own.refresh(force)
  }
  if (!held) ctx.on(transactionSettled, () => void own.refresh(true))
  return {
    balance: computed(() => {
      const holdings = held?.holdings.value
      if (!holdings || holdings.status === 'failed') return own.state.value
      return coinOf(holdings)
    }),
    totalUsd: computed(() => held?.holdings.value.totalUsd),
    refreshFigures,
  }
}
