import {
  type AssetToken,
  type Context,
  isWalletModalError,
  type PreparedTransaction,
  readWith,
  WalletModalError,
} from '@wallet-modal/kernel'
import { encodeApproval } from '../calls.js'
import type { EvmSwapCall, SwapCall } from '../contract.js'
import { expectedTermsOf, type PrepareOptions, type SwapFamily, type SwapTools } from './family.js'

/** Gas of a swap, for the cost estimate in the form. The gas of the transaction itself is estimated on the chain. */
const SWAP_GAS = 150_000n

const quantity = readWith((answer): bigint => {
  if (typeof answer !== 'string' || !/^0x[\da-f]{1,64}$/i.test(answer))
    throw new TypeError('the gas price is not a hexadecimal quantity')
  return BigInt(answer)
})

interface Approval {
  readonly spender: string
  readonly amount: bigint
}

/** Call that approves exactly this amount. The source's own calldata is not used, because it might approve more. */
const toApprovalCall = ({ address }: AssetToken, { spender, amount }: Approval) => ({
  to: address,
  data: encodeApproval(spender, amount),
})
const toExpectedApproval = ({ assetId }: AssetToken, approval: Approval) =>
  ({ type: 'approval', assetId, ...approval }) as const

function evmCall(call: SwapCall): Omit<EvmSwapCall, 'family'> {
  if (call.family !== 'eip155') throw new WalletModalError('REFUSED', 'The swap service returned no contract call.')
  const { to, data, value } = call
  return { to, data, value }
}

function prepareApproval(
  { quote, speed, signal }: PrepareOptions,
  { transactions }: SwapTools,
  approval: Approval,
  { isEstimate = false } = {},
): Promise<PreparedTransaction> {
  const { context, request } = quote
  const { connection, network } = context
  return transactions.prepare(
    {
      ...{ connection, network, speed, isEstimate, calls: [toApprovalCall(request.pay, approval)] },
      expects: [toExpectedApproval(request.pay, approval)],
      summarize: () => ({ type: 'approval', token: request.pay, ...approval }),
    },
    signal,
  )
}

/** Whether `promise` rejects with an error for which `test` returns true. Rejects with all other errors. */
const isRejected = (promise: Promise<unknown>, test: (error: unknown) => boolean): Promise<boolean> =>
  promise.then(
    () => false,
    (error: unknown) => {
      if (!test(error)) throw error
      return true
    },
  )

interface SwapCalls {
  /** Approvals before the swap, in the same batch. */
  readonly approvals?: readonly Approval[]
  /** Whether the transaction is prepared only to read its fee, and not to be submitted. */
  readonly isEstimate?: boolean
}

async function prepareSwap(
  { quote, speed, signal }: PrepareOptions,
  { transactions, assertKnown, withToast }: SwapTools,
  { approvals = [], isEstimate = false }: SwapCalls = {},
): Promise<PreparedTransaction> {
  const { context, request, source } = quote
  const call = evmCall(quote.call ?? (await withToast(source.build(request, signal), 'toast.build')))
  assertKnown(call.to)
  const { connection, network } = context
  const { pay } = request
  const { expected, summarize } = expectedTermsOf(quote, call.to)
  return transactions.prepare(
    {
      ...{ connection, network, speed, isEstimate },
      calls: [...approvals.map((one) => toApprovalCall(pay, one)), call],
      ...{ expects: [...approvals.map((one) => toExpectedApproval(pay, one)), expected], summarize },
    },
    signal,
  )
}

/**
 * Prepares the approval if the allowance is too small, else the swap. If the wallet supports atomic batches (EIP-5792), prepares both in one batch.
 */
async function prepareNext(options: PrepareOptions, tools: SwapTools): Promise<PreparedTransaction> {
  const { quote, signal } = options
  const { request, source, context } = quote
  if (request.pay.address === undefined) return prepareSwap(options, tools)
  if (!source.allowance) throw new WalletModalError('REFUSED', `${source.name} does not return allowances.`)
  const { spender, amount } = await tools.withToast(source.allowance(request, signal), 'toast.allowance')
  tools.assertKnown(spender)
  if (amount >= request.amount) return prepareSwap(options, tools)
  const [approval, reset] = [
    { spender, amount: request.amount },
    { spender, amount: 0n },
  ]
  // Some tokens, such as USDT, require that an existing allowance is set to 0 first. For such a token, the gas estimation of a single approval fails
  // with `NOT_SENT`. The gas of a batch is not estimated, and not all nodes can simulate a batch.
  const requiresReset = (error: unknown): boolean =>
    amount > 0n && isWalletModalError(error) && error.code === 'NOT_SENT'
  if (await tools.transactions.supportsBatch(context.connection, request.network)) {
    const isReset =
      amount > 0n && (await isRejected(prepareApproval(options, tools, approval, { isEstimate: true }), requiresReset))
    return prepareSwap(options, tools, { approvals: isReset ? [reset, approval] : [approval] })
  }
  const preparedApproval = prepareApproval(options, tools, approval).catch((error: unknown) => {
    if (!requiresReset(error)) throw error
    return prepareApproval(options, tools, reset)
  })
  return tools.withToast(preparedApproval, 'toast.approval')
}

/** Swaps by contract calls, with ERC-20 allowances. */
export const createEvmFamily = ({ api }: Context): SwapFamily => ({
  hasSpeeds: true,
  async estimate({ caipNetworkId }, signal) {
    const price = await api.rpc(caipNetworkId).read('eth_gasPrice', [], { schema: quantity, signal })
    const cost = price * SWAP_GAS
    return { cost, reserve: cost }
  },
  async maxFee(options, tools) {
    const { fee } = (await prepareSwap(options, tools, { isEstimate: true })).review
    return fee === 'setByWallet' ? undefined : fee
  },
  prepare: prepareNext,
})
