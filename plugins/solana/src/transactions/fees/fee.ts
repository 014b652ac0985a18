import { readBudget } from '../instructions.js'
import type { ParsedTransaction } from '../sdk.js'
import { MAX_UNITS } from './budget.js'

/** Of each signature, in lamports. */
export const SIGNATURE_FEE = 5000n
/** Prices are in millionths of a lamport. */
const MICRO = 1_000_000n

/** The most that the bytes let the network take, where the node says less. In lamports. */
export function feeOf({ payer, instructions }: ParsedTransaction, fromNode: bigint): bigint {
  const budgets = instructions.flatMap((one) => readBudget(one) ?? [])
  const units = budgets.find((one) => one.units !== undefined)?.units ?? MAX_UNITS
  const price = budgets.find((one) => one.price !== undefined)?.price ?? 0n
  const signers = instructions.flatMap(({ accounts }) => accounts.flatMap((one) => (one.isSigner ? one.address : [])))
  const extra = (BigInt(units) * price + MICRO - 1n) / MICRO
  const most = BigInt(new Set([payer, ...signers]).size) * SIGNATURE_FEE + extra
  return fromNode > most ? fromNode : most
}
