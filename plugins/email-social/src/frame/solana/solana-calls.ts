import { getBase58Decoder } from '@solana/web3.js'
import { formatUnits } from 'viem'
import { toHex } from '../hex.js'
import { readBytes } from '../readable.js'
import { t } from '../strings.js'
import type { Fact, Summary } from '../summary.js'
import type { SolanaInstruction } from './solana-transaction.js'

const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
const MEMOS: ReadonlySet<string> = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])

type Call = Pick<Summary, 'title' | 'facts' | 'warnings'>

/** Owner of a token account; `undefined` where it is not known. */
export type OwnerOf = (account: string) => string | undefined

const LAMPORTS = 9
export const sol = (lamports: bigint): string => `${formatUnits(lamports, LAMPORTS)} SOL`

const address = (label: Fact['label'], value: string | undefined): Fact =>
  value === undefined ? { label, value: '—' } : { label, value, format: 'address' }

const amountAt = ({ data }: SolanaInstruction, at: number): bigint =>
  new DataView(data.buffer, data.byteOffset, data.length).getBigUint64(at, true)

/** `Transfer` of the System program: a u32 with the value 2, then lamports as u64, little-endian. */
function coinTransfer(call: SolanaInstruction, account: string): Call | undefined {
  const { accounts, data } = call
  const [from, to] = accounts
  const isTransfer = data.length === 12 && data[0] === 2 && data[1] === 0 && data[2] === 0 && data[3] === 0
  if (!isTransfer || accounts.length < 2) return undefined
  return {
    title: t('title.transfer', { amount: sol(amountAt(call, 4)) }),
    facts: [address('to', to), ...(from === account ? [] : [address('from', from)])],
    warnings: [],
  }
}

/** To the owner of the token account that is paid, where it is known. */
const receiver = (to: string | undefined, ownerOf: OwnerOf): readonly Fact[] => {
  const owner = to === undefined ? undefined : ownerOf(to)
  return owner === undefined ? [address('to', to)] : [address('to', owner), address('tokenAccount', to)]
}

/** Transfers and approvals of the Token programs. The unchecked ones name neither mint nor decimals. */
function tokenCall(call: SolanaInstruction, ownerOf: OwnerOf): Call | undefined {
  const { accounts, data } = call
  const units = (amount: bigint): string => t('baseUnits', { amount: String(amount) })
  if (data[0] === 3 && data.length === 9 && accounts.length >= 3)
    return {
      title: t('title.transfer', { amount: units(amountAt(call, 1)) }),
      facts: [address('from', accounts[0]), ...receiver(accounts[1], ownerOf)],
      warnings: [],
    }
  if (data[0] === 12 && data.length === 10 && accounts.length >= 4)
    return {
      title: t('title.transfer', { amount: formatUnits(amountAt(call, 1), data[9] ?? 0) }),
      facts: [address('token', accounts[1]), ...receiver(accounts[2], ownerOf)],
      warnings: [],
    }
  const isChecked = data[0] === 13 && data.length === 10 && accounts.length >= 4
  if (!isChecked && !(data[0] === 4 && data.length === 9 && accounts.length >= 3)) return undefined
  const amount = isChecked ? formatUnits(amountAt(call, 1), data[9] ?? 0) : units(amountAt(call, 1))
  return {
    title: t('title.approval', { amount }),
    facts: isChecked
      ? [address('token', accounts[1]), address('spender', accounts[2])]
      : [address('tokenAccount', accounts[0]), address('spender', accounts[1])],
    warnings: [t('warning.approval')],
  }
}

/** `Create` and `CreateIdempotent` of the Associated Token Account program. */
const isAccountCreation = ({ program, data, accounts }: SolanaInstruction): boolean =>
  program === ASSOCIATED_TOKEN && data.length <= 1 && (data[0] ?? 0) <= 1 && accounts.length >= 6

/** Token accounts that the transaction itself opens, with their owners. */
export const openedAccounts = (calls: readonly SolanaInstruction[]): ReadonlyMap<string, string> =>
  new Map(
    calls
      .filter(isAccountCreation)
      .flatMap(({ accounts: [, account, owner] }) =>
        account === undefined || owner === undefined ? [] : [[account, owner] as const],
      ),
  )

/** Token accounts that are paid. */
export const paidAccounts = (calls: readonly SolanaInstruction[]): readonly string[] =>
  calls.flatMap(({ program, data, accounts }) => {
    if (program !== TOKEN && program !== TOKEN_2022) return []
    const to = data[0] === 3 ? accounts[1] : data[0] === 12 ? accounts[2] : undefined
    return to === undefined ? [] : [to]
  })

/** Whether an instruction only says how much work the transaction may be, and what is paid for it: the fee tells. */
export const isBudget = ({ program }: SolanaInstruction): boolean => program === COMPUTE_BUDGET

/** What an instruction does, in words where that is known without doubt; else its program and data to the letter, with a warning. */
export function describeCall(call: SolanaInstruction, account: string, ownerOf: OwnerOf): Call {
  const { program, data, accounts } = call
  const known =
    program === SYSTEM
      ? coinTransfer(call, account)
      : program === TOKEN || program === TOKEN_2022
        ? tokenCall(call, ownerOf)
        : undefined
  if (known) return known
  if (MEMOS.has(program))
    return {
      title: t('title.note'),
      facts: [{ label: 'message', value: readBytes(data), format: 'data' }],
      warnings: [],
    }
  if (isAccountCreation(call))
    return {
      title: t('title.tokenAccount'),
      facts: [address('account', accounts[2]), address('token', accounts[3])],
      warnings: [],
    }
  return {
    title: t('title.program'),
    facts: [
      address('program', program),
      ...(data.length > 0 ? [{ label: 'data', value: `0x${toHex(data)}`, format: 'data' } as const] : []),
    ],
    warnings: [t('warning.data')],
  }
}

export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)
