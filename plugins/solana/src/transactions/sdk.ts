// this and ../sdk.ts are the only modules that import the SDK, so that it can be replaced
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getAddressDecoder,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getProgramDerivedAddress,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/web3.js'
import { WalletModalError } from '@wallet-modal/kernel'
import type { SolanaInstruction, SolanaInstructionAccount } from '../contract.js'
import { ASSOCIATED_TOKEN_PROGRAM, METADATA_PROGRAM } from '../programs.js'

export interface Message {
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly SolanaInstruction[]
}

export interface ParsedTransaction extends Message {
  /** Message bytes, which are signed. */
  readonly messageBytes: Uint8Array
  /** The payer's signature: 64 bytes, all 0 if the payer has not signed. */
  readonly signature: Uint8Array
}

const roleOf = ({ isSigner, isWritable }: SolanaInstructionAccount): AccountRole => {
  if (isSigner) return isWritable ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER
  return isWritable ? AccountRole.WRITABLE : AccountRole.READONLY
}

/** Unsigned transaction in the legacy format, which every wallet supports. */
export function writeTransaction({ payer, blockhash, instructions }: Message): Uint8Array {
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (one) => setTransactionMessageFeePayer(address(payer), one),
    (one) =>
      // `lastValidBlockHeight` is required, but is not part of the serialized bytes
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhash as Blockhash, lastValidBlockHeight: 0n }, one),
    (one) =>
      appendTransactionMessageInstructions(
        instructions.map(({ program, accounts, data }) => ({
          programAddress: address(program),
          accounts: accounts.map((account) => ({ address: address(account.address), role: roleOf(account) })),
          data,
        })),
        one,
      ),
  )
  return new Uint8Array(getTransactionEncoder().encode(compileTransaction(message)))
}

const unreadable = (cause?: unknown): WalletModalError =>
  new WalletModalError('INVALID_DATA', 'The transaction cannot be decoded.', { cause })

/** Address of a lookup table entry; `undefined` if unknown. */
export type Lookup = (table: string, at: number) => string | undefined

/** Placeholder for lookup table entries when only bytes are compared: different entries have different placeholders. */
export const byTableIndex: Lookup = (table, at) => `${table}#${at}`

interface LookupTable {
  readonly lookupTableAddress: string
  readonly writableIndices: readonly number[]
  readonly readableIndices: readonly number[]
}

const lookupsOf = (message: object): readonly LookupTable[] =>
  'addressTableLookups' in message ? (message.addressTableLookups as readonly LookupTable[]) : []

/** Lookup tables and all signers of a transaction. Throws `INVALID_DATA`. */
export function readTablesAndSigners(bytes: Uint8Array): {
  readonly tables: readonly string[]
  readonly signers: readonly string[]
} {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(getTransactionDecoder().decode(bytes).messageBytes)
    return {
      tables: lookupsOf(message).map((one) => one.lookupTableAddress),
      signers: message.staticAccounts.slice(0, message.header.numSignerAccounts),
    }
  } catch (error) {
    throw unreadable(error)
  }
}

/** Decodes a transaction. Throws `INVALID_DATA`, also for unknown lookup table entries. */
export function readTransaction(bytes: Uint8Array, lookup: Lookup = () => undefined): ParsedTransaction {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const { header, staticAccounts, instructions, lifetimeToken } = message
    const writableSigners = header.numSignerAccounts - header.numReadonlySignerAccounts
    const writableOthers = staticAccounts.length - header.numReadonlyNonSignerAccounts
    const loadedAccounts = (['writableIndices', 'readableIndices'] as const).flatMap((kind) =>
      lookupsOf(message).flatMap((one) =>
        one[kind].map((at) => ({
          address: lookup(one.lookupTableAddress, at),
          isWritable: kind === 'writableIndices',
        })),
      ),
    )
    const accountAt = (at: number): SolanaInstructionAccount => {
      const staticAccount = staticAccounts[at]
      const { address: accountAddress = staticAccount, isWritable = false } =
        loadedAccounts[at - staticAccounts.length] ?? {}
      if (accountAddress === undefined) throw unreadable()
      if (staticAccount === undefined) return { address: accountAddress, isSigner: false, isWritable }
      const isSigner = at < header.numSignerAccounts
      return { address: accountAddress, isSigner, isWritable: isSigner ? at < writableSigners : at < writableOthers }
    }
    const payer = accountAt(0).address
    return {
      payer,
      blockhash: lifetimeToken,
      messageBytes: new Uint8Array(messageBytes),
      signature: new Uint8Array(
        Object.entries(signatures).find(([signer]) => signer === payer)?.[1] ?? new Uint8Array(64),
      ),
      instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
        program: accountAt(programAddressIndex).address,
        accounts: accountIndices.map(accountAt),
        data: new Uint8Array(data),
      })),
    }
  } catch (error) {
    throw error instanceof WalletModalError ? error : unreadable(error)
  }
}

/** Size of a lookup table's header, in bytes. */
const TABLE_HEADER = 56

/** Addresses in a lookup table's account data. */
export function readLookupTable(data: Uint8Array): readonly string[] {
  const { decode } = getAddressDecoder()
  const count = Math.max(0, Math.floor((data.length - TABLE_HEADER) / 32))
  return Array.from({ length: count }, (_, at) => decode(data, TABLE_HEADER + 32 * at))
}

/** Associated token account of an owner for a mint. */
export async function associatedAccount(owner: string, mint: string, tokenProgram: string): Promise<string> {
  const { encode } = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: address(ASSOCIATED_TOKEN_PROGRAM),
    seeds: [owner, tokenProgram, mint].map((one) => encode(address(one))),
  })
  return account
}

/** Account of the Token Metadata program for a mint. */
export async function metadataAccount(mint: string): Promise<string> {
  const { encode } = getAddressEncoder()
  const [account] = await getProgramDerivedAddress({
    programAddress: address(METADATA_PROGRAM),
    seeds: ['metadata', encode(address(METADATA_PROGRAM)), encode(address(mint))],
  })
  return account
}
