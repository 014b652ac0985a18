import { isAccountCreation, TOKEN_2022, transferredLamports } from './solana-calls.js'
import type { ReadAccounts, SolanaInstruction } from './solana-transaction.js'

/** Size of a token account without extensions. */
const TOKEN_ACCOUNT = 165
/** Size of the account type, which follows in accounts and mints with extensions. */
const ACCOUNT_TYPE = 1
/** Type and length of an extension, as u16 each. */
const EXTENSION_HEADER = 4
/** Sizes of the extensions of an account that follow from those of its mint: transfer fee, transfer hook, pausable. */
const sizes: Readonly<Record<number, number>> = { 1: 8, 14: 1, 26: 0 }

/** Types of a mint's extensions. */
function extensionsOf(mint: Uint8Array): readonly number[] {
  const view = new DataView(mint.buffer, mint.byteOffset, mint.length)
  const types: number[] = []
  for (let at = TOKEN_ACCOUNT + ACCOUNT_TYPE; at + EXTENSION_HEADER <= mint.length; ) {
    types.push(view.getUint16(at, true))
    at += EXTENSION_HEADER + view.getUint16(at + 2, true)
  }
  return types
}

/** Bytes of an associated token account. Under Token-2022 it also has the extension ImmutableOwner: a header without data. */
function sizeOf(program: string | undefined, mint: Uint8Array | undefined): number {
  if (program !== TOKEN_2022) return TOKEN_ACCOUNT
  const extensions = extensionsOf(mint ?? new Uint8Array()).flatMap((type) => sizes[type] ?? [])
  return extensions.reduce(
    (sum, size) => sum + EXTENSION_HEADER + size,
    TOKEN_ACCOUNT + ACCOUNT_TYPE + EXTENSION_HEADER,
  )
}

/** Node queries for deposits. */
export interface DepositReads {
  readonly accounts: ReadAccounts
  /** Rent-exempt minimum of an account with this data size, in lamports. */
  rent(bytes: number): Promise<bigint>
}

/**
 * Lamports that `account` deposits into the token accounts that instructions open, by instruction. An account that exists, or that an earlier
 * instruction opens, needs no deposit.
 */
export async function readDeposits(
  instructions: readonly SolanaInstruction[],
  account: string,
  reads: DepositReads,
): Promise<ReadonlyMap<SolanaInstruction, bigint>> {
  const opened = new Set<string | undefined>()
  const creations = instructions.filter(({ accounts: [, address] }, at) => {
    const one = instructions[at]
    if (!one || !isAccountCreation(one) || opened.has(address)) return false
    opened.add(address)
    return one.accounts[0] === account
  })
  if (creations.length === 0) return new Map()
  const found = await reads.accounts(
    creations.flatMap(({ accounts: [, address = '', , mint = ''] }) => [address, mint]),
  )
  const missing = creations.flatMap((call, at) =>
    found[2 * at]?.length ? [] : [{ call, size: sizeOf(call.accounts[5], found[2 * at + 1]) }],
  )
  return new Map(await Promise.all(missing.map(async ({ call, size }) => [call, await reads.rent(size)] as const)))
}

/** Lamports that leave `account` at most, with deposits. `fee` is 0 if another account pays it. */
export const outgoingLamports = (
  instructions: readonly SolanaInstruction[],
  account: string,
  { deposits, fee }: { readonly deposits: ReadonlyMap<SolanaInstruction, bigint>; readonly fee: bigint },
): bigint =>
  [...deposits.values(), ...instructions.map((one) => transferredLamports(one, account))].reduce(
    (sum, one) => sum + one,
    fee,
  )
