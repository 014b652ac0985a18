import type { SolanaInstruction } from '../contract.js'
import { ASSOCIATED_TOKEN_PROGRAM, isTokenProgram, SYSTEM_PROGRAM } from '../programs.js'
import { addressAt, dataOf, readReferences, viewOf } from './instructions.js'

// Instruction discriminators; all numbers are little-endian.
const TRANSFER = 3
const APPROVE = 4
const TRANSFER_CHECKED = 12
const APPROVE_CHECKED = 13
/** The two discriminators of `TransferCheckedWithFee`: first of the transfer fee extension, then of the instruction in it. */
const [TRANSFER_FEE_EXTENSION, TRANSFER_CHECKED_WITH_FEE] = [26, 1]
const CLOSE_ACCOUNT = 9
const CREATE_IDEMPOTENT = 1

export interface TokenTransfer {
  readonly program: string
  /** The sender's token account. */
  readonly from: string
  readonly mint: string
  /** The receiver's token account. */
  readonly to: string
  /** Signer for `from`. */
  readonly owner: string
  readonly amount: bigint
  readonly decimals: number
  /** Part of the amount that the mint withholds. Absent for mints that withhold nothing. */
  readonly withheld?: bigint
  readonly references?: readonly string[]
}

function transferData({ amount, decimals, withheld }: TokenTransfer): Uint8Array {
  if (withheld === undefined)
    return dataOf(10, (view) => {
      view.setUint8(0, TRANSFER_CHECKED)
      view.setBigUint64(1, amount, true)
      view.setUint8(9, decimals)
    })
  return dataOf(19, (view) => {
    view.setUint8(0, TRANSFER_FEE_EXTENSION)
    view.setUint8(1, TRANSFER_CHECKED_WITH_FEE)
    view.setBigUint64(2, amount, true)
    view.setUint8(10, decimals)
    view.setBigUint64(11, withheld, true)
  })
}

/** `TransferChecked`, or `TransferCheckedWithFee`: fails if mint, decimals or fee differ from those on the chain. */
export const transferTokens = (transfer: TokenTransfer): SolanaInstruction => ({
  program: transfer.program,
  accounts: [
    { address: transfer.from, isWritable: true },
    { address: transfer.mint },
    { address: transfer.to, isWritable: true },
    { address: transfer.owner, isSigner: true },
  ],
  data: transferData(transfer),
})

export interface TokenAccountCreation {
  readonly payer: string
  readonly account: string
  readonly owner: string
  readonly mint: string
  readonly program: string
}

/** Creates the associated token account of `owner` if it does not exist. */
export const createTokenAccount = ({
  payer,
  account,
  owner,
  mint,
  program,
}: TokenAccountCreation): SolanaInstruction => ({
  program: ASSOCIATED_TOKEN_PROGRAM,
  accounts: [
    { address: payer, isSigner: true, isWritable: true },
    { address: account, isWritable: true },
    { address: owner },
    { address: mint },
    { address: SYSTEM_PROGRAM },
    { address: program },
  ],
  data: new Uint8Array([CREATE_IDEMPOTENT]),
})

/** Decoded transfer. `mint` is absent for the instruction `Transfer`, which does not contain it. */
export type TokenTransferCall = Omit<TokenTransfer, 'mint' | 'decimals'> & { readonly mint?: string }

export function readTokenTransfer(instruction: SolanaInstruction): TokenTransferCall | undefined {
  const { program, data, accounts } = instruction
  if (!isTokenProgram(program)) return undefined
  const isUnchecked = data.length === 9 && data[0] === TRANSFER
  const isChecked = data.length === 10 && data[0] === TRANSFER_CHECKED
  const hasFee = data.length === 19 && data[0] === TRANSFER_FEE_EXTENSION && data[1] === TRANSFER_CHECKED_WITH_FEE
  const length = isUnchecked ? 3 : 4
  const extraAccounts = readReferences(instruction, length)
  if (accounts.length < length || !extraAccounts || !(isUnchecked || isChecked || hasFee)) return undefined
  const [from = '', ...rest] = accounts.map(({ address }) => address)
  const [mint, to = '', owner = ''] = isUnchecked ? [undefined, ...rest] : rest
  const view = viewOf(instruction)
  return {
    ...{ program, from, to, owner, ...extraAccounts },
    amount: view.getBigUint64(hasFee ? 2 : 1, true),
    ...(mint !== undefined && { mint }),
    ...(hasFee && { withheld: view.getBigUint64(11, true) }),
  }
}

export interface TokenApproval {
  readonly program: string
  readonly from: string
  /** Absent in `Approve`. */
  readonly mint?: string
  readonly spender: string
  readonly owner: string
  readonly amount: bigint
}

export function readTokenApproval(instruction: SolanaInstruction): TokenApproval | undefined {
  const { program, data, accounts } = instruction
  const isUnchecked = data.length === 9 && data[0] === APPROVE
  const isChecked = data.length === 10 && data[0] === APPROVE_CHECKED
  if (!isTokenProgram(program) || !(isUnchecked || isChecked) || accounts.length !== (isUnchecked ? 3 : 4))
    return undefined
  const [from = '', ...rest] = accounts.map(({ address }) => address)
  const [mint, spender = '', owner = ''] = isUnchecked ? [undefined, ...rest] : rest
  const amount = viewOf(instruction).getBigUint64(1, true)
  return { program, from, spender, owner, amount, ...(mint !== undefined && { mint }) }
}

export function readTokenAccountCreation(instruction: SolanaInstruction): TokenAccountCreation | undefined {
  const { program, data, accounts } = instruction
  if (program !== ASSOCIATED_TOKEN_PROGRAM || data.length !== 1 || data[0] !== CREATE_IDEMPOTENT) return undefined
  if (accounts.length !== 6 || addressAt(instruction, 4) !== SYSTEM_PROGRAM) return undefined
  return {
    payer: addressAt(instruction, 0),
    account: addressAt(instruction, 1),
    owner: addressAt(instruction, 2),
    mint: addressAt(instruction, 3),
    program: addressAt(instruction, 5),
  }
}

/** `CloseAccount` with a single owner: the account's lamports go to `to`. */
export function readTokenAccountClosing(
  instruction: SolanaInstruction,
): { readonly account: string; readonly to: string; readonly owner: string } | undefined {
  const { program, data, accounts } = instruction
  if (!isTokenProgram(program) || data.length !== 1 || data[0] !== CLOSE_ACCOUNT || accounts.length !== 3)
    return undefined
  return { account: addressAt(instruction, 0), to: addressAt(instruction, 1), owner: addressAt(instruction, 2) }
}
