import {
  AddressLookupTableAccount,
  type Connection,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js-1'
import { type Answer, type JsonServer, serveJson } from './json-server.js'

/** Parts of a transaction that Jupiter built. */
export interface BuiltParts {
  readonly payer: PublicKey
  readonly instructions: readonly TransactionInstruction[]
}

export interface JupiterServer extends JsonServer {
  /** While set, changes each built transaction. */
  tamper: ((parts: BuiltParts) => BuiltParts) | undefined
}

/** Decompiles a transaction, with its lookup tables, and compiles the changed message. */
async function rebuild(connection: Connection, base64: string, change: (parts: BuiltParts) => BuiltParts) {
  const { message } = VersionedTransaction.deserialize(Buffer.from(base64, 'base64'))
  const addressLookupTableAccounts = await Promise.all(
    message.addressTableLookups.map(async ({ accountKey: key }) => {
      const data = (await connection.getAccountInfo(key))?.data ?? Buffer.alloc(0)
      return new AddressLookupTableAccount({ key, state: AddressLookupTableAccount.deserialize(data) })
    }),
  )
  const { payerKey, recentBlockhash, instructions } = TransactionMessage.decompile(message, {
    addressLookupTableAccounts,
  })
  const changed = change({ payer: payerKey, instructions })
  const parts = { payerKey: changed.payer, recentBlockhash, instructions: [...changed.instructions] }
  const written = new TransactionMessage(parts).compileToV0Message(addressLookupTableAccounts)
  return Buffer.from(new VersionedTransaction(written).serialize()).toString('base64')
}

/** Proxy of the sandbox's Jupiter API. Tests can change the transactions that it returns. */
export async function serveJupiter(sandboxUrl: string, connection: () => Connection): Promise<JupiterServer> {
  const given: Pick<JupiterServer, 'tamper'> = { tamper: undefined }
  const server = await serveJson(async ({ pathname, search }, { method, body }): Promise<Answer> => {
    if (method === 'OPTIONS')
      return {
        headers: { 'access-control-allow-headers': 'content-type', 'access-control-allow-methods': 'POST' },
        json: {},
      }
    const isPost = method === 'POST'
    const reply = await fetch(sandboxUrl + pathname + search, {
      method,
      ...(isPost && { body, headers: { 'content-type': 'application/json' } }),
    })
    const json = await reply.json()
    if (isPost && reply.ok && given.tamper)
      json.swapTransaction = await rebuild(connection(), json.swapTransaction, given.tamper)
    return { status: reply.status, json }
  })
  return Object.defineProperty(server, 'tamper', {
    get: () => given.tamper,
    set: (next: JupiterServer['tamper']) => {
      given.tamper = next
    },
  }) as JupiterServer
}
