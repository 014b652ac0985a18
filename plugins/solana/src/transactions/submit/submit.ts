import { type BuiltTransaction, type Context, type DriverOutcome, WalletModalError } from '@wallet-modal/kernel'
import { isAllowed, toWalletChain } from '../../chains.js'
import type { SolanaWallet, SolanaWalletAccount } from '../../contract.js'
import { badAnswer, isRejection, noFeature } from '../../errors.js'
import { toBase58 } from '../../sdk.js'
import { accountOf, parseWallet } from '../../wallet.js'
import { createNode, toBase64 } from '../node.js'
import { byTableIndex, readTransaction } from '../sdk.js'
import { isRefusal, isRefusedRequest, preflightErrorOf, refusalOf } from '../sentences.js'
import type { WalletAccess } from '../wallet-access.js'
import { readBack } from './read-back.js'
import { isSignedBy } from './signature.js'
import { traceOf } from './trace.js'

/** State of submitted transactions in this page, by signature. */
export interface SubmissionRecords {
  /** Last block height at which a transaction can be included. */
  readonly lastBlocks: Map<string, bigint>
  /** The reviewed bytes, if the wallet may have sent others; `null` if it did. */
  readonly unverified: Map<string, Uint8Array | null>
  /** Messages that wallets were asked to sign, as base64. The network accepts identical bytes only once. */
  readonly payloads: Set<string>
}

interface Submitter {
  readonly ctx: Context
  readonly wallets: WalletAccess
  readonly records: SubmissionRecords
}

type Submitted = Pick<BuiltTransaction, 'from' | 'caipNetworkId' | 'payload'> & {
  readonly transaction: Uint8Array
  /** Last block height at which it can be included. */
  readonly lastBlock: bigint
}

const changed = (what: string): WalletModalError =>
  new WalletModalError('CHANGED_MEANWHILE', `${what} Nothing was sent. Review the transaction again.`)

function signerOf(wallet: SolanaWallet, { from, caipNetworkId }: Submitted): SolanaWalletAccount {
  const account = wallet.accounts.some(({ address }) => address === from) ? accountOf(wallet, from) : undefined
  if (!account) throw changed(`The wallet no longer offers ${from}.`)
  if (!isAllowed(account.chains, caipNetworkId)) throw changed('The wallet no longer offers this network.')
  return account.own
}

const bytesOf = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined

/** Asks the wallet to sign and send, once. A second transaction with the same bytes (same blockhash) would be the same transaction. */
export async function submit(submitter: Submitter, provider: unknown, built: Submitted): Promise<DriverOutcome> {
  const { payloads, lastBlocks } = submitter.records
  if (payloads.has(built.payload)) throw changed('This transaction was already sent. The network accepts it only once.')
  const outcome = await signAndSend(submitter, parseWallet(provider), built)
  if (outcome.status === 'rejected') return outcome
  payloads.add(built.payload)
  const { hash } = outcome
  if (hash === undefined) return outcome
  const lastBlock = lastBlocks.get(hash)
  const trace = lastBlock === undefined ? await traceOf(built.transaction) : String(lastBlock)
  return trace === undefined ? outcome : { ...outcome, trace }
}

async function signAndSend(submitter: Submitter, wallet: SolanaWallet, built: Submitted): Promise<DriverOutcome> {
  const { transaction, caipNetworkId, payload } = built
  const { wallets } = submitter
  const account = signerOf(wallet, built)
  const chain = toWalletChain(caipNetworkId) as SolanaWallet['chains'][number]
  const both = wallets.of(wallet, 'solana:signAndSendTransaction')
  const sign = wallets.of(wallet, 'solana:signTransaction')
  if (toBase64(readTransaction(transaction, byTableIndex).messageBytes) !== payload)
    throw changed('The transaction is not the one that was shown.')
  const input = { account, transaction: transaction.slice(), chain }
  if (both) return signedAndSent(submitter, built, () => both(input))
  if (!sign) throw noFeature('solana:signTransaction')
  return signThenSend(submitter, built, () => sign(input))
}

/** For wallets that send themselves: until the transaction is on the chain, their reply is the only information. */
async function signedAndSent(
  { ctx, records }: Submitter,
  { transaction, from, caipNetworkId, lastBlock }: Submitted,
  ask: () => Promise<unknown>,
): Promise<DriverOutcome> {
  let answer: unknown
  try {
    answer = await ask()
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    // wallets retry on their own: a node's error concerns one attempt, and an earlier one may have succeeded
    if (isRefusedRequest(error)) throw refusalOf(error)
    return { status: 'unknown', cause: error }
  }
  const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
  const signature = bytesOf(Object(first).signature)
  if (signature?.length !== 64)
    return { status: 'unknown', cause: badAnswer('solana:signAndSendTransaction', 'a signature') }
  const hash = toBase58(signature)
  const isOurs = await isSignedBy(from, signature, readTransaction(transaction, byTableIndex).messageBytes)
  // other bytes may have a later blockhash, and stay valid longer than ours
  if (isOurs) records.lastBlocks.set(hash, lastBlock)
  if (isOurs === undefined) records.unverified.set(hash, transaction)
  if (isOurs !== false) return { status: 'sent', hash }
  return readBack(ctx, { hash, caipNetworkId, shown: transaction, unverified: records.unverified })
}

async function signThenSend(
  { ctx, records }: Submitter,
  { from, payload, caipNetworkId, lastBlock }: Submitted,
  ask: () => Promise<unknown>,
): Promise<DriverOutcome> {
  let answer: unknown
  try {
    answer = await ask()
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    throw refusalOf(error) // the wallet was asked to sign only
  }
  const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
  const signed = bytesOf(Object(first).signedTransaction)?.slice()
  if (!signed) throw badAnswer('solana:signTransaction', 'a transaction')
  const { messageBytes, signature } = readTransaction(signed, byTableIndex)
  if (toBase64(messageBytes) !== payload)
    throw changed('The wallet signed a different transaction than the one that was shown.')
  if (signature.every((byte) => byte === 0) || (await isSignedBy(from, signature, messageBytes)) === false)
    throw badAnswer('solana:signTransaction', `signed by ${from}`)
  const hash = toBase58(signature)
  records.lastBlocks.set(hash, lastBlock)
  try {
    await createNode(ctx, caipNetworkId, ctx.abortSignal).send(signed)
    return { status: 'sent', hash }
  } catch (error) {
    if (preflightErrorOf(error) === 'AlreadyProcessed') return { status: 'sent', hash }
    if (isRefusal(error)) throw refusalOf(error)
    return { status: 'unknown', hash, cause: error }
  }
}
