import { readBudget } from '../instructions.js'
import type { ParsedTransaction } from '../sdk.js'
import { MAX_UNITS } from './budget.js'

/** Base fee for each signature, in lamports. */
export const SIGNATURE_FEE = 5000n
/** Unit prices are in microlamports. */
const MICRO = 1_000_000n

/** Fee in lamports: the maximum according to the bytes, or the node's estimate if that is higher. */
export function feeOf({ payer, instructions }: ParsedTransaction, fromNode: bigint): bigint {
  const budgets = instructions.flatMap((one) => readBudget(one) ?? [])
  const units = budgets.find((one) => one.units !== undefined)?.units ?? MAX_UNITS
  const price = budgets.find((one) => one.price !== undefined)?.price ?? 0n
  const signers = instructions.flatMap(({ accounts }) => accounts.flatMap((one) => (one.isSigner ? one.address : [])))
  const priorityFee = (BigInt(units) * price + MICRO - 1n) / MICRO
  const maxFee = BigInt(new Set([payer, ...signers]).size) * SIGNATURE_FEE + priorityFee
  return fromNode > maxFee ? fromNode : maxFee
}
