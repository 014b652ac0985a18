import { computed, type ReadonlySignal } from '@wallet-modal/kernel'
import type { AccountToken, AmountEntry } from '@wallet-modal/kernel/transactions'
import type { SwapContext } from '../context.js'
import type { Quotes } from '../quotes/quotes.js'
import type { NetworkCost } from './network-cost.js'
import type { Slippage } from './slippage.js'

/** First reason why the form cannot be submitted, or `complete`. Also the key of the main button's text. */
export type FormStatus =
  | 'selectToken'
  | 'addAmount'
  | 'incorrectValue'
  | 'incorrectSlippage'
  | 'insufficientFunds'
  | 'noFee'
  | 'insufficientLiquidity'
  | 'checking'
  | 'failed'
  | 'complete'

interface StatusInputs {
  readonly context: ReadonlySignal<SwapContext | null>
  readonly pay: ReadonlySignal<AccountToken | null>
  readonly receive: ReadonlySignal<AccountToken | null>
  readonly amount: ReadonlySignal<AmountEntry>
  /** Maximum amount, in base units; `undefined` while unknown. */
  readonly max: ReadonlySignal<bigint | undefined>
  readonly slippage: Slippage
  /** The network's coin, which pays the network fee. */
  readonly coin: ReadonlySignal<AccountToken | undefined>
  readonly networkCost: NetworkCost
  readonly quotes: Quotes
}

export function createFormStatus(inputs: StatusInputs): ReadonlySignal<FormStatus> {
  const { context, pay, receive, amount, slippage, max, coin, networkCost, quotes } = inputs
  return computed((): FormStatus => {
    const [from, to, { text, value }] = [pay.value, receive.value, amount.value]
    if (!from || !to) return 'selectToken'
    if (text === '') return 'addAmount'
    if (value === undefined) return 'incorrectValue'
    if (slippage.bps.value === undefined) return 'incorrectSlippage'
    if (max.value !== undefined && value > max.value) return 'insufficientFunds'
    const account = context.value?.connection.account
    const isSmart = account?.type === 'smartAccount' && !account.isDelegated // a paymaster may pay the fee of a smart account
    const [coins, cost] = [coin.value?.amount, networkCost.estimate.value?.cost]
    if (!isSmart && coins !== undefined && (coins === 0n || (cost !== undefined && coins <= cost))) return 'noFee'
    const { status: quoteStatus } = quotes.state.value
    if (quoteStatus === 'ready') return 'complete'
    return quoteStatus === 'insufficientLiquidity' || quoteStatus === 'failed' ? quoteStatus : 'checking'
  })
}
