import type { PaymentNote } from '@wallet-modal/kernel'
import type { SolanaInstruction } from '../contract.js'
import { withReferences, writeMemo } from '../transactions/instructions.js'

/**
 * Adds a note to the instructions of a transfer, as Solana Pay has it: the memo immediately before the transfer, which is the last of them, and
 * the references behind the transfer's own accounts.
 */
export function addNote(
  instructions: readonly SolanaInstruction[],
  note: PaymentNote | undefined,
): readonly SolanaInstruction[] {
  const transfer = instructions.at(-1)
  if (!note || !transfer) return instructions
  const memo = note.memo === undefined ? [] : [writeMemo(note.memo)]
  return [...instructions.slice(0, -1), ...memo, withReferences(transfer, note.references ?? [])]
}
