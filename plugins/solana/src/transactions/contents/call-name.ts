import type { SolanaInstruction } from '../../contract.js'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../programs.js'
import { toHex } from '../../sdk.js'

interface ProgramNames {
  readonly name: string
  /** Length of an instruction's discriminator, in bytes. */
  readonly length: number
  /** Instruction names by discriminator in hex. */
  readonly instructions?: Readonly<Record<string, string>>
}

const token: Omit<ProgramNames, 'name'> = {
  length: 1,
  instructions: { '03': 'transfer', '04': 'approve', '0c': 'transferChecked', '0d': 'approveChecked' },
}
const programs: Readonly<Record<string, ProgramNames>> = {
  [SYSTEM_PROGRAM]: { name: 'System', length: 4, instructions: { '02000000': 'transfer' } },
  [TOKEN_PROGRAM]: { name: 'Token', ...token },
  [TOKEN_2022_PROGRAM]: { name: 'Token-2022', ...token },
  [ASSOCIATED_TOKEN_PROGRAM]: { name: 'AssociatedToken', length: 1, instructions: { '01': 'createIdempotent' } },
  [COMPUTE_BUDGET_PROGRAM]: { name: 'ComputeBudget', length: 1 },
}

/** Whether this module has a name for a program. */
export const isKnownProgram = (program: string): boolean => program === MEMO_PROGRAM || program in programs

/** Name of an instruction, such as `Token.transferChecked`. For unknown programs: the first 8 bytes in hex, usually the discriminator (Anchor). */
export function callName({ program, data }: SolanaInstruction): string {
  if (program === MEMO_PROGRAM) return 'Memo'
  const programNames = programs[program]
  if (!programNames) return `0x${toHex(data.subarray(0, 8))}`
  if (program === TOKEN_2022_PROGRAM && data[0] === 26 && data[1] === 1) return 'Token-2022.transferCheckedWithFee'
  const selector = toHex(data.subarray(0, programNames.length))
  return `${programNames.name}.${programNames.instructions?.[selector] ?? `0x${selector}`}`
}
