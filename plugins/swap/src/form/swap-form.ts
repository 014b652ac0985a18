import { type AssetToken, batch, type Context, computed, type ReadonlySignal } from '@wallet-modal/kernel'
import type { AccountToken, AmountEntry } from '@wallet-modal/kernel/transactions'
import { createDestinations, type Destinations } from '../bridges/destinations.js'
import { createSwapContext, type SwapContext } from '../context.js'
import { createQuotes, type Quotes } from '../quotes/quotes.js'
import { createFeeReserve, type FeeReserve } from './fee-reserve.js'
import { createFormStatus, type FormStatus } from './form-status.js'
import { createNetworkCost } from './network-cost.js'
import { createPaidAmount } from './paid-amount.js'
import { createQuoteSubject } from './quote-subject.js'
import { createSlippage, type Slippage } from './slippage.js'
import { createSwapTokens, type SwapTokens } from './swap-tokens.js'
import { createTokenPair, type Side, type TokenPair } from './token-pair.js'

export interface SwapForm {
  readonly context: ReadonlySignal<SwapContext | null>
  /** Tokens that can be paid, on the active network. */
  readonly tokens: ReadonlySignal<readonly AccountToken[]>
  /** Whether all sources have listed their tokens of the active network. */
  readonly areTokensComplete: ReadonlySignal<boolean>
  /** Tokens that can be received, on the network of the receive list ({@link Destinations.current}). */
  readonly receiveTokens: ReadonlySignal<readonly AccountToken[]>
  readonly destinations: Destinations
  readonly pay: ReadonlySignal<AccountToken | null>
  readonly receive: ReadonlySignal<AccountToken | null>
  readonly amount: ReadonlySignal<AmountEntry>
  readonly slippage: Slippage
  /** Estimated network fee, in base units of the network's coin. */
  readonly networkCost: ReadonlySignal<bigint | undefined>
  readonly quotes: Quotes
  readonly status: ReadonlySignal<FormStatus>
  choose(side: Side, token: AssetToken): void
  /** Token at an address on the side's network; `undefined` if there is none. */
  findByAddress(side: Side, address: string, signal: AbortSignal): Promise<AccountToken | undefined>
  /** Exchanges the tokens to pay and to receive. Does nothing if they are on different networks. */
  turn(): void
  type(text: string): void
  useMax(): void
  clear(): void
  /** Reads the balances again, and the token lists and the network cost if their last read failed. `force` ignores cached balances. */
  refresh(force?: boolean): void
}

/** Maximum amount: the balance; for the network's coin, the balance minus the reserve for fees. `undefined` while unknown. */
const createMaximum = (
  pay: ReadonlySignal<AccountToken | null>,
  { amount: feeReserve }: FeeReserve,
): ReadonlySignal<bigint | undefined> =>
  computed(() => {
    const { amount, address } = pay.value ?? {}
    if (amount === undefined || address !== undefined) return amount
    const reserve = feeReserve.value
    return reserve === undefined ? undefined : amount > reserve ? amount - reserve : 0n
  })

/** Reads the account's balances again, and the balances of the two selected tokens, which the account's list may lack. */
function refreshBalances(tokens: SwapTokens, { pay, receive }: TokenPair, force: boolean): void {
  tokens.refresh(force)
  for (const token of [pay.peek(), receive.peek()]) if (token) void tokens.readBalance(token)
}

export function createSwapForm(ctx: Context): SwapForm {
  const context = createSwapContext(ctx)
  const networkCost = createNetworkCost(ctx)
  const destinations = createDestinations(ctx, context)
  const tokens = createSwapTokens(ctx, context, destinations)
  const pair = createTokenPair(ctx, tokens, destinations)
  const slippage = createSlippage(ctx)
  const { pay, receive, receiveNetwork } = pair
  const reserve = createFeeReserve(ctx, pay, networkCost)
  const max = createMaximum(pay, reserve)
  const { entry: amount, type, useMax } = createPaidAmount(ctx, pay, max)
  const subject = createQuoteSubject({ context, pay, receive, receiveNetwork, slippage, amount })
  const quotes = createQuotes(ctx, subject)
  const { coin } = tokens
  const isMaxOfCoin = computed(() => amount.value.isMax && pay.value?.address === undefined)
  reserve.watch(quotes.state, isMaxOfCoin)
  ctx.effect(() => networkCost.read(context.value?.network))
  ctx.effect(() => {
    void quotes.state.value // reads prices again for each new quote
    pair.readPrices()
  })
  return {
    ...{ context, destinations, pay, receive, amount, slippage, quotes, type },
    tokens: tokens.payable,
    areTokensComplete: tokens.isComplete,
    receiveTokens: tokens.receivable,
    findByAddress: tokens.findByAddress,
    networkCost: computed(() => networkCost.estimate.value?.cost),
    status: createFormStatus({ context, pay, receive, amount, slippage, max, coin, networkCost, reserve, quotes }),
    choose(side, token) {
      pair.choose(side, token)
      void tokens.readBalance(token)
    },
    turn() {
      const to = receive.peek()
      if (to && !tokens.isOnActiveNetwork(to)) return
      pair.turn()
      if (to) void tokens.readBalance(to)
    },
    useMax() {
      reserve.reset()
      networkCost.retry(context.peek()?.network)
      if (pay.peek()?.amount === undefined) refreshBalances(tokens, pair, false)
      useMax()
    },
    clear() {
      batch(() => {
        pair.clear()
        type('')
      })
    },
    refresh(force = false) {
      refreshBalances(tokens, pair, force)
      networkCost.retry(context.peek()?.network)
    },
  }
}
