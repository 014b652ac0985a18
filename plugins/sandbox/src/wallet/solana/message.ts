import { base58 } from '@scure/base'
import { badParams } from '../errors.js'
import { createReader, type Reader } from './reader.js'

/** Maximum size of a transaction in bytes. */
const MAX_BYTES = 1232

export interface CompiledInstruction {
  readonly programIndex: number
  /** Indexes in the list of all accounts: first the static accounts, then the accounts from lookup tables, writable before read-only. */
  readonly accountIndexes: readonly number[]
  readonly data: Uint8Array
}

export interface Lookup {
  /** Address of the lookup table. */
  readonly table: string
  readonly writable: readonly number[]
  readonly readable: readonly number[]
}

/** Legacy message, or version 0. */
export interface Message {
  /** Static accounts. The first account pays the fee. The first `signerCount` accounts sign. */
  readonly accounts: readonly string[]
  readonly signerCount: number
  readonly instructions: readonly CompiledInstruction[]
  readonly lookups: readonly Lookup[]
}

export interface Transaction {
  readonly message: Message
  /** Bytes that the signers sign. */
  readonly messageBytes: Uint8Array
  /** 64 bytes each, in the order of the signers; zeros for missing signatures. */
  readonly signatures: readonly Uint8Array[]
}

const addressFrom = (reader: Reader): string => base58.encode(reader.bytes(32))

const readInstruction = (reader: Reader): CompiledInstruction => ({
  programIndex: reader.byte(),
  accountIndexes: reader.list(reader.byte),
  data: reader.bytes(reader.length()),
})

const readLookup = (reader: Reader): Lookup => ({
  table: addressFrom(reader),
  writable: reader.list(reader.byte),
  readable: reader.list(reader.byte),
})

/** Parses a message. Throws -32602 if the bytes are not a message of a supported version. */
export function parseMessage(bytes: Uint8Array): Message {
  const reader = createReader(bytes)
  const first = reader.byte()
  const isVersioned = first >= 0x80
  if (isVersioned && first !== 0x80)
    throw badParams(`The transaction has version ${first - 0x80}; only 0 and legacy are supported.`)
  const signerCount = isVersioned ? reader.byte() : first
  const readonlySigners = reader.byte()
  const readonlyOthers = reader.byte()
  const accounts = reader.list(() => addressFrom(reader))
  reader.bytes(32) // the recent blockhash
  const instructions = reader.list(() => readInstruction(reader))
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : []
  const total = lookups.reduce(
    (sum, { writable, readable }) => sum + writable.length + readable.length,
    accounts.length,
  )
  const isValid =
    reader.isAtEnd() &&
    readonlySigners < signerCount && // the fee payer must be writable
    signerCount + readonlyOthers <= accounts.length &&
    new Set(accounts).size === accounts.length &&
    instructions.every(
      ({ programIndex, accountIndexes }) =>
        programIndex > 0 && programIndex < accounts.length && accountIndexes.every((index) => index < total),
    )
  if (!isValid) throw badParams('The transaction is malformed.')
  return { accounts, signerCount, instructions, lookups }
}

/** Parses a transaction. Throws -32602 in the same cases as {@link parseMessage}, and if the size or the number of signatures is wrong. */
export function parseTransaction(bytes: Uint8Array): Transaction {
  if (bytes.length > MAX_BYTES) throw badParams(`The transaction is larger than ${MAX_BYTES} bytes.`)
  const reader = createReader(bytes)
  const signatures = reader.list(() => reader.bytes(64))
  const start = 1 + 64 * signatures.length // fewer than 128 signatures fit, so their count takes one byte
  const messageBytes = bytes.slice(start)
  const message = parseMessage(messageBytes)
  if (signatures.length !== message.signerCount) throw badParams('The transaction has too many or too few signatures.')
  return { message, messageBytes, signatures }
}

/** Whether bytes are a valid transaction message. Such bytes must not be signed as text, because the signature would be valid for the transaction. */
export function isTransactionMessage(bytes: Uint8Array): boolean {
  try {
    parseMessage(bytes)
    return true
  } catch {
    return false // not a message
  }
}
