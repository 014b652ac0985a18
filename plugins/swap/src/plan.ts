import {
  type AssetToken,
  type Context,
  computed,
  type FeeSpeed,
  isWalletModalError,
  type PreparedTransaction,
  type ReadonlySignal,
  type TransactionPlan,
  WalletModalError,
} from '@wallet-modal/kernel'
import { encodeApproval, isAllowed } from './calls.js'
import { swapContracts } from './contract.js'
import type { Quote, QuoteState } from './quotes.js'

/**
 * Transaction that comes next: the approval where the allowance is too small, else the swap. Both are one where the wallet sends atomic batches
 * (EIP-5792).
 */
export interface SwapPlan extends TransactionPlan {
  readonly quote: Quote
}

interface Step {
  readonly quote: Quote
  readonly speed: FeeSpeed
  readonly signal: AbortSignal
}

interface Approval {
  readonly spender: string
  readonly amount: bigint
}

/** Built here: the source's own calldata may ask for more than this amount. */
const callOf = ({ address }: AssetToken, { spender, amount }: Approval) => ({
  to: address,
  data: encodeApproval(spender, amount),
})
const expectedOf = ({ assetId }: AssetToken, approval: Approval) =>
  ({ type: 'approval', assetId, ...approval }) as const

const unknownContract = (address: string): WalletModalError =>
  new WalletModalError(
    'REFUSED',
    `The swap service names a contract that is not known here: ${address}. Nothing was sent.`,
  )

export function createSwapPlan(
  ctx: Context,
  state: ReadonlySignal<QuoteState>,
  approvals: ReadonlySignal<number>,
): ReadonlySignal<SwapPlan | null> {
  const contracts = ctx.all(swapContracts)
  const assertKnown = ({ request }: Quote, address: string): void => {
    if (!isAllowed(contracts.peek(), request.network.caipNetworkId, address)) throw unknownContract(address)
  }
  /** Runs a call of the source; its failure is told by a toast, too. */
  const ask = async <T>(run: Promise<T>, { signal }: Step, text: string): Promise<T> => {
    try {
      return await run
    } catch (error) {
      if (!signal.aborted) ctx.toast.error(ctx.t(text))
      throw error
    }
  }
  const familyOf = ({ context }: Quote) => {
    const family = context.connection.adapter.transactions
    if (!family) throw new WalletModalError('NOT_CONNECTED', 'This wallet sends no transactions here.')
    return family
  }
  const prepareApproval = ({ quote, speed, signal }: Step, approval: Approval) => {
    const { context, request } = quote
    const { connection, network } = context
    return familyOf(quote).prepare(
      {
        ...{ connection, network, speed, calls: [callOf(request.pay, approval)] },
        expects: [expectedOf(request.pay, approval)],
        summarize: () => ({ type: 'approval', token: request.pay, ...approval }),
      },
      signal,
    )
  }
  /** The swap, after approvals in one batch with it where there are any. */
  const prepareSwap = async (step: Step, approvals: readonly Approval[] = []): Promise<PreparedTransaction> => {
    const { quote, speed, signal } = step
    const { context, request, source, minimum, receiveAmount } = quote
    const call = quote.call ?? (await ask(source.build(request, signal), step, 'toast.build'))
    assertKnown(quote, call.to)
    const { connection, network } = context
    const { pay, receive, amount } = request
    const [paid, received] = [describe(pay), describe(receive)]
    return familyOf(quote).prepare(
      {
        ...{ connection, network, speed, calls: [...approvals.map((one) => callOf(pay, one)), call] },
        expects: [
          ...approvals.map((one) => expectedOf(pay, one)),
          {
            type: 'swap',
            pay: { assetId: pay.assetId, amount },
            receiveAtLeast: { assetId: receive.assetId, amount: minimum },
            receiver: request.account,
            target: call.to,
          },
        ],
        summarize: () => ({
          type: 'swap',
          pay: { token: paid, amount },
          receive: { token: received, amount: receiveAmount },
        }),
      },
      signal,
    )
  }
  const prepare = async (step: Step): Promise<PreparedTransaction> => {
    const { quote, signal } = step
    const { request, source } = quote
    if (request.pay.address === undefined) return prepareSwap(step)
    const { spender, amount } = await ask(source.allowance(request, signal), step, 'toast.allowance')
    assertKnown(quote, spender)
    if (amount >= request.amount) return prepareSwap(step)
    const [approval, reset] = [
      { spender, amount: request.amount },
      { spender, amount: 0n },
    ]
    const isBatch = await familyOf(quote).supportsBatch(quote.context.connection, request.network)
    try {
      return await (isBatch ? prepareSwap(step, [approval]) : prepareApproval(step, approval))
    } catch (error) {
      // some tokens demand that an old allowance is taken back first
      if (amount === 0n || !isWalletModalError(error) || error.code !== 'NOT_SENT') throw error
      return isBatch ? prepareSwap(step, [reset, approval]) : prepareApproval(step, reset)
    }
  }
  return computed((): SwapPlan | null => {
    const now = state.value
    if (now.status !== 'ready') return null
    const { quote } = now
    const { connection } = quote.context
    return {
      quote,
      key: [quote.key, quote.source.name, quote.receiveAmount, approvals.value].join(' '),
      namespace: connection.namespace,
      connectorId: connection.connectorId,
      prepare: (speed, signal) => prepare({ quote, speed, signal }),
    }
  })
}

/** The token without what the account holds of it. */
function describe({ assetId, caipNetworkId, address, name, symbol, decimals, iconUrl }: AssetToken): AssetToken {
  return {
    ...{ assetId, caipNetworkId, name, symbol, decimals },
    ...(address !== undefined && { address }),
    ...(iconUrl !== undefined && { iconUrl }),
  }
}
