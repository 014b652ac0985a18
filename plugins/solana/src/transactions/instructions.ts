import type { SolanaInstruction } from '../contract.js'
import { COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM } from '../programs.js'

// Instruction discriminators; all numbers are little-endian.
const SYSTEM_TRANSFER = 2
const BUDGET_UNIT_LIMIT = 2
const BUDGET_UNIT_PRICE = 3

export function dataOf(length: number, write: (view: DataView) => void): Uint8Array {
  const data = new Uint8Array(length)
  write(new DataView(data.buffer))
  return data
}
export const viewOf = ({ data }: SolanaInstruction): DataView => new DataView(data.buffer, data.byteOffset, data.length)

/** Address of the account at this index of an instruction; `''` if there is none. */
export const addressAt = ({ accounts }: SolanaInstruction, index: number): string => accounts[index]?.address ?? ''

export interface CoinTransfer {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
  /** See {@link withReferences}. */
  readonly references?: readonly string[]
}

export const transferCoins = ({ from, to, lamports }: CoinTransfer): SolanaInstruction => ({
  program: SYSTEM_PROGRAM,
  accounts: [
    { address: from, isSigner: true, isWritable: true },
    { address: to, isWritable: true },
  ],
  data: dataOf(12, (view) => {
    view.setUint32(0, SYSTEM_TRANSFER, true)
    view.setBigUint64(4, lamports, true)
  }),
})

/** Memo instruction: text on the chain, signed by the transaction's payer only. */
export const writeMemo = (memo: string): SolanaInstruction => ({
  program: MEMO_PROGRAM,
  accounts: [],
  data: new TextEncoder().encode(memo),
})

/** Adds references (Solana Pay) to a transfer: read-only accounts by which the transaction can be found. */
export const withReferences = (transfer: SolanaInstruction, references: readonly string[]): SolanaInstruction => ({
  ...transfer,
  accounts: [...transfer.accounts, ...references.map((address) => ({ address }))],
})

export interface Budget {
  readonly units: number
  /** Microlamports per compute unit. */
  readonly price: bigint
}

/** Sets the limit of compute units, and the price per unit (priority fee). */
export const setBudget = ({ units, price }: Budget): readonly SolanaInstruction[] => [
  {
    program: COMPUTE_BUDGET_PROGRAM,
    accounts: [],
    data: dataOf(5, (view) => {
      view.setUint8(0, BUDGET_UNIT_LIMIT)
      view.setUint32(1, units, true)
    }),
  },
  {
    program: COMPUTE_BUDGET_PROGRAM,
    accounts: [],
    data: dataOf(9, (view) => {
      view.setUint8(0, BUDGET_UNIT_PRICE)
      view.setBigUint64(1, price, true)
    }),
  },
]

/** Additional accounts of a transfer (references); `undefined` if one of them is a signer or writable. */
export function readReferences(
  { accounts }: SolanaInstruction,
  from: number,
): { readonly references?: readonly string[] } | undefined {
  const extraAccounts = accounts.slice(from)
  if (extraAccounts.length === 0) return {}
  if (extraAccounts.some(({ isSigner, isWritable }) => isSigner || isWritable)) return undefined
  return { references: extraAccounts.map(({ address }) => address) }
}

/** Text of a memo; `undefined` for other instructions, for a memo with accounts, and for invalid UTF-8. */
export function readMemo({ program, accounts, data }: SolanaInstruction): string | undefined {
  if (program !== MEMO_PROGRAM || accounts.length > 0) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return undefined // invalid UTF-8
  }
}

export function readCoinTransfer(instruction: SolanaInstruction): CoinTransfer | undefined {
  const { program, data, accounts } = instruction
  const view = viewOf(instruction)
  const extraAccounts = readReferences(instruction, 2)
  if (program !== SYSTEM_PROGRAM || data.length !== 12 || accounts.length < 2 || !extraAccounts) return undefined
  if (view.getUint32(0, true) !== SYSTEM_TRANSFER) return undefined
  const [from, to] = [addressAt(instruction, 0), addressAt(instruction, 1)]
  return { from, to, lamports: view.getBigUint64(4, true), ...extraAccounts }
}

export function readBudget(instruction: SolanaInstruction): Partial<Budget> | undefined {
  const { program, accounts, data } = instruction
  if (program !== COMPUTE_BUDGET_PROGRAM || accounts.length > 0) return undefined
  const view = viewOf(instruction)
  if (data.length === 5 && data[0] === BUDGET_UNIT_LIMIT) return { units: view.getUint32(1, true) }
  if (data.length === 9 && data[0] === BUDGET_UNIT_PRICE) return { price: view.getBigUint64(1, true) }
  return undefined
}

export const isBudget = (instruction: SolanaInstruction): boolean => readBudget(instruction) !== undefined
