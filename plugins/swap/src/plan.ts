import {
  type Context,
  computed,
  type FeeSpeed,
  type PreparedTransaction,
  type ReadonlySignal,
  type TransactionPlan,
  WalletModalError,
} from '@wallet-modal/kernel'
import { createFamilies } from './families/families.js'
import type { PrepareOptions } from './families/family.js'
import { isFamily } from './families/names.js'
import { createTools } from './families/tools.js'
import type { Quote, Quotes } from './quotes/quotes.js'

/** Next transaction: on EVM networks an approval if the allowance is too small, else the swap. */
export interface SwapPlan extends TransactionPlan {
  readonly quote: Quote
  /** Speeds that the visitor can choose. */
  readonly speeds: readonly FeeSpeed[]
}

/** After this many consecutive prepared transactions with a lower minimum output than their quote, no new quote is requested. */
const MAX_LOWERED = 3

/** Whether the transaction's minimum output is at least the quote's. Also true for an approval. */
const hasMinimum = ({ review }: PreparedTransaction, { minimum }: Quote): boolean =>
  review.actions.every((action) => action.type !== 'swap' || action.receiveAtLeast.amount >= minimum)

export function createSwapPlan(
  ctx: Context,
  quotes: Pick<Quotes, 'state' | 'refresh'>,
  approvalCount: ReadonlySignal<number>,
): ReadonlySignal<SwapPlan | null> {
  const [families, toolsFor] = [createFamilies(ctx), createTools(ctx)]
  let loweredCount = 0
  const prepare = async (options: PrepareOptions): Promise<PreparedTransaction> => {
    const { quote } = options
    const { namespace } = quote.context.connection
    if (!isFamily(namespace))
      throw new WalletModalError('UNKNOWN_NETWORK', `Network not supported for Swaps: ${namespace}.`)
    const prepared = await families[namespace].prepare(options, toolsFor(options))
    const isLowered = !hasMinimum(prepared, quote)
    loweredCount = isLowered ? loweredCount + 1 : 0
    if (!isLowered) return prepared
    // the price fell after the quote, so requests a new quote. If the new amount differs, the flow gets a new plan and prepares it
    if (loweredCount < MAX_LOWERED) await quotes.refresh()
    throw new WalletModalError(
      'REFUSED',
      'The prepared transaction differs from the requested one: you would receive less. Nothing was sent.',
    )
  }
  return computed((): SwapPlan | null => {
    const quoteState = quotes.state.value
    if (quoteState.status !== 'ready') return null
    const { quote } = quoteState
    const { connection } = quote.context
    const { namespace } = connection
    return {
      quote,
      speeds: (isFamily(namespace) && families[namespace].hasSpeeds && connection.adapter.transactions?.speeds) || [],
      key: [quote.key, quote.source.name, quote.receiveAmount, approvalCount.value].join(' '),
      namespace,
      connectorId: connection.connectorId,
      prepare: (speed, signal) => prepare({ quote, speed, signal }),
    }
  })
}
