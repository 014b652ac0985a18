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
import { expectedTermsOf, type Step, type SwapFamily, type SwapTools } from './family.js'

/** Initial estimate of a swap's gas; the transaction itself is estimated on the chain. */
const SWAP_GAS = 150_000n

const quantity = readWith((answer): bigint => {
  if (typeof answer !== 'string' || !/^0x[\da-f]{1,64}$/i.test(answer)) throw new TypeError('no quantity')
  return BigInt(answer)
})

interface Approval {
  readonly spender: string
  readonly amount: bigint
}

/** Encoded here, because the source's calldata might approve more than this amount. */
const callOf = ({ address }: AssetToken, { spender, amount }: Approval) => ({
  to: address,
  data: encodeApproval(spender, amount),
})
const expectedOf = ({ assetId }: AssetToken, approval: Approval) =>
  ({ type: 'approval', assetId, ...approval }) as const

function evmCall(call: SwapCall): Omit<EvmSwapCall, 'family'> {
  if (call.family !== 'eip155') throw new WalletModalError('REFUSED', 'The swap service returned no contract call.')
  const { to, data, value } = call
  return { to, data, value }
}

function prepareApproval({ quote, speed, signal }: Step, { transactions }: SwapTools, approval: Approval) {
  const { context, request } = quote
  const { connection, network } = context
  return transactions.prepare(
    {
      ...{ connection, network, speed, calls: [callOf(request.pay, approval)] },
      expects: [expectedOf(request.pay, approval)],
      summarize: () => ({ type: 'approval', token: request.pay, ...approval }),
    },
    signal,
  )
}

/** The swap. Approvals, if any, are in the same batch before it. */
async function prepareSwap(
  { quote, speed, signal }: Step,
  { transactions, assertKnown, ask }: SwapTools,
  approvals: readonly Approval[] = [],
): Promise<PreparedTransaction> {
  const { context, request, source } = quote
  const call = evmCall(quote.call ?? (await ask(source.build(request, signal), 'toast.build')))
  assertKnown(call.to)
  const { connection, network } = context
  const { pay } = request
  const { expected, summarize } = expectedTermsOf(quote, call.to)
  return transactions.prepare(
    {
      ...{ connection, network, speed, calls: [...approvals.map((one) => callOf(pay, one)), call] },
      ...{ expects: [...approvals.map((one) => expectedOf(pay, one)), expected], summarize },
    },
    signal,
  )
}

/** The approval if the allowance is too small, else the swap. Both in one batch if the wallet supports atomic ones (EIP-5792). */
async function prepareNext(step: Step, tools: SwapTools): Promise<PreparedTransaction> {
  const { quote, signal } = step
  const { request, source, context } = quote
  if (request.pay.address === undefined) return prepareSwap(step, tools)
  if (!source.allowance) throw new WalletModalError('REFUSED', `${source.name} does not return allowances.`)
  const { spender, amount } = await tools.ask(source.allowance(request, signal), 'toast.allowance')
  tools.assertKnown(spender)
  if (amount >= request.amount) return prepareSwap(step, tools)
  const [approval, reset] = [
    { spender, amount: request.amount },
    { spender, amount: 0n },
  ]
  const isRefused = (error: unknown): boolean => amount > 0n && isWalletModalError(error) && error.code === 'NOT_SENT'
  // some tokens (such as USDT) require resetting an existing allowance first
  const withApproval = (first: () => Promise<PreparedTransaction>, second: () => Promise<PreparedTransaction>) =>
    first().catch((error: unknown) => {
      if (!isRefused(error)) throw error
      return second()
    })
  if (await tools.transactions.supportsBatch(context.connection, request.network))
    return withApproval(
      () => prepareSwap(step, tools, [approval]),
      () => prepareSwap(step, tools, [reset, approval]),
    )
  const alone = withApproval(
    () => prepareApproval(step, tools, approval),
    () => prepareApproval(step, tools, reset),
  )
  return tools.ask(alone, 'toast.approval')
}

/** Swaps by contract calls, with ERC-20 allowances. */
export const createEvmFamily = ({ api }: Context): SwapFamily => ({
  hasSpeeds: true,
  async estimate({ caipNetworkId }, signal) {
    const price = await api.rpc(caipNetworkId).read('eth_gasPrice', [], { schema: quantity, signal })
    const cost = price * SWAP_GAS
    return { cost, reserve: cost }
  },
  prepare: prepareNext,
})
