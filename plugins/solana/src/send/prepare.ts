import type { Context, PreparedTransaction, SendDraft } from '@wallet-modal/kernel'
import { invalidArgument, prepareTransfer } from '@wallet-modal/kernel/transactions'
import type { SolanaInstruction } from '../contract.js'
import { createNode } from '../node.js'
import { notEnough } from '../transactions/errors.js'
import { SIGNATURE_FEE } from '../transactions/fees/fee.js'
import { addPaymentNote } from './payment-note.js'
import { estimateFee, maxAmountOf, planTransfer, probeAmountOf } from './plan-transfer.js'
import { inspectReceiver } from './receiver.js'

/** See `SendHandler.prepare`. */
export async function prepareSend(ctx: Context, draft: SendDraft, signal: AbortSignal): Promise<PreparedTransaction> {
  const { network, receiver } = draft
  const report = await inspectReceiver(ctx, receiver, draft, signal)
  const refused = report.issues.find(({ severity }) => severity === 'refuse')
  if (refused || report.address !== receiver)
    throw invalidArgument(
      `${receiver} cannot be paid on ${network.name}${refused ? ` (${refused.text ?? refused.code})` : ''}.`,
    )
  const node = createNode(ctx, network.caipNetworkId, signal)
  const plan = await planTransfer(node, draft, receiver)
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
