import { type BuiltTransaction, type Context, type DriverOutcome, WalletModalError } from '@wallet-modal/kernel'
import { invalidReply } from '@wallet-modal/kernel/assets'
import { changedMeanwhile } from '@wallet-modal/kernel/transactions'
import { isAllowed, toWalletChain } from '../../chains.js'
import type { SolanaWallet, SolanaWalletAccount } from '../../contract.js'
import { isRejection, noFeature } from '../../errors.js'
import { createNode } from '../../node.js'
import { toBase58, toBase64 } from '../../sdk.js'
import { accountOf, toBytes } from '../../wallets/accounts.js'
import { parseProvider } from '../../wallets/parse-provider.js'
import { isAlreadyProcessed, isInvalidRequest, provesNotBroadcast, toNotSentError } from '../errors.js'
import { byTableIndex, readTransaction } from '../sdk.js'
import type { WalletAccess } from '../wallet-access.js'
import { isSignedBy } from './signature.js'
import { traceOf } from './trace.js'
import { verifyChangedTransaction } from './verify-changed-transaction.js'

/** State of submitted transactions in this page. The maps have the signature as key. */
export interface SubmissionRecords {
  /** Last block height at which a transaction can be included. */
  readonly lastBlocks: Map<string, bigint>
  /**
   * Transactions that the wallet may have changed, to compare with the reviewed ones once they are on the chain. Value: the reviewed bytes; `null`
   * after the comparison found a difference.
   */
  readonly unverified: Map<string, Uint8Array | null>
  /**
   * Reviewed messages, in base64, that were submitted with the outcome `sent` or `unknown`. Refused if submitted again, because the network accepts
   * identical bytes only once.
   */
  readonly payloads: Set<string>
}

interface Submitter {
  readonly ctx: Context
  readonly wallets: WalletAccess
  readonly records: SubmissionRecords
}

type ReviewedTransaction = Pick<BuiltTransaction, 'from' | 'caipNetworkId' | 'payload'> & {
  readonly transaction: Uint8Array
  /** Last block height at which the transaction can be included. */
  readonly lastBlock: bigint
}

function signerOf(wallet: SolanaWallet, { from, caipNetworkId }: ReviewedTransaction): SolanaWalletAccount {
  const account = wallet.accounts.some(({ address }) => address === from) ? accountOf(wallet, from) : undefined
  if (!account) throw changedMeanwhile(`The wallet no longer offers ${from}.`)
  if (!isAllowed(account.chains, caipNetworkId)) throw changedMeanwhile('The wallet no longer offers this network.')
  return account.walletObject
}

/** Requests signature and broadcast, once. Refuses bytes that were already submitted. */
export async function submit(
  submitter: Submitter,
  provider: unknown,
  built: ReviewedTransaction,
): Promise<DriverOutcome> {
  const { payloads, lastBlocks } = submitter.records
  if (payloads.has(built.payload))
    throw new WalletModalError(
      'CHANGED_MEANWHILE',
      'This transaction was already sent. It was not sent a second time. Review the transaction again.',
    )
  const outcome = await signAndSend(submitter, parseProvider(provider), built)
  if (outcome.status === 'rejected') return outcome
  payloads.add(built.payload)
  const { hash } = outcome
  if (hash === undefined) return outcome
  const lastBlock = lastBlocks.get(hash)
  // `Submission.trace`: the last valid block height, or digests of the reviewed calls if the sent bytes may differ
  const trace = lastBlock === undefined ? await traceOf(built.transaction) : String(lastBlock)
  return trace === undefined ? outcome : { ...outcome, trace }
}

async function signAndSend(
  submitter: Submitter,
  wallet: SolanaWallet,
  built: ReviewedTransaction,
): Promise<DriverOutcome> {
  const { transaction, caipNetworkId, payload } = built
  const { wallets } = submitter
  const account = signerOf(wallet, built)
  const chain = toWalletChain(caipNetworkId) as SolanaWallet['chains'][number]
  const signAndSendByWallet = wallets.of(wallet, 'solana:signAndSendTransaction')
  const sign = wallets.of(wallet, 'solana:signTransaction')
  if (toBase64(readTransaction(transaction, byTableIndex).messageBytes) !== payload)
    throw changedMeanwhile('The transaction is not the displayed one.')
  const input = { account, transaction: transaction.slice(), chain }
  if (signAndSendByWallet) return sendByWallet(submitter, built, () => signAndSendByWallet(input))
  if (!sign) throw noFeature('solana:signTransaction')
  return signAndBroadcast(submitter, built, () => sign(input))
}

/** For wallets that sign and send. Until the transaction is on the chain, their reply is the only information about it. */
async function sendByWallet(
  { ctx, records }: Submitter,
  { transaction, from, caipNetworkId, lastBlock }: ReviewedTransaction,
  requestSignature: () => Promise<unknown>,
): Promise<DriverOutcome> {
  let answer: unknown
  try {
    answer = await requestSignature()
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    if (isInvalidRequest(error)) throw toNotSentError(error, 'The wallet or its node refused the request')
    // wallets retry on their own, so an earlier attempt may have succeeded although a node returned this error
    return { status: 'unknown', cause: error }
  }
  const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
  const signature = toBytes(Object(first).signature)
  if (signature?.length !== 64)
    return { status: 'unknown', cause: invalidReply('solana:signAndSendTransaction', 'a signature') }
  const hash = toBase58(signature)
  const isReviewed = await isSignedBy(from, signature, readTransaction(transaction, byTableIndex).messageBytes)
  // `lastBlock` applies to the reviewed bytes only: other bytes may have a later blockhash
  if (isReviewed) records.lastBlocks.set(hash, lastBlock)
  if (isReviewed === undefined) records.unverified.set(hash, transaction)
  if (isReviewed !== false) return { status: 'sent', hash }
  return verifyChangedTransaction(ctx, { hash, caipNetworkId, reviewed: transaction, unverified: records.unverified })
}

async function signAndBroadcast(
  { ctx, records }: Submitter,
  { from, payload, caipNetworkId, lastBlock }: ReviewedTransaction,
  requestSignature: () => Promise<unknown>,
): Promise<DriverOutcome> {
  let answer: unknown
  try {
    answer = await requestSignature()
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    throw toNotSentError(error, 'The wallet could not sign the transaction') // nothing was sent: only a signature was requested
  }
  const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
  const signed = toBytes(Object(first).signedTransaction)?.slice()
  if (!signed) throw invalidReply('solana:signTransaction', 'a transaction')
  const { messageBytes, signature } = readTransaction(signed, byTableIndex)
  if (toBase64(messageBytes) !== payload)
    throw changedMeanwhile('The wallet signed a different transaction than the displayed one.')
  if (signature.every((byte) => byte === 0) || (await isSignedBy(from, signature, messageBytes)) === false)
    throw invalidReply('solana:signTransaction', `signed by ${from}`)
  const hash = toBase58(signature)
  records.lastBlocks.set(hash, lastBlock)
  try {
    await createNode(ctx, caipNetworkId, ctx.abortSignal).send(signed)
    return { status: 'sent', hash }
  } catch (error) {
    if (isAlreadyProcessed(error)) return { status: 'sent', hash }
    if (provesNotBroadcast(error)) throw toNotSentError(error, 'The network rejected the transaction')
    return { status: 'unknown', hash, cause: error }
  }
}
