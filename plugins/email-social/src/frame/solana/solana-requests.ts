import { getBase58Encoder, getBase64Decoder, getBase64Encoder } from '@solana/web3.js'
import * as v from 'valibot'
import type { LoginWithKey } from '../account/account.js'
import type { Approvals } from '../approval/approvals.js'
import { FrameError, type FrameSolanaChain, gateway } from '../gateway.js'
import { type SolanaAccount, solanaAccount } from './solana-account.js'
import { broadcastSolana } from './solana-broadcast.js'
import { toBase58 } from './solana-calls.js'
import { summarizeMessage } from './solana-message.js'
import { summarizeTransaction } from './solana-summary.js'
import { readTransaction, type SolanaTransaction, withSignature } from './solana-transaction.js'

export interface SolanaContext {
  readonly login: LoginWithKey
  readonly caipNetworkId: string
  /** Origin of the requesting page, as reported by the browser. */
  readonly site: string
  readonly approvals: Approvals
}

interface Request extends SolanaContext {
  readonly account: SolanaAccount
  readonly chain: FrameSolanaChain
}

const badParams = (): FrameError => new FrameError(-32_602, 'The parameters do not match the method.')
const text = v.pipe(v.string(), v.maxLength(30_000))
/** Maximum length of a message that the gateway signs, in bytes. */
const MAX_MESSAGE_BYTES = 16_384
const messageParams = v.object({ message: text, pubkey: v.optional(v.string()) })
const transactionParams = v.object({ transaction: text })
const transactionsParams = v.object({ transactions: v.pipe(v.array(text), v.minLength(1), v.maxLength(10)) })
const sendParams = v.object({
  transaction: text,
  options: v.optional(
    v.object({
      skipPreflight: v.optional(v.boolean()),
      preflightCommitment: v.optional(v.picklist(['processed', 'confirmed', 'finalized'])),
      maxRetries: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      minContextSlot: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    }),
  ),
})

function parse<const Schema extends v.GenericSchema>(schema: Schema, params: unknown): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, params)
  if (parsed.success) return parsed.output
  throw badParams()
}

function fromBase58(encoded: string): Uint8Array {
  try {
    return new Uint8Array(getBase58Encoder().encode(encoded))
  } catch {
    throw badParams()
  }
}

const call = ({ login, caipNetworkId }: SolanaContext, method: string, params: readonly unknown[]): Promise<unknown> =>
  gateway.solana.rpc(login.session, { caipNetworkId, method, params })

const accountsReply = v.object({
  value: v.array(v.nullable(v.object({ data: v.tuple([v.string(), v.literal('base64')]) }))),
})

const readAccounts =
  (context: SolanaContext) =>
  async (addresses: readonly string[]): Promise<readonly (Uint8Array | undefined)[]> => {
    const answer = await call(context, 'getMultipleAccounts', [addresses, { encoding: 'base64' }])
    const { value } = v.parse(accountsReply, answer)
    return addresses.map((_, at) => {
      const data = value[at]?.data[0]
      return data === undefined ? undefined : new Uint8Array(getBase64Encoder().encode(data))
    })
  }

const feeReply = v.object({ value: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(0))) })

/** Fee in lamports; `undefined` if the node does not know the transaction's blockhash. A node may not know even a recent blockhash. */
async function readFee(context: SolanaContext, { messageBytes }: SolanaTransaction): Promise<bigint | undefined> {
  const message = getBase64Decoder().decode(messageBytes)
  const { value } = v.parse(feeReply, await call(context, 'getFeeForMessage', [message, { commitment: 'processed' }]))
  return value === null ? undefined : BigInt(value)
}

const rentReply = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const readRent =
  (context: SolanaContext) =>
  async (bytes: number): Promise<bigint> =>
    BigInt(v.parse(rentReply, await call(context, 'getMinimumBalanceForRentExemption', [bytes])))

async function approveAndSign(request: Request, encoded: string): Promise<Uint8Array> {
  const transaction = await readTransaction(fromBase58(encoded), readAccounts(request))
  const { address } = request.account
  if (!transaction.signers.includes(address))
    throw new FrameError(4100, 'The transaction does not require a signature of this account.')
  const summaryContext = { site: request.site, network: request.chain.name, account: address }
  const reads = { accounts: readAccounts(request), rent: readRent(request), fee: () => readFee(request, transaction) }
  await request.approvals.ask(await summarizeTransaction(transaction, summaryContext, reads))
  return withSignature(transaction, address, await request.account.sign(transaction.messageBytes))
}

async function signMessage({ account, approvals, site }: Request, params: unknown): Promise<object> {
  const { message, pubkey = account.address } = parse(messageParams, params)
  if (pubkey !== account.address) throw new FrameError(4100, 'The request is for another account.')
  const bytes = fromBase58(message)
  if (bytes.length > MAX_MESSAGE_BYTES) throw badParams()
  await approvals.ask(summarizeMessage(bytes, { site, account: account.address }))
  return { signature: toBase58(await account.sign(bytes)) }
}

/** Signs a transaction after the visitor's approval, and sends it once ({@link broadcastSolana}). */
async function send(request: Request, params: unknown): Promise<object> {
  const { transaction, options } = parse(sendParams, params)
  const signed = await approveAndSign(request, transaction)
  const signature = toBase58(signed.slice(1, 65)) // the first signature identifies the transaction
  const config = { ...options, encoding: 'base64' }
  await broadcastSolana({
    send: () => call(request, 'sendTransaction', [getBase64Decoder().decode(signed), config]),
    readStatus: () => call(request, 'getSignatureStatuses', [[signature]]),
  })
  return { signature }
}

/**
 * Handles a Solana request: returns the account, or signs after the visitor's approval. Rejects with 4200 for all other methods, and with 4902 for
 * networks that the gateway does not serve.
 */
export async function answerSolana(context: SolanaContext, method: string, params: unknown): Promise<unknown> {
  const chain = context.login.account.solana?.chains.find(
    ({ caipNetworkId }) => caipNetworkId === context.caipNetworkId,
  )
  if (!chain) throw new FrameError(4902, 'The embedded wallet does not know this network.')
  const account = await solanaAccount(context.login)
  const request = { ...context, account, chain }
  switch (method) {
    case 'solana_requestAccounts':
      return [{ pubkey: account.address }]
    case 'solana_signMessage':
      return signMessage(request, params)
    case 'solana_signTransaction': {
      const signed = await approveAndSign(request, parse(transactionParams, params).transaction)
      return { transaction: toBase58(signed) }
    }
    case 'solana_signAllTransactions': {
      const signed: string[] = []
      for (const transaction of parse(transactionsParams, params).transactions)
        signed.push(toBase58(await approveAndSign(request, transaction)))
      return { transactions: signed }
    }
    case 'solana_signAndSendTransaction':
      return send(request, params)
    default:
      throw new FrameError(4200, 'Requested RPC call is not allowed')
  }
}
