import type { SolanaModules } from '../litesvm.js'
import { RpcFault, toTransactionError } from '../rpc/fault.js'
import type { SolanaMachine } from '../solana-machine.js'
import { type Message, readMessage } from '../solana-message.js'
import type { SolanaRecords } from '../solana-record.js'
import type { ChainAccounts } from './chain-accounts.js'
import type { SlotClock } from './slot-clock.js'

export interface TransactionStatus {
  readonly slot: bigint
  /** A `TransactionError`, or `null`. */
  readonly err: unknown
}

/** State of a chain. The functions in this folder read and change this state. */
export interface ChainState {
  readonly modules: SolanaModules
  readonly machine: SolanaMachine
  readonly clock: SlotClock
  readonly accounts: ChainAccounts
  /** By signature. */
  readonly statuses: Map<string, TransactionStatus>
  readonly records: SolanaRecords
}

/** `TransactionError` of an outcome of the virtual machine; `null` on success. */
export const errorOf = ({ machine }: ChainState, outcome: unknown): unknown =>
  machine.isFailure(outcome) ? toTransactionError(outcome.toString()) : null

/** Decodes a serialized transaction. `signature`: the fee payer's signature in base58, `undefined` if missing. Throws `RpcFault`. */
export function decodeTransaction({ modules: { kit }, accounts }: ChainState, bytes: Uint8Array) {
  return orInvalid('transaction', () => {
    const transaction = kit.getTransactionDecoder().decode(bytes)
    const message = readMessage(kit, transaction.messageBytes, accounts.dataOf)
    const [signature] = Object.values(transaction.signatures)
    return { transaction, message, signature: signature ? kit.getBase58Decoder().decode(signature) : undefined }
  })
}

/** Decodes a serialized message. Throws `RpcFault`. */
export const decodeMessage = ({ modules: { kit }, accounts }: ChainState, bytes: Uint8Array): Message =>
  orInvalid('message', () => readMessage(kit, bytes, accounts.dataOf))

function orInvalid<T>(kind: string, decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    throw new RpcFault(-32602, `failed to deserialize the ${kind}: ${String(error).slice(0, 200)}`)
  }
}
