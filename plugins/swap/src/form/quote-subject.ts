import { computed, type Network, type ReadonlySignal } from '@wallet-modal/kernel'
import type { AccountToken, AmountEntry } from '@wallet-modal/kernel/transactions'
import type { SwapContext } from '../context.js'
import type { QuoteSubject } from '../quotes/quotes.js'
import type { Slippage } from './slippage.js'

interface SubjectInputs {
  readonly context: ReadonlySignal<SwapContext | null>
  readonly pay: ReadonlySignal<AccountToken | null>
  readonly receive: ReadonlySignal<AccountToken | null>
  readonly receiveNetwork: ReadonlySignal<Network | undefined>
  readonly amount: ReadonlySignal<AmountEntry>
  readonly slippage: Slippage
}

/** Request for a quote; `null` while the form is incomplete, or if the displayed amounts of a token are scaled. */
export function createQuoteSubject(inputs: SubjectInputs): ReadonlySignal<QuoteSubject | null> {
  const { context, pay, receive, receiveNetwork, amount, slippage } = inputs
  return computed((): QuoteSubject | null => {
    const [currentContext, from, to, value] = [context.value, pay.value, receive.value, amount.value.value]
    const [slippageBps, destination] = [slippage.bps.value, receiveNetwork.value]
    if (!currentContext || !from || !to || !destination || value === undefined || slippageBps === undefined) return null
    if (from.scaledAmount !== undefined || to.scaledAmount !== undefined) return null
    const { network, connection } = currentContext
    const account = connection.account.address
    const request = {
      network,
      receiveNetwork: destination,
      account,
      pay: from,
      receive: to,
      amount: value,
      slippageBps,
    }
    return {
      // the decimals of a token may change once they are read from the chain
      key: [currentContext.key, from.assetId, from.decimals, to.assetId, to.decimals, value, slippageBps].join(' '),
      context: currentContext,
      request,
    }
  })
}
