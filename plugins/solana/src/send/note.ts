import type { PaymentNote } from '@wallet-modal/kernel'
import { readMemo, withReferences, writeMemo } from './instructions.js'
import type { Instruction } from './sdk.js'

/**
 * Puts a note into a plan's instructions, as Solana Pay has it: the memo immediately before the transfer, which is the last of them, and the
 * references behind the transfer's own accounts.
 */
export function addNote(instructions: readonly Instruction[], note: PaymentNote | undefined): readonly Instruction[] {
  const transfer = instructions.at(-1)
  if (!note || !transfer) return instructions
  const memo = note.memo === undefined ? [] : [writeMemo(note.memo)]
  return [...instructions.slice(0, -1), ...memo, withReferences(transfer, note.references ?? [])]
}

/** Whether two notes are the same to the letter. */
export const isSameNote = (one: PaymentNote = {}, other: PaymentNote = {}): boolean =>
  one.memo === other.memo && JSON.stringify(one.references ?? []) === JSON.stringify(other.references ?? [])

interface Transfer {
  readonly references?: readonly string[]
}

/** The note that instructions hold; `null` where it is not where it belongs, or no text. */
export function readNote(instructions: readonly Instruction[], transfers: readonly Transfer[]): PaymentNote | null {
  const memos = instructions.flatMap((one, at) => (readMemo(one) === undefined ? [] : [{ memo: readMemo(one), at }]))
  const [memo, ...more] = memos
  if (more.length > 0 || memo?.memo === null || (memo && memo.at !== instructions.length - 2)) return null
  if (transfers.slice(0, -1).some(({ references }) => references)) return null
  const references = transfers.at(-1)?.references
  return { ...(memo?.memo != null && { memo: memo.memo }), ...(references && { references }) }
}
