import { ASSOCIATED_TOKEN_PROGRAM, COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM, SYSTEM_PROGRAM } from '../programs.js'
import type { Instruction } from './sdk.js'

// what programs call their instructions; all numbers are little-endian
const SYSTEM_TRANSFER = 2
const TOKEN_TRANSFER_CHECKED = 12
/** Of the extension for fees, and in it. */
const [TOKEN_TRANSFER_FEE, TRANSFER_CHECKED_WITH_FEE] = [26, 1]
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
  /** Accounts that are named beside, see {@link withReferences}. */
  readonly references?: readonly string[]
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
  /** What the mint keeps of it. Absent for mints that keep nothing. */
  readonly kept?: bigint
  readonly references?: readonly string[]
}

function transferData({ amount, decimals, kept }: TokenTransfer): Uint8Array {
  if (kept === undefined)
    return dataOf(10, (view) => {
      view.setUint8(0, TOKEN_TRANSFER_CHECKED)
      view.setBigUint64(1, amount, true)
      view.setUint8(9, decimals)
    })
  return dataOf(19, (view) => {
    view.setUint8(0, TOKEN_TRANSFER_FEE)
    view.setUint8(1, TRANSFER_CHECKED_WITH_FEE)
    view.setBigUint64(2, amount, true)
    view.setUint8(10, decimals)
    view.setBigUint64(11, kept, true)
  })
}

/** `TransferChecked`, or the same with a fee: they fail where mint, decimals or fee are not as named. */
export const transferTokens = (transfer: TokenTransfer): Instruction => ({
  program: transfer.program,
  parties: [
    { address: transfer.from, isWritable: true },
    { address: transfer.mint },
    { address: transfer.to, isWritable: true },
    { address: transfer.owner, isSigner: true },
  ],
  data: transferData(transfer),
})

/** Text on the chain. Nobody signs for it but who signs the transaction. */
export const writeMemo = (memo: string): Instruction => ({
  program: MEMO_PROGRAM,
  parties: [],
  data: new TextEncoder().encode(memo),
})

/** Names further accounts in a transfer, to which nothing happens: a transaction is found by them. */
export const withReferences = (transfer: Instruction, references: readonly string[]): Instruction => ({
  ...transfer,
  parties: [...transfer.parties, ...references.map((address) => ({ address }))],
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

/** The accounts behind those that a transfer works on; `undefined` where one of them could sign or be changed. */
function readReferences(
  { parties }: Instruction,
  from: number,
): { readonly references?: readonly string[] } | undefined {
  const named = parties.slice(from)
  if (named.length === 0) return {}
  if (named.some(({ isSigner, isWritable }) => isSigner || isWritable)) return undefined
  return { references: named.map(({ address }) => address) }
}

/** `null` where it is no text. */
export function readMemo({ program, parties, data }: Instruction): string | null | undefined {
  if (program !== MEMO_PROGRAM) return undefined
  if (parties.length > 0) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    return null // the transaction is refused
  }
}

export function readCoinTransfer(instruction: Instruction): CoinTransfer | undefined {
  const { program, data, parties } = instruction
  const view = viewOf(instruction)
  const named = readReferences(instruction, 2)
  if (program !== SYSTEM_PROGRAM || data.length !== 12 || parties.length < 2 || !named) return undefined
  if (view.getUint32(0, true) !== SYSTEM_TRANSFER) return undefined
  return { from: at(instruction, 0), to: at(instruction, 1), lamports: view.getBigUint64(4, true), ...named }
}

export function readTokenTransfer(instruction: Instruction): Omit<TokenTransfer, 'program'> | undefined {
  const { data, parties } = instruction
  const isPlain = data.length === 10 && data[0] === TOKEN_TRANSFER_CHECKED
  const hasFee = data.length === 19 && data[0] === TOKEN_TRANSFER_FEE && data[1] === TRANSFER_CHECKED_WITH_FEE
  const named = readReferences(instruction, 4)
  if (parties.length < 4 || !named || !(isPlain || hasFee)) return undefined
  const [from, mint, to, owner] = [0, 1, 2, 3].map((place) => at(instruction, place))
  if (from === undefined || mint === undefined || to === undefined || owner === undefined) return undefined
  const view = viewOf(instruction)
  const ends = { from, mint, to, owner, ...named }
  if (isPlain) return { ...ends, amount: view.getBigUint64(1, true), decimals: data[9] ?? 0 }
  return { ...ends, amount: view.getBigUint64(2, true), decimals: data[10] ?? 0, kept: view.getBigUint64(11, true) }
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

export function readBudget(instruction: Instruction): Partial<Budget> | undefined {
  const { program, parties, data } = instruction
  if (program !== COMPUTE_BUDGET_PROGRAM || parties.length > 0) return undefined
  const view = viewOf(instruction)
  if (data.length === 5 && data[0] === BUDGET_UNIT_LIMIT) return { units: view.getUint32(1, true) }
  if (data.length === 9 && data[0] === BUDGET_UNIT_PRICE) return { price: view.getBigUint64(1, true) }
  return undefined
}

export const isBudget = (instruction: Instruction): boolean => readBudget(instruction) !== undefined
