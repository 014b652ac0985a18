import { ASSOCIATED_TOKEN_PROGRAM, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../programs.js'
import type { Instruction } from './sdk.js'

// what programs call their instructions; all numbers are little-endian
const SYSTEM_TRANSFER = 2
const TOKEN_TRANSFER_CHECKED = 12
const ASSOCIATED_CREATE_IDEMPOTENT = 1
const BUDGET_UNIT_LIMIT = 2
const BUDGET_UNIT_PRICE = 3

function dataOf(length: number, write: (view: DataView) => void): Uint8Array {
  const data = new Uint8Array(length)
  write(new DataView(data.buffer))
  return data
}
const viewOf = ({ data }: Instruction): DataView => new DataView(data.buffer, data.byteOffset, data.length)

interface CoinTransfer {
  readonly from: string
  readonly to: string
  readonly lamports: bigint
}

export const transferCoins = ({ from, to, lamports }: CoinTransfer): Instruction => ({
  program: SYSTEM_PROGRAM,
  parties: [
    { address: from, isSigner: true, isWritable: true },
    { address: to, isWritable: true },
  ],
  data: dataOf(12, (view) => {
    view.setUint32(0, SYSTEM_TRANSFER, true)
    view.setBigUint64(4, lamports, true)
  }),
})

export interface TokenTransfer {
  readonly program: string
  readonly from: string
  readonly mint: string
  readonly to: string
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
}

/** `TransferChecked`, which fails where mint or decimals are not as named. */
export const transferTokens = ({ program, from, mint, to, owner, amount, decimals }: TokenTransfer): Instruction => ({
  program,
  parties: [
    { address: from, isWritable: true },
    { address: mint },
    { address: to, isWritable: true },
    { address: owner, isSigner: true },
  ],
  data: dataOf(10, (view) => {
    view.setUint8(0, TOKEN_TRANSFER_CHECKED)
    view.setBigUint64(1, amount, true)
    view.setUint8(9, decimals)
  }),
})

export interface TokenAccountCreation {
  readonly payer: string
  readonly account: string
  readonly owner: string
  readonly mint: string
  readonly program: string
}

/** Creates the associated token account of `owner`, or does nothing where somebody was faster. */
export const createTokenAccount = ({ payer, account, owner, mint, program }: TokenAccountCreation): Instruction => ({
  program: ASSOCIATED_TOKEN_PROGRAM,
  parties: [
    { address: payer, isSigner: true, isWritable: true },
    { address: account, isWritable: true },
    { address: owner },
    { address: mint },
    { address: SYSTEM_PROGRAM },
    { address: program },
  ],
  data: new Uint8Array([ASSOCIATED_CREATE_IDEMPOTENT]),
})

export interface Budget {
  readonly units: number
  /** Millionths of a lamport for each unit. */
  readonly price: bigint
}

/** What a transaction may use up at most, and what is paid for each unit of it beside the base fee. */
export const setBudget = ({ units, price }: Budget): readonly Instruction[] => [
  {
    program: COMPUTE_BUDGET_PROGRAM,
    parties: [],
    data: dataOf(5, (view) => {
      view.setUint8(0, BUDGET_UNIT_LIMIT)
      view.setUint32(1, units, true)
    }),
  },
  {
    program: COMPUTE_BUDGET_PROGRAM,
    parties: [],
    data: dataOf(9, (view) => {
      view.setUint8(0, BUDGET_UNIT_PRICE)
      view.setBigUint64(1, price, true)
    }),
  },
]

const at = ({ parties }: Instruction, place: number): string => parties[place]?.address ?? ''

export function readCoinTransfer(instruction: Instruction): CoinTransfer | undefined {
  const { program, data, parties } = instruction
  const view = viewOf(instruction)
  if (program !== SYSTEM_PROGRAM || data.length !== 12 || parties.length !== 2) return undefined
  if (view.getUint32(0, true) !== SYSTEM_TRANSFER) return undefined
  return { from: at(instruction, 0), to: at(instruction, 1), lamports: view.getBigUint64(4, true) }
}

export function readTokenTransfer(instruction: Instruction): Omit<TokenTransfer, 'program'> | undefined {
  const { data, parties } = instruction
  if (data.length !== 10 || parties.length !== 4 || data[0] !== TOKEN_TRANSFER_CHECKED) return undefined
  const [from, mint, to, owner] = [0, 1, 2, 3].map((place) => at(instruction, place))
  if (from === undefined || mint === undefined || to === undefined || owner === undefined) return undefined
  return { from, mint, to, owner, amount: viewOf(instruction).getBigUint64(1, true), decimals: data[9] ?? 0 }
}

export function readTokenAccountCreation(instruction: Instruction): TokenAccountCreation | undefined {
  const { program, data, parties } = instruction
  if (program !== ASSOCIATED_TOKEN_PROGRAM || data.length !== 1 || data[0] !== ASSOCIATED_CREATE_IDEMPOTENT)
    return undefined
  if (parties.length !== 6 || at(instruction, 4) !== SYSTEM_PROGRAM) return undefined
  return {
    payer: at(instruction, 0),
    account: at(instruction, 1),
    owner: at(instruction, 2),
    mint: at(instruction, 3),
    program: at(instruction, 5),
  }
}

export const isBudget = ({ program, parties, data }: Instruction): boolean =>
  program === COMPUTE_BUDGET_PROGRAM &&
  parties.length === 0 &&
  ((data.length === 5 && data[0] === BUDGET_UNIT_LIMIT) || (data.length === 9 && data[0] === BUDGET_UNIT_PRICE))
