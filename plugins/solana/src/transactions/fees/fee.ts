import { readBudget } from '../instructions.js'
import type { ParsedTransaction } from '../sdk.js'
import { MAX_UNITS } from './budget.js'

/** Base fee for each signature, in lamports. */
export const SIGNATURE_FEE = 5000n
/** Unit prices are in microlamports. */
const MICRO = 1_000_000n

/** Maximum fee according to the bytes, used if the node reports less. In lamports. */
export function feeOf({ payer, instructions }: ParsedTransaction, fromNode: bigint): bigint {
  const budgets = instructions.flatMap((one) => readBudget(one) ?? [])
  const units = budgets.find((one) => one.units !== undefined)?.units ?? MAX_UNITS
  const price = budgets.find((one) => one.price !== undefined)?.price ?? 0n
  const signers = instructions.flatMap(({ accounts }) => accounts.flatMap((one) => (one.isSigner ? one.address : [])))
  const extra = (BigInt(units) * price + MICRO - 1n) / MICRO
  const most = BigInt(new Set([payer, ...signers]).size) * SIGNATURE_FEE + extra
  return fromNode > most ? fromNode : most
}
