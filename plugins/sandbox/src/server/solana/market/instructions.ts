import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAM } from '../tokens/token-addresses.js'

const SYSTEM_PROGRAM = '11111111111111111111111111111111'
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111'

export type AccountMeta = readonly [address: string, role: 'readonly' | 'writable' | 'writable signer']

export interface InstructionPlan {
  readonly program: string
  readonly accounts: readonly AccountMeta[]
  readonly data: Uint8Array
}

/** Creates `length` bytes, which `write` fills through a `DataView`. */
export function packBytes(length: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(length)
  write(new DataView(bytes.buffer))
  return bytes
}

/** ComputeBudget `SetComputeUnitLimit`. */
export const setUnitLimit = (units: number): InstructionPlan => ({
  program: COMPUTE_BUDGET_PROGRAM,
  accounts: [],
  data: packBytes(5, (view) => {
    view.setUint8(0, 2)
    view.setUint32(1, units, true)
  }),
})

/** ComputeBudget `SetComputeUnitPrice`, in micro-lamports. */
export const setUnitPrice = (price: bigint): InstructionPlan => ({
  program: COMPUTE_BUDGET_PROGRAM,
  accounts: [],
  data: packBytes(9, (view) => {
    view.setUint8(0, 3)
    view.setBigUint64(1, price, true)
  }),
})

/** System program `Transfer`. */
export const transferLamports = (from: string, to: string, lamports: bigint): InstructionPlan => ({
  program: SYSTEM_PROGRAM,
  accounts: [
    [from, 'writable signer'],
    [to, 'writable'],
  ],
  data: packBytes(12, (view) => {
    view.setUint32(0, 2, true)
    view.setBigUint64(4, lamports, true)
  }),
})

/** Associated Token program `CreateIdempotent`, paid by the owner. */
export const createTokenAccount = (
  owner: string,
  { mint, account, program }: { readonly mint: string; readonly account: string; readonly program: string },
): InstructionPlan => ({
  program: ASSOCIATED_TOKEN_PROGRAM,
  accounts: [
    [owner, 'writable signer'],
    [account, 'writable'],
    [owner, 'readonly'],
    [mint, 'readonly'],
    [SYSTEM_PROGRAM, 'readonly'],
    [program, 'readonly'],
  ],
  data: Uint8Array.of(1),
})

/** Token program `SyncNative`: credits the lamports of a wrapped-SOL account as tokens. */
export const syncNative = (account: string): InstructionPlan => ({
  program: TOKEN_PROGRAM,
  accounts: [[account, 'writable']],
  data: Uint8Array.of(17),
})

/** Token program `CloseAccount`: pays all lamports to the owner. For wrapped SOL, this is unwrapping. */
export const closeAccount = (account: string, owner: string): InstructionPlan => ({
  program: TOKEN_PROGRAM,
  accounts: [
    [account, 'writable'],
    [owner, 'writable'],
    [owner, 'writable signer'],
  ],
  data: Uint8Array.of(9),
})
