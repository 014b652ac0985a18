import {
  getAddressDecoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
} from '@solana/web3.js'
import { FrameError } from '../gateway.js'

/** Maximum size of a transaction in bytes. */
const MAX_BYTES = 1232

/** Instruction with the addresses of its accounts. */
export interface SolanaInstruction {
  readonly program: string
  readonly accounts: readonly string[]
  /** Subset of `accounts` that the instruction may change. */
  readonly writable: readonly string[]
  readonly data: Uint8Array
}

export interface SolanaTransaction {
  /** Complete serialized transaction from the site. */
  readonly bytes: Uint8Array
  /** Message bytes, which every signer signs. */
  readonly messageBytes: Uint8Array
  /** Base58 addresses of all signers; the fee payer comes first. */
  readonly signers: readonly string[]
  readonly instructions: readonly SolanaInstruction[]
}

/** Reads account data; `undefined` for accounts that do not exist. */
export type ReadAccounts = (addresses: readonly string[]) => Promise<readonly (Uint8Array | undefined)[]>

interface LookupTable {
  readonly lookupTableAddress: string
  readonly writableIndices: readonly number[]
  readonly readableIndices: readonly number[]
}

const lookupsOf = (message: object): readonly LookupTable[] =>
  'addressTableLookups' in message ? (message.addressTableLookups as readonly LookupTable[]) : []

const unreadable = (): FrameError => new FrameError(-32_602, 'The transaction cannot be read.')
const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/** Parses a message, legacy or version 0; `undefined` if the bytes are not exactly one message. */
function readMessage(bytes: Uint8Array) {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(bytes)
    return isSame(new Uint8Array(getCompiledTransactionMessageEncoder().encode(message)), bytes) ? message : undefined
  } catch {
    return undefined
  }
}

/** Minimum length of a message in bytes: header, one account, blockhash and no instruction. */
const MIN_BYTES = 69

/**
 * Whether a signature of these bytes could be valid for a transaction. True for bytes that start with a legacy message, or with the prefix byte of a
 * message version from 0 to 63: these prefixes are UTF-8 continuation bytes, so no text starts with them. False for the prefixes of higher versions,
 * because texts can start with them.
 */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  const [first = 0] = bytes
  if (bytes.length < MIN_BYTES) return false
  if (first >= 0x80 && first < 0xc0) return true
  if (bytes.length > MAX_BYTES) return false
  try {
    const { header, staticAccounts } = getCompiledTransactionMessageDecoder().decode(bytes)
    return header.numSignerAccounts > 0 && header.numSignerAccounts <= staticAccounts.length
  } catch {
    return false
  }
}

/** Size of a lookup table's header, in bytes. */
const TABLE_HEADER = 56

function addressesOf(table: Uint8Array): readonly string[] {
  const { decode } = getAddressDecoder()
  const count = Math.max(0, Math.floor((table.length - TABLE_HEADER) / 32))
  return Array.from({ length: count }, (_, at) => decode(table, TABLE_HEADER + 32 * at))
}

/** Parses a transaction, and reads its address lookup tables. Rejects with -32602 if the bytes are invalid, or if an account cannot be resolved. */
export async function readTransaction(bytes: Uint8Array, readAccounts: ReadAccounts): Promise<SolanaTransaction> {
  if (bytes.length > MAX_BYTES) throw unreadable()
  const messageBytes = messageOf(bytes)
  const message = readMessage(messageBytes)
  if (!message) throw unreadable()
  const { header, staticAccounts, instructions } = message
  const lookups = lookupsOf(message)
  const tables = lookups.length > 0 ? await readAccounts(lookups.map((lookup) => lookup.lookupTableAddress)) : []
  const lookedUp = (['writableIndices', 'readableIndices'] as const).flatMap((kind) =>
    lookups.flatMap((lookup, at) => {
      const addresses = addressesOf(tables[at] ?? new Uint8Array())
      return lookup[kind].map((index) => addresses[index])
    }),
  )
  const accountAt = (at: number): string => {
    const account = at < staticAccounts.length ? staticAccounts[at] : lookedUp[at - staticAccounts.length]
    if (account === undefined) throw unreadable()
    return account
  }
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const writableLookups = lookups.reduce((sum, { writableIndices }) => sum + writableIndices.length, 0)
  const isWritable = (at: number): boolean => {
    if (at >= staticAccounts.length) return at < staticAccounts.length + writableLookups
    if (at < numSignerAccounts) return at < numSignerAccounts - numReadonlySignerAccounts
    return at < staticAccounts.length - numReadonlyNonSignerAccounts
  }
  return {
    bytes,
    messageBytes,
    signers: staticAccounts.slice(0, header.numSignerAccounts),
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      program: accountAt(programAddressIndex),
      accounts: accountIndices.map(accountAt),
      writable: [...new Set(accountIndices.filter(isWritable))].map(accountAt),
      data: new Uint8Array(data),
    })),
  }
}

function messageOf(bytes: Uint8Array): Uint8Array {
  try {
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    const start = 1 + 64 * Object.keys(signatures).length // a transaction has fewer than 128 signatures, so their number takes one byte
    const afterSignatures = bytes.slice(start)
    if (isSame(new Uint8Array(messageBytes), afterSignatures)) return afterSignatures
  } catch {
    // the bytes are no transaction: throws below
  }
  throw unreadable()
}

/** Transaction with the signature of one of its signers added. */
export function withSignature(
  { bytes, signers }: SolanaTransaction,
  signer: string,
  signature: Uint8Array,
): Uint8Array {
  const signed = bytes.slice()
  signed.set(signature, 1 + 64 * signers.indexOf(signer))
  return signed
}
