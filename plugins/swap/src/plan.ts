import {
  type Context,
  computed,
  type FeeSpeed,
  type PreparedTransaction,
  type ReadonlySignal,
  type TransactionPlan,
  WalletModalError,
} from '@wallet-modal/kernel'
import { isAllowed } from './calls.js'
import { swapContracts } from './contract.js'
import { createFamilies } from './families/families.js'
import type { PrepareOptions, SwapTools } from './families/family.js'
import { isFamily } from './families/names.js'
import type { Quote, QuoteState } from './quotes/quotes.js'

/** Next transaction: on EVM networks an approval if the allowance is too small, else the swap. */
export interface SwapPlan extends TransactionPlan {
  readonly quote: Quote
  /** Speeds that the visitor can choose. */
  readonly speeds: readonly FeeSpeed[]
}

const unknownContract = (address: string): WalletModalError =>
  new WalletModalError('REFUSED', `The swap service uses an unknown contract: ${address}. Nothing was sent.`)

export function createSwapPlan(
  ctx: Context,
  state: ReadonlySignal<QuoteState>,
  approvalCount: ReadonlySignal<number>,
): ReadonlySignal<SwapPlan | null> {
  const contracts = ctx.all(swapContracts)
  const families = createFamilies(ctx)
  const toolsFor = ({ quote, signal }: PrepareOptions): SwapTools => {
    const { transactions } = quote.context.connection.adapter
    if (!transactions)
      throw new WalletModalError('NOT_CONNECTED', 'This wallet cannot send transactions on this network.')
    return {
      transactions,
      assertKnown(address) {
        if (!isAllowed(contracts.peek(), quote.request.network.caipNetworkId, address)) throw unknownContract(address)
      },
      async withToast(reply, errorKey) {
        try {
          return await reply
        } catch (error) {
          if (!signal.aborted) ctx.toast.error(ctx.t(errorKey))
          throw error
        }
      },
    }
  }
  const prepare = async (options: PrepareOptions): Promise<PreparedTransaction> => {
    const { namespace } = options.quote.context.connection
    if (!isFamily(namespace))
      throw new WalletModalError('UNKNOWN_NETWORK', `Network not supported for Swaps: ${namespace}.`)
    return families[namespace].prepare(options, toolsFor(options))
  }
  return computed((): SwapPlan | null => {
    const quoteState = state.value
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
