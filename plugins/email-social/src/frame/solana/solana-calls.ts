import { bytesToHex } from '@noble/hashes/utils.js'
import { getBase58Decoder } from '@solana/web3.js'
import { formatUnits } from 'viem'
import type { Fact, Summary } from '../approval/summary.js'
import { readBytes } from '../messages/readable.js'
import { t } from '../strings.js'
import { solanaText } from './solana-strings.js'
import type { SolanaInstruction } from './solana-transaction.js'

const SYSTEM = '11111111111111111111111111111111'
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const ASSOCIATED_TOKEN = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMOS: ReadonlySet<string> = new Set([
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
])

/** Description of an instruction. */
export interface Call extends Pick<Summary, 'title' | 'facts' | 'warnings'> {
  /** Set if the instruction cannot be decoded. */
  readonly isUndecoded?: true
}

/** Name of a token, chosen by its issuer. Issuers can choose any name, so the mint is displayed too. */
export interface TokenName {
  readonly name: string
  readonly symbol: string
  /** Whether the symbol belongs to a known token that has another mint. */
  readonly isImitation: boolean
}

/** Names that were read from the chain, for {@link describeCall}. */
export interface ChainNames {
  /** Owner of a token account; `undefined` if unknown. */
  ownerOf(account: string): string | undefined
  /** Name of a mint's token; `undefined` if unknown. */
  tokenOf(mint: string): TokenName | undefined
}

const SOL_DECIMALS = 9
export const formatSol = (lamports: bigint): string => `${formatUnits(lamports, SOL_DECIMALS)} SOL`

const address = (label: Fact['label'], value: string | undefined): Fact =>
  value === undefined ? { label, value: '—' } : { label, value, format: 'address' }

const amountAt = ({ data }: SolanaInstruction, at: number): bigint =>
  new DataView(data.buffer, data.byteOffset, data.length).getBigUint64(at, true)

const isSystemKind = ({ data }: SolanaInstruction, kind: number): boolean =>
  data.length >= 4 && data[0] === kind && data[1] === 0 && data[2] === 0 && data[3] === 0

/**
 * `AdvanceNonceAccount` of the System program, with optional trailing bytes. If it is the first instruction, the transaction stays valid until the
 * nonce is used.
 */
export const isNonceAdvance = (call: SolanaInstruction): boolean => call.program === SYSTEM && isSystemKind(call, 4)

/** `Transfer` of the System program: lamports as u64. */
const isTransfer = (call: SolanaInstruction): boolean =>
  call.program === SYSTEM && isSystemKind(call, 2) && call.data.length === 12 && call.accounts.length >= 2

/** Lamports that an instruction transfers from `account` to another account; 0 for other instructions. */
export const transferredLamports = (call: SolanaInstruction, account: string): bigint =>
  isTransfer(call) && call.accounts[0] === account && call.accounts[1] !== account ? amountAt(call, 4) : 0n

/** Decodes `Transfer` (lamports as u64) and `Assign` (a program) of the System program. Discriminators are u32; all numbers are little-endian. */
function systemCall(call: SolanaInstruction, account: string): Call | undefined {
  const { accounts, data } = call
  const [from, to] = accounts
  if (isTransfer(call))
    return {
      title: t('title.transfer', { amount: formatSol(amountAt(call, 4)) }),
      facts: [address('to', to), ...(from === account ? [] : [address('from', from)])],
      warnings: [],
    }
  if (isSystemKind(call, 1) && data.length === 36 && accounts.length >= 1)
    return {
      title: solanaText('title.assign'),
      facts: [address('account', from), address('program', toBase58(data.slice(4)))],
      warnings: [solanaText('warning.assign')],
    }
  return undefined
}

/** Recipient of a token transfer: the owner of the token account, if known. */
const receiver = (to: string | undefined, { ownerOf }: ChainNames): readonly Fact[] => {
  const owner = to === undefined ? undefined : ownerOf(to)
  return owner === undefined ? [address('to', to)] : [address('to', owner), address('tokenAccount', to)]
}

/** Describes a mint with the name chosen by its issuer. Omits a name that imitates a known token, and adds a warning. */
function describeToken(mint: string | undefined, { tokenOf }: ChainNames) {
  const token = mint === undefined ? undefined : tokenOf(mint)
  const facts: readonly Fact[] = [address('mint', mint)]
  if (!token) return { facts, warnings: [], amountOf: (amount: string): string => t('tokens', { amount }) }
  const { name, symbol, isImitation } = token
  if (isImitation)
    return {
      facts,
      warnings: [solanaText('warning.imitation', { symbol })],
      amountOf: (amount: string): string => t('tokens', { amount }),
    }
  return {
    facts: [{ label: 'tokenName', value: name === symbol ? symbol : `${name} (${symbol})` } as const, ...facts],
    warnings: [],
    amountOf: (amount: string): string => `${amount} ${symbol}`,
  }
}

const MAX_U64 = 2n ** 64n - 1n

/**
 * Decodes transfers and approvals of the Token programs, by discriminator: `Transfer` (3), `Approve` (4), `TransferChecked` (12), `ApproveChecked`
 * (13). The unchecked variants contain neither mint nor decimals, so their amounts are displayed in base units.
 */
function tokenCall(call: SolanaInstruction, account: string, names: ChainNames): Call | undefined {
  const { accounts, data } = call
  const units = (amount: bigint): string => t('baseUnits', { amount: String(amount) })
  const token = describeToken(accounts[1], names)
  const tokens = (amount: bigint): string => token.amountOf(formatUnits(amount, data[9] ?? 0))
  if (data[0] === 3 && data.length === 9 && accounts.length >= 3)
    return {
      title: t('title.transfer', { amount: units(amountAt(call, 1)) }),
      facts: [address('from', accounts[0]), ...receiver(accounts[1], names)],
      warnings: [],
    }
  if (data[0] === 12 && data.length === 10 && accounts.length >= 4)
    return {
      title: t('title.transfer', { amount: tokens(amountAt(call, 1)) }),
      facts: [
        ...token.facts,
        ...(accounts[3] === account ? [] : [address('from', accounts[0])]),
        ...receiver(accounts[2], names),
      ],
      warnings: token.warnings,
    }
  const isChecked = data[0] === 13 && data.length === 10 && accounts.length >= 4
  if (!isChecked && !(data[0] === 4 && data.length === 9 && accounts.length >= 3)) return undefined
  const allowed = amountAt(call, 1)
  const amount = isChecked ? tokens(allowed) : units(allowed)
  return {
    title: allowed === MAX_U64 ? t('title.unlimited') : t('title.approval', { amount }),
    facts: isChecked
      ? [...token.facts, address('spender', accounts[2])]
      : [address('tokenAccount', accounts[0]), address('spender', accounts[1])],
    warnings: [t('warning.approval'), ...(isChecked ? token.warnings : [])],
  }
}

/** Decodes `SetAuthority` (discriminator 6; authority 2: account owner, 3: close authority) and `CloseAccount` (9) of the Token programs. */
function tokenAccountCall({ accounts, data }: SolanaInstruction, account: string): Call | undefined {
  const [tokenAccount, to] = accounts
  if (data[0] === 6 && data.length === 35 && data[1] === 2 && data[2] === 1 && accounts.length >= 2)
    return {
      title: solanaText('title.owner'),
      facts: [address('tokenAccount', tokenAccount), address('to', toBase58(data.slice(3)))],
      warnings: [solanaText('warning.owner')],
    }
  if (data[0] === 6 && data.length === 35 && data[1] === 3 && data[2] === 1 && accounts.length >= 2)
    return {
      title: solanaText('title.closer'),
      facts: [address('tokenAccount', tokenAccount), address('to', toBase58(data.slice(3)))],
      warnings: [solanaText('warning.closer')],
    }
  if (data[0] === 9 && data.length === 1 && accounts.length >= 3)
    return {
      title: solanaText('title.close'),
      facts: [address('tokenAccount', tokenAccount), address('to', to)],
      warnings: to === account ? [] : [solanaText('warning.close')],
    }
  return undefined
}

/** `Create` and `CreateIdempotent` of the Associated Token Account program. */
export const isAccountCreation = ({ program, data, accounts }: SolanaInstruction): boolean =>
  program === ASSOCIATED_TOKEN && data.length <= 1 && (data[0] ?? 0) <= 1 && accounts.length >= 6

/** Owners of the token accounts that the instructions create, by token account. */
export const createdTokenAccounts = (calls: readonly SolanaInstruction[]): ReadonlyMap<string, string> =>
  new Map(
    calls
      .filter(isAccountCreation)
      .flatMap(({ accounts: [, account, owner] }) =>
        account === undefined || owner === undefined ? [] : [[account, owner] as const],
      ),
  )

/** Token accounts that receive tokens by transfers. */
export const receivingTokenAccounts = (calls: readonly SolanaInstruction[]): readonly string[] =>
  calls.flatMap(({ program, data, accounts }) => {
    if (program !== TOKEN && program !== TOKEN_2022) return []
    const to = data[0] === 3 ? accounts[1] : data[0] === 12 ? accounts[2] : undefined
    return to === undefined ? [] : [to]
  })

/** Mints of checked transfers and approvals, and of created token accounts. */
export const mintsOf = (calls: readonly SolanaInstruction[]): readonly string[] => [
  ...new Set(
    calls.flatMap((call) => {
      const { program, data, accounts } = call
      const isChecked = (program === TOKEN || program === TOKEN_2022) && (data[0] === 12 || data[0] === 13)
      const mint = isChecked ? accounts[1] : isAccountCreation(call) ? accounts[3] : undefined
      return mint === undefined ? [] : [mint]
    }),
  ),
]

/** Separates addresses by an empty line, because an address takes several lines. */
const addressList = (label: Fact['label'], accounts: readonly string[]): readonly Fact[] =>
  accounts.length > 0 ? [{ label, value: accounts.join('\n\n'), format: 'data' }] : []

/** Programs whose undecoded instructions are displayed with all accounts, because they have few. For other programs: only writable accounts. */
const programsWithAllAccounts: ReadonlySet<string> = new Set([SYSTEM, TOKEN, TOKEN_2022])

/**
 * Describes an instruction: its effect if it can be decoded, otherwise its program, accounts and raw data, with a warning. `account`: address of the
 * signer.
 */
export function describeCall(call: SolanaInstruction, account: string, names: ChainNames): Call {
  const { program, data, accounts } = call
  const decoded =
    program === SYSTEM
      ? systemCall(call, account)
      : program === TOKEN || program === TOKEN_2022
        ? (tokenCall(call, account, names) ?? tokenAccountCall(call, account))
        : undefined
  if (decoded) return decoded
  if (MEMOS.has(program))
    return {
      title: t('title.note'),
      facts: [{ label: 'message', value: readBytes(data), format: 'data' }],
      warnings: [],
    }
  if (isAccountCreation(call)) {
    const { facts, warnings } = describeToken(accounts[3], names)
    return { title: t('title.tokenAccount'), facts: [address('owner', accounts[2]), ...facts], warnings }
  }
  return {
    title: t('title.program'),
    facts: [
      address('program', program),
      ...(programsWithAllAccounts.has(program)
        ? addressList('accounts', accounts)
        : addressList('writable', call.writable)),
      ...(data.length > 0 ? [{ label: 'data', value: `0x${bytesToHex(data)}`, format: 'data' } as const] : []),
    ],
    warnings: [t('warning.data')],
    isUndecoded: true,
  }
}

export const toBase58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes)
