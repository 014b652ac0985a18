import type { UndecodedCall } from '@wallet-modal/kernel'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import type { SolanaBuiltCall } from '../../contract.js'
import type { SolanaNode } from '../../node.js'
import { type ParsedTransaction, readLookupTable, readTablesAndSigners, readTransaction } from '../sdk.js'
import { callName, isKnownProgram } from './call-name.js'

/** Maximum length of a transaction in bytes. */
export const MAX_LENGTH = 1232
const LOOKUP_PROGRAM = 'AddressLookupTab1e1111111111111111111111111'

/**
 * Decodes a transaction. Throws `INVALID_ARGUMENT` if it is too long or needs a signature of an account other than `payer`. Reads its lookup tables
 * from the chain. Existing entries of a table never change, so the wallet signs the accounts that are decoded here.
 */
export async function readPrebuilt(
  node: Pick<SolanaNode, 'accounts'>,
  transaction: Uint8Array,
  payer: string,
): Promise<ParsedTransaction> {
  if (transaction.length > MAX_LENGTH)
    throw invalidArgument(`The transaction has ${transaction.length} bytes, but at most ${MAX_LENGTH} are allowed.`)
  const { tables, signers } = readTablesAndSigners(transaction)
  const other = signers.find((one) => one !== payer)
  if (other !== undefined)
    throw invalidArgument(`The transaction also needs the signature of ${other}, but only ${payer} signs.`)
  const accounts = tables.length > 0 ? await node.accounts(tables) : []
  const entries = new Map(
    tables.map((table, at) => {
      const account = accounts[at]
      return [table, account?.owner === LOOKUP_PROGRAM ? readLookupTable(account.data) : []] as const
    }),
  )
  return readTransaction(transaction, (table, at) => entries.get(table)?.[at])
}

/** All instructions as one undecoded call, because only a decoder for the service can interpret them. */
export function prebuiltCall({ payer, instructions }: ParsedTransaction): UndecodedCall {
  const call: SolanaBuiltCall = { payer, instructions }
  const main = instructions.find(({ program }) => !isKnownProgram(program)) ?? instructions[0]
  return { type: 'undecoded', call, target: main?.program ?? payer, name: main ? callName(main) : '' }
}
