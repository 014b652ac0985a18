import { computed, type ReadonlySignal } from '@wallet-modal/kernel'
import type { AccountToken, AmountEntry } from '@wallet-modal/kernel/transactions'
import type { SwapContext } from '../context.js'
import type { Quotes } from '../quotes/quotes.js'
import type { FeeReserve } from './fee-reserve.js'
import type { NetworkCost } from './network-cost.js'
import type { Slippage } from './slippage.js'

/** First reason why the form cannot be submitted, or `complete`. Also the key of the main button's text. */
export type FormStatus =
  | 'selectToken'
  /** Wallets display scaled amounts of a chosen token: see `scaledAmount` of `TokenBalance`. */
  | 'scaledToken'
  | 'addAmount'
  | 'incorrectValue'
  | 'incorrectSlippage'
  | 'insufficientFunds'
  /** The balance of the coin is too small for the network fee, or for amount and fee together. */
  | 'noFee'
  /** The visitor chose Max, and the network fee could not be read. */
  | 'feeUnknown'
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
  readonly reserve: FeeReserve
  readonly quotes: Quotes
}

/** Status of an amount above the maximum: the balance itself is too small, or it covers the amount but not the network fee. */
const excessOf = ({ address, amount = 0n }: AccountToken, value: bigint): FormStatus =>
  address === undefined && amount > 0n && value <= amount ? 'noFee' : 'insufficientFunds'

/** Status after Max while the maximum is unknown or 0; `undefined` if the maximum can be swapped. */
function maximumStatusOf({ max, networkCost }: StatusInputs, token: AccountToken): FormStatus | undefined {
  if (max.value !== undefined) return max.value === 0n ? excessOf(token, 0n) : undefined
  if (networkCost.hasFailed.value) return 'feeUnknown'
  return token.amount === undefined ? 'addAmount' : 'checking'
}

export function createFormStatus(inputs: StatusInputs): ReadonlySignal<FormStatus> {
  const { context, pay, receive, amount, slippage, max, coin, networkCost, reserve, quotes } = inputs
  return computed((): FormStatus => {
    const [from, to, { text, value, isMax }] = [pay.value, receive.value, amount.value]
    if (from?.scaledAmount !== undefined || to?.scaledAmount !== undefined) return 'scaledToken'
    if (!from || !to) return 'selectToken'
    const maximumStatus = isMax ? maximumStatusOf(inputs, from) : undefined
    if (maximumStatus) return maximumStatus
    if (text === '') return 'addAmount'
    if (value === undefined) return 'incorrectValue'
    if (slippage.bps.value === undefined) return 'incorrectSlippage'
    if (max.value !== undefined && value > max.value) return excessOf(from, value)
    const account = context.value?.connection.account
    const isSmart = account?.type === 'smartAccount' && !account.isDelegated // a paymaster may pay the fee of a smart account
    const [coins, cost] = [coin.value?.amount, networkCost.estimate.value?.cost]
    if (!isSmart && coins !== undefined && (coins === 0n || (cost !== undefined && coins <= cost))) return 'noFee'
    const { status: quoteStatus } = quotes.state.value
    if (quoteStatus === 'ready') return reserve.isReading.value ? 'checking' : 'complete'
    return quoteStatus === 'insufficientLiquidity' || quoteStatus === 'failed' ? quoteStatus : 'checking'
  })
}
