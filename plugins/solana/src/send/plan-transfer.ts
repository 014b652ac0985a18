import type { LimitRequest } from '@wallet-modal/kernel'
import type { SolanaNode } from '../node.js'
import { notEnough } from '../transactions/errors.js'
import { findBudget } from '../transactions/fees/budget.js'
import { SIGNATURE_FEE } from '../transactions/fees/fee.js'
import { setBudget } from '../transactions/instructions.js'
import { readTransaction, writeTransaction } from '../transactions/sdk.js'
import { addPaymentNote } from './payment-note.js'
import type { Plan } from './plan.js'
import { planCoins } from './plan-coins.js'
import { planTokens } from './plan-tokens.js'

/** Plans a transfer to the address `to`. Transfers SOL if the draft's token has no address. */
export function planTransfer(
  node: SolanaNode,
  { connection, network, token, note }: LimitRequest,
  to: string,
): Promise<Plan> {
  const parties = { from: connection.account.address, to, network, note }
  return token.address === undefined ? planCoins(node, parties) : planTokens(node, parties, token)
}

/** Fee of a plan, in lamports, and the compute budget instructions. `amount`: an amount close to the one that will be sent. */
export async function estimateFee(
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

/** Amount to pass to {@link estimateFee} for the fee of sending the maximum. */
export const probeAmountOf = ({ isCoin, available }: Plan): bigint =>
  isCoin ? (available > SIGNATURE_FEE ? available - SIGNATURE_FEE : 0n) : available

/** Maximum amount of a plan; for SOL, the balance minus the fee. */
export const maxAmountOf = ({ isCoin, available }: Plan, fee: bigint): bigint =>
  isCoin ? (available > fee ? available - fee : 0n) : available
