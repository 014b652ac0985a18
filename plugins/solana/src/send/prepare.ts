import {
  type Context,
  isWalletModalError,
  type PreparedTransaction,
  type SendDraft,
  type SendLimit,
} from '@wallet-modal/kernel'
import { prepareTransfer } from '@wallet-modal/kernel/transactions'
import type { SolanaInstruction } from '../contract.js'
import { findBudget } from '../transactions/fees/budget.js'
import { SIGNATURE_FEE } from '../transactions/fees/fee.js'
import { setBudget } from '../transactions/instructions.js'
import { createNode, type SolanaNode } from '../transactions/node.js'
import { readTransaction, writeTransaction } from '../transactions/sdk.js'
import { invalid, notEnough } from '../transactions/sentences.js'
import { addPaymentNote } from './payment-note.js'
import type { Plan } from './plan.js'
import { planCoins } from './plan-coins.js'
import { planTokens } from './plan-tokens.js'
import { inspectReceiver } from './receiver.js'

type LimitDraft = Omit<SendDraft, 'amount' | 'receiver'> & { readonly receiver?: string }

function planOf(node: SolanaNode, { connection, network, token, note }: LimitDraft, to: string): Promise<Plan> {
  const ends = { from: connection.account.address, to, network, note }
  return token.address === undefined ? planCoins(node, ends) : planTokens(node, ends, token)
}

/** Fee of a plan, estimated with an amount close to the final one. */
async function priceOf(node: SolanaNode, plan: Plan, { connection, network, speed, note }: LimitDraft, amount: bigint) {
  const payer = connection.account.address
  const instructions = addPaymentNote(plan.instructions(amount), note)
  if (plan.lamports < SIGNATURE_FEE + plan.rent) throw notEnough(SIGNATURE_FEE + plan.rent, plan.lamports, network)
  const budget = setBudget(await findBudget(node, payer, instructions, speed))
  const { blockhash } = await node.latestBlock()
  const whole = writeTransaction({ payer, blockhash, instructions: [...budget, ...instructions] })
  return { budget, fee: await node.fee(readTransaction(whole).messageBytes) }
}

/** Initial amount for estimating the fee of sending everything. */
const probeOf = ({ isCoin, available }: Plan): bigint =>
  isCoin ? (available > SIGNATURE_FEE ? available - SIGNATURE_FEE : 0n) : available

/** Maximum amount of a plan; for SOL, the balance minus the fee. */
const mostOf = ({ isCoin, available }: Plan, fee: bigint): bigint =>
  isCoin ? (available > fee ? available - fee : 0n) : available

/** See `SendHandler.limit`. */
export async function findLimit(ctx: Context, draft: LimitDraft, signal: AbortSignal): Promise<SendLimit> {
  const node = createNode(ctx, draft.network.caipNetworkId, signal)
  const plan = await planOf(node, draft, draft.receiver ?? draft.connection.account.address)
  const none = (fee: bigint): SendLimit => ({ max: 0n, fee, extras: plan.extras })
  /** Whether everything can be sent at this fee. If the network requires a remaining balance, the error message says so. */
  const canGo = (fee: bigint): boolean => {
    try {
      plan.check(mostOf(plan, fee), fee)
      return true
    } catch (error) {
      const isShort = isWalletModalError(error) && error.code === 'INSUFFICIENT_FUNDS'
      if (isShort || draft.receiver === undefined) return false
      throw error
    }
  }
  if (plan.available === 0n || plan.lamports < SIGNATURE_FEE + plan.rent || !canGo(SIGNATURE_FEE))
    return none(SIGNATURE_FEE)
  const { fee } = await priceOf(node, plan, draft, probeOf(plan))
  return canGo(fee) ? { max: mostOf(plan, fee), fee, extras: plan.extras } : none(fee)
}

/** See `SendHandler.prepare`. */
export async function prepare(ctx: Context, draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction> {
  const { network, receiver } = draft
  const report = await inspectReceiver(ctx, receiver, draft, signal)
  const refused = report.findings.find(({ severity }) => severity === 'refuse')
  if (refused || report.address !== receiver)
    throw invalid(
      `${receiver} cannot be paid on ${network.name}${refused ? ` (${refused.text ?? refused.code})` : ''}.`,
    )
  const node = createNode(ctx, network.caipNetworkId, signal)
  const plan = await planOf(node, draft, receiver)
  if (draft.amount !== 'max') {
    if (draft.amount <= 0n) throw invalid('Enter an amount above 0.')
    plan.check(draft.amount, SIGNATURE_FEE)
  }
  const { budget, fee } = await priceOf(node, plan, draft, draft.amount === 'max' ? probeOf(plan) : draft.amount)
  const amount = draft.amount === 'max' ? mostOf(plan, fee) : draft.amount
  if (amount <= 0n) throw notEnough(fee, plan.lamports, network)
  plan.check(amount, fee)
  const calls: readonly SolanaInstruction[] = [...budget, ...addPaymentNote(plan.instructions(amount), draft.note)]
  return prepareTransfer(draft, calls, signal)
}
