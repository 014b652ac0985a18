import {
  type Context,
  isWalletModalError,
  type LimitRequest,
  type PreparedTransaction,
  type SendDraft,
  type SendLimit,
} from '@wallet-modal/kernel'
import { invalidArgument, prepareTransfer } from '@wallet-modal/kernel/transactions'
import type { SolanaInstruction } from '../contract.js'
import { notEnough } from '../transactions/errors.js'
import { findBudget } from '../transactions/fees/budget.js'
import { SIGNATURE_FEE } from '../transactions/fees/fee.js'
import { setBudget } from '../transactions/instructions.js'
import { createNode, type SolanaNode } from '../transactions/node.js'
import { readTransaction, writeTransaction } from '../transactions/sdk.js'
import { addPaymentNote } from './payment-note.js'
import type { Plan } from './plan.js'
import { planCoins } from './plan-coins.js'
import { planTokens } from './plan-tokens.js'
import { inspectReceiver } from './receiver.js'

function planOf(node: SolanaNode, { connection, network, token, note }: LimitRequest, to: string): Promise<Plan> {
  const parties = { from: connection.account.address, to, network, note }
  return token.address === undefined ? planCoins(node, parties) : planTokens(node, parties, token)
}

/** Fee of a plan, in lamports, and the compute budget instructions. `amount`: an amount close to the one that will be sent. */
async function estimateFee(
  node: SolanaNode,
  plan: Plan,
  { connection, network, speed, note }: LimitRequest,
  amount: bigint,
) {
  const payer = connection.account.address
  const instructions = addPaymentNote(plan.instructions(amount), note)
  if (plan.lamports < SIGNATURE_FEE + plan.rent) throw notEnough(SIGNATURE_FEE + plan.rent, plan.lamports, network)
  const budget = setBudget(await findBudget(node, payer, instructions, speed))
  const { blockhash } = await node.latestBlock()
  const transaction = writeTransaction({ payer, blockhash, instructions: [...budget, ...instructions] })
  return { budget, fee: await node.fee(readTransaction(transaction).messageBytes) }
}

/** Amount with which the fee of sending everything is estimated. */
const probeAmountOf = ({ isCoin, available }: Plan): bigint =>
  isCoin ? (available > SIGNATURE_FEE ? available - SIGNATURE_FEE : 0n) : available

/** Maximum amount of a plan; for SOL, the balance minus the fee. */
const maxAmountOf = ({ isCoin, available }: Plan, fee: bigint): bigint =>
  isCoin ? (available > fee ? available - fee : 0n) : available

/** See `SendHandler.limit`. */
export async function findLimit(ctx: Context, draft: LimitRequest, signal: AbortSignal): Promise<SendLimit> {
  const node = createNode(ctx, draft.network.caipNetworkId, signal)
  const plan = await planOf(node, draft, draft.receiver ?? draft.connection.account.address)
  const zeroLimit = (fee: bigint): SendLimit => ({ max: 0n, fee, extras: plan.extras })
  /** Whether everything can be sent at this fee. With a receiver, throws the reason if the network would reject a resulting balance. */
  const canSendMax = (fee: bigint): boolean => {
    try {
      plan.check(maxAmountOf(plan, fee), fee)
      return true
    } catch (error) {
      const isInsufficient = isWalletModalError(error) && error.code === 'INSUFFICIENT_FUNDS'
      if (isInsufficient || draft.receiver === undefined) return false
      throw error
    }
  }
  if (plan.available === 0n || plan.lamports < SIGNATURE_FEE + plan.rent || !canSendMax(SIGNATURE_FEE))
    return zeroLimit(SIGNATURE_FEE)
  const { fee } = await estimateFee(node, plan, draft, probeAmountOf(plan))
  return canSendMax(fee) ? { max: maxAmountOf(plan, fee), fee, extras: plan.extras } : zeroLimit(fee)
}

/** See `SendHandler.prepare`. */
export async function prepare(ctx: Context, draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction> {
  const { network, receiver } = draft
  const report = await inspectReceiver(ctx, receiver, draft, signal)
  const refused = report.issues.find(({ severity }) => severity === 'refuse')
  if (refused || report.address !== receiver)
    throw invalidArgument(
      `${receiver} cannot be paid on ${network.name}${refused ? ` (${refused.text ?? refused.code})` : ''}.`,
    )
  const node = createNode(ctx, network.caipNetworkId, signal)
  const plan = await planOf(node, draft, receiver)
  if (draft.amount !== 'max') {
    if (draft.amount <= 0n) throw invalidArgument('Enter an amount above 0.')
    plan.check(draft.amount, SIGNATURE_FEE)
  }
  const { budget, fee } = await estimateFee(
    node,
    plan,
    draft,
    draft.amount === 'max' ? probeAmountOf(plan) : draft.amount,
  )
  const amount = draft.amount === 'max' ? maxAmountOf(plan, fee) : draft.amount
  if (amount <= 0n) throw notEnough(fee, plan.lamports, network)
  plan.check(amount, fee)
  const calls: readonly SolanaInstruction[] = [...budget, ...addPaymentNote(plan.instructions(amount), draft.note)]
  return prepareTransfer(draft, calls, signal)
}
