import { base58 } from '@scure/base'
import { formatAmount } from '@wallet-modal/kernel'
import { bytesToHex } from 'viem'
import type { ApprovalFact, ApprovalStep } from '../../contract.js'
import { readBytes } from '../readable.js'

const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

const programNames: Readonly<Record<string, string>> = {
  [SYSTEM]: 'System',
  [TOKEN]: 'Token',
  [TOKEN_2022]: 'Token-2022',
  [MEMO]: 'Memo',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated Token Account',
  ComputeBudget111111111111111111111111111111: 'Compute Budget',
}

/** Instruction with the addresses of its accounts. */
export interface Instruction {
  readonly program: string
  readonly accounts: readonly string[]
  readonly data: Uint8Array
}

const LAMPORTS_DECIMALS = 9
const formatLamports = (lamports: bigint, symbol: string): string =>
  `${formatAmount(lamports, LAMPORTS_DECIMALS)} ${symbol}`
const addressFact = (label: ApprovalFact['label'], value: string | undefined): ApprovalFact =>
  value === undefined ? { label, value: '—' } : { label, value, format: 'address' }

interface InstructionView extends Instruction {
  readonly view: DataView
  readonly symbol: string
}

/** `Transfer` and `CreateAccount`: u32 discriminator, then lamports as u64, little-endian. */
function readSystem({ accounts, data, view, symbol }: InstructionView): ApprovalStep | undefined {
  const [from, to] = accounts
  if (accounts.length < 2 || data.length < 12) return undefined
  const value: ApprovalFact = { label: 'value', value: formatLamports(view.getBigUint64(4, true), symbol) }
  const kind = view.getUint32(0, true)
  if (kind === 2 && data.length === 12)
    return { kind: 'transfer', facts: [value, addressFact('to', to), addressFact('from', from)] }
  if (kind !== 0 || data.length !== 52) return undefined
  const facts = [
    value,
    addressFact('account', to),
    addressFact('owner', base58.encode(data.slice(20))),
    addressFact('from', from),
  ]
  return { kind: 'createAccount', facts }
}

/** `Transfer` and `TransferChecked`: one-byte discriminator, then the amount as u64. Only `TransferChecked` has mint and decimals. */
function readToken({ accounts, data, view }: InstructionView): ApprovalStep | undefined {
  if (data[0] === 3 && data.length === 9 && accounts.length >= 3) {
    const [from, to, owner] = accounts
    const value: ApprovalFact = { label: 'baseUnits', value: String(view.getBigUint64(1, true)) }
    return {
      kind: 'tokenTransfer',
      facts: [value, addressFact('to', to), addressFact('from', from), addressFact('owner', owner)],
    }
  }
  if (data[0] === 12 && data.length === 10 && accounts.length >= 4) {
    const [from, mint, to, owner] = accounts
    const value: ApprovalFact = { label: 'value', value: formatAmount(view.getBigUint64(1, true), data[9] ?? 0) }
    return {
      kind: 'tokenTransfer',
      facts: [
        value,
        addressFact('mint', mint),
        addressFact('to', to),
        addressFact('from', from),
        addressFact('owner', owner),
      ],
    }
  }
  return undefined
}

const readers: Readonly<Record<string, (read: InstructionView) => ApprovalStep | undefined>> = {
  [SYSTEM]: readSystem,
  [TOKEN]: readToken,
  [TOKEN_2022]: readToken,
}

/** Description of an instruction: its effect if its program and format are known, otherwise all accounts and the raw data. */
export function describeInstruction(instruction: Instruction, symbol: string): ApprovalStep {
  const { program, accounts, data } = instruction
  const name = Object.hasOwn(programNames, program) ? programNames[program] : undefined
  const programFact: ApprovalFact =
    name === undefined ? addressFact('program', program) : { label: 'program', value: name }
  const read = Object.hasOwn(readers, program) ? readers[program] : undefined
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const known = read?.({ ...instruction, view, symbol })
  if (known) return { ...known, facts: [...known.facts, programFact] }
  const dataText = program === MEMO ? readBytes(data) : bytesToHex(data)
  const facts: readonly ApprovalFact[] = [
    programFact,
    ...accounts.map((account) => addressFact('account', account)),
    ...(data.length > 0 ? [{ label: 'data', value: dataText, format: 'data' } as const] : []),
  ]
  return { kind: 'instruction', facts }
}
