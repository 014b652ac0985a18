import type { PaymentNote } from '@wallet-modal/kernel'
import type { SolanaInstruction } from '../contract.js'
import { withReferences, writeMemo } from '../transactions/instructions.js'

/**
 * Adds memo and references to a transfer according to Solana Pay. The transfer is the last instruction: the memo is inserted before it, and the
 * references are appended to its accounts.
 */
export function addPaymentNote(
  instructions: readonly SolanaInstruction[],
  note: PaymentNote | undefined,
): readonly SolanaInstruction[] {
  const transfer = instructions.at(-1)
  if (!note || !transfer) return instructions
  const memo = note.memo === undefined ? [] : [writeMemo(note.memo)]
  return [...instructions.slice(0, -1), ...memo, withReferences(transfer, note.references ?? [])]
}
