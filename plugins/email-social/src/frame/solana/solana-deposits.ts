import { isAccountCreation, TOKEN_2022, transferredLamports } from './solana-calls.js'
import type { ReadAccounts, SolanaInstruction } from './solana-transaction.js'

/** Size of a token account without extensions, in bytes. */
const TOKEN_ACCOUNT = 165
/** Size of the account type in bytes. In accounts and mints with extensions, the account type follows the first {@link TOKEN_ACCOUNT} bytes. */
const ACCOUNT_TYPE = 1
/** Size of an extension's header in bytes: type and length, each a u16. */
const EXTENSION_HEADER = 4
/**
 * Mint extensions that require an extension of the token account: transfer fee (1), non-transferable (9), transfer hook (14), pausable (26). The
 * values are the data sizes of the token account's extensions, in bytes.
 */
const accountExtensionSizes: Readonly<Record<number, number>> = { 1: 8, 9: 0, 14: 1, 26: 0 }

/** Types of a mint's extensions (Token-2022). */
function extensionsOf(mint: Uint8Array): readonly number[] {
  const view = new DataView(mint.buffer, mint.byteOffset, mint.length)
  const types: number[] = []
  for (let at = TOKEN_ACCOUNT + ACCOUNT_TYPE; at + EXTENSION_HEADER <= mint.length; ) {
    types.push(view.getUint16(at, true))
    at += EXTENSION_HEADER + view.getUint16(at + 2, true)
  }
  return types
}

/** Size of an associated token account in bytes. Under Token-2022, the account always has the extension ImmutableOwner: a header without data. */
function sizeOf(program: string | undefined, mint: Uint8Array | undefined): number {
  if (program !== TOKEN_2022) return TOKEN_ACCOUNT
  const extensions = extensionsOf(mint ?? new Uint8Array()).flatMap((type) => accountExtensionSizes[type] ?? [])
  return extensions.reduce(
    (sum, size) => sum + EXTENSION_HEADER + size,
    TOKEN_ACCOUNT + ACCOUNT_TYPE + EXTENSION_HEADER,
  )
}

/** Requests to a node that are needed to compute deposits. */
export interface DepositReads {
  readonly accounts: ReadAccounts
  /** Rent-exempt minimum of an account with this data size, in lamports. */
  rent(bytes: number): Promise<bigint>
}

/**
 * Rent deposits that `account` pays for new token accounts, in lamports. The map's keys are the instructions that create the token accounts. A token
 * account that exists, or that an earlier instruction creates, needs no deposit.
 */
export async function readDeposits(
  instructions: readonly SolanaInstruction[],
  account: string,
  reads: DepositReads,
): Promise<ReadonlyMap<SolanaInstruction, bigint>> {
  const created = new Set<string | undefined>()
  const creations = instructions.filter((instruction) => {
    const [payer, address] = instruction.accounts
    if (!isAccountCreation(instruction) || created.has(address)) return false
    created.add(address)
    return payer === account
  })
  if (creations.length === 0) return new Map()
  const data = await reads.accounts(creations.flatMap(({ accounts: [, address = '', , mint = ''] }) => [address, mint]))
  const missing = creations.flatMap((call, index) =>
    data[2 * index]?.length ? [] : [{ call, size: sizeOf(call.accounts[5], data[2 * index + 1]) }],
  )
  return new Map(await Promise.all(missing.map(async ({ call, size }) => [call, await reads.rent(size)] as const)))
}

/** Maximum lamports that `account` pays: transfers, deposits and `fee`, which is 0 if another account pays it. */
export const outgoingLamports = (
  instructions: readonly SolanaInstruction[],
  account: string,
  { deposits, fee }: { readonly deposits: ReadonlyMap<SolanaInstruction, bigint>; readonly fee: bigint },
): bigint =>
  [...deposits.values(), ...instructions.map((instruction) => transferredLamports(instruction, account))].reduce(
    (sum, lamports) => sum + lamports,
    fee,
  )
