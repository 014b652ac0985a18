import { type Context, isWalletModalError, type LimitRequest, type SendLimit } from '@wallet-modal/kernel'
import { createNode } from '../node.js'
import { SIGNATURE_FEE } from '../transactions/fees/fee.js'
import { estimateFee, maxAmountOf, planTransfer, probeAmountOf } from './plan-transfer.js'

/** See `SendHandler.limit`. */
export async function findLimit(ctx: Context, draft: LimitRequest, signal: AbortSignal): Promise<SendLimit> {
  const node = createNode(ctx, draft.network.caipNetworkId, signal)
  const plan = await planTransfer(node, draft, draft.receiver ?? draft.connection.account.address)
  const zeroLimit = (fee: bigint): SendLimit => ({ max: 0n, fee, extras: plan.extras })
  /** Whether the maximum can be sent at this fee. If the draft has a receiver, throws for other reasons than insufficient funds. */
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
