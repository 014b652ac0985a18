import type { Context, LimitRequest, SendLimit } from '@wallet-modal/kernel'
import { readAddress } from '../address.js'
import { createNode } from '../node.js'
import { readFunds } from '../transactions/funds.js'
import { selectCoins, spendableCoins, sumOf } from '../transactions/selection.js'

/** Longest script of the usual address types (P2TR, P2WSH: 34 bytes). Assumed while there is no receiver. */
const LONGEST_SCRIPT = Uint8Array.from([0x51, 32, ...new Uint8Array(32)])

/** See `SendHandler.limit`. */
export async function findLimit(
  ctx: Context,
  { connection, network, receiver, speed }: LimitRequest,
  signal: AbortSignal,
): Promise<SendLimit> {
  const funds = await readFunds(await createNode(ctx, network.caipNetworkId, signal), connection, speed)
  const { coins, unlistedAmount } = funds
  const script = receiver === undefined ? LONGEST_SCRIPT : readAddress(receiver).script
  const all = selectCoins(coins, { ...funds, outputs: [{ script, amount: 'max' }] })
  // coins that are not spent: not listed by the node, too small, or beyond the maximum number of inputs
  const unspentAmount = unlistedAmount + sumOf(coins) - sumOf(spendableCoins(coins, funds))
  return {
    max: all?.amounts[0] ?? 0n,
    fee: all?.fee ?? 0n,
    extras: unspentAmount > 0n ? [{ code: 'reserve', amount: unspentAmount }] : [],
  }
}
