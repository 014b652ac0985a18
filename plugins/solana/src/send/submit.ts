import { type Context, type SendDraft, type SendOutcome, type SendReview, WalletModalError } from '@wallet-modal/kernel'
import { isAllowed, toWalletChain } from '../chains.js'
import type { SolanaWallet, SolanaWalletAccount } from '../contract.js'
import { badAnswer, isRejection, noFeature } from '../errors.js'
import { toBase58 } from '../sdk.js'
import { accountOf, parseWallet } from '../wallet.js'
import { createNode, toBase64 } from './node.js'
import { readBack } from './read-back.js'
import { readTransaction } from './sdk.js'
import { isRefusal, isRefusedRequest, preflightErrorOf, refusalOf } from './sentences.js'
import { isSignedBy } from './signature.js'
import type { WalletAccess } from './wallet-access.js'

/** What is kept of transactions that were sent, by their signature. */
export interface SentNotes {
  /** Until which block height one may still get through. */
  readonly expiries: Map<string, bigint>
  /** What was shown, where the wallet may have sent something else; `null` where it did. */
  readonly doubts: Map<string, Uint8Array | null>
  /** What was signed of them, as reviews have it. The network takes the same bytes once. */
  readonly payloads: Set<string>
}

interface Ready extends Pick<SentNotes, 'payloads'> {
  readonly transaction: Uint8Array
  readonly review: SendReview
  readonly wallets: WalletAccess
  /** Notes that a transaction is on its way. */
  expires(hash: string): void
  /** Notes that it may be another one, which is read back before it counts as confirmed. */
  doubts(hash: string): void
}

const changed = (what: string): WalletModalError =>
  new WalletModalError('CHANGED_MEANWHILE', `${what} Nothing was sent: look at it again.`)

function signerOf(wallet: SolanaWallet, { from, caipNetworkId }: SendReview): SolanaWalletAccount {
  const account = wallet.accounts.some(({ address }) => address === from) ? accountOf(wallet, from) : undefined
  if (!account) throw changed(`The wallet no longer offers ${from}.`)
  if (!isAllowed(account.chains, caipNetworkId)) throw changed('The wallet no longer offers this network.')
  return account.own
}

const bytesOf = (value: unknown): Uint8Array | undefined =>
  ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined

/** Hands a transaction to the wallet, once. The next one with the same bytes, of a node that names the same block, would be the same payment. */
export async function handOver(ctx: Context, draft: SendDraft, ready: Ready): Promise<SendOutcome> {
  const { payloads, review } = ready
  if (payloads.has(review.payload))
    throw changed('This is the very transaction that was sent before, and the network takes it once.')
  const outcome = await signAndSend(ctx, draft, ready)
  if (outcome.status !== 'rejected') payloads.add(review.payload)
  return outcome
}

async function signAndSend(ctx: Context, draft: SendDraft, ready: Ready): Promise<SendOutcome> {
  const { transaction, review } = ready
  const wallet = parseWallet(draft.connection.provider)
  const account = signerOf(wallet, review)
  if (toBase64(readTransaction(transaction).messageBytes) !== review.payload)
    throw changed('The transaction is not the one that was shown.')
  const chain = toWalletChain(review.caipNetworkId) as SolanaWallet['chains'][number]
  const input = { account, transaction: transaction.slice(), chain }
  const both = ready.wallets.of(wallet, 'solana:signAndSendTransaction')
  if (both) return signedAndSent(ctx, ready, () => both(input))
  const sign = ready.wallets.of(wallet, 'solana:signTransaction')
  if (!sign) throw noFeature('solana:signTransaction')
  return signThenSend(ctx, ready, () => sign(input))
}

/** The wallet sends it by itself, so what it says is all there is until the chain knows. */
async function signedAndSent(ctx: Context, ready: Ready, ask: () => Promise<unknown>): Promise<SendOutcome> {
  let answer: unknown
  try {
    answer = await ask()
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    // wallets try again by themselves: what a node said is of one attempt, and an earlier one may have got through
    if (isRefusedRequest(error)) throw refusalOf(error)
    return { status: 'unknown', cause: error }
  }
  const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
  const signature = bytesOf(Object(first).signature)
  if (signature?.length !== 64)
    return { status: 'unknown', cause: badAnswer('solana:signAndSendTransaction', 'a signature') }
  const hash = toBase58(signature)
  const { messageBytes } = readTransaction(ready.transaction)
  const isOurs = await isSignedBy(ready.review.from, signature, messageBytes)
  // other bytes may name a later block, and live longer than ours
  if (isOurs) ready.expires(hash)
  if (isOurs === undefined) ready.doubts(hash)
  if (isOurs !== false) return { status: 'sent', hash }
  const { caipNetworkId } = ready.review
  return readBack(ctx, ready.transaction, { hash, caipNetworkId, doubts: ready.doubts })
}

async function signThenSend(ctx: Context, ready: Ready, ask: () => Promise<unknown>): Promise<SendOutcome> {
  let answer: unknown
  try {
    answer = await ask()
  } catch (error) {
    if (isRejection(error)) return { status: 'rejected' }
    throw refusalOf(error) // it was to sign only
  }
  const [first]: readonly unknown[] = Array.isArray(answer) ? answer : []
  const signed = bytesOf(Object(first).signedTransaction)?.slice()
  const { from, payload, caipNetworkId } = ready.review
  if (!signed) throw badAnswer('solana:signTransaction', 'a transaction')
  const { messageBytes, signature } = readTransaction(signed)
  if (toBase64(messageBytes) !== payload)
    throw changed('The wallet signed another transaction than the one that was shown.')
  if (signature.every((byte) => byte === 0) || (await isSignedBy(from, signature, messageBytes)) === false)
    throw badAnswer('solana:signTransaction', `signed by ${from}`)
  const hash = toBase58(signature)
  ready.expires(hash)
  try {
    await createNode(ctx, caipNetworkId, ctx.abortSignal).send(signed)
    return { status: 'sent', hash }
  } catch (error) {
    if (preflightErrorOf(error) === 'AlreadyProcessed') return { status: 'sent', hash }
    if (isRefusal(error)) throw refusalOf(error)
    return { status: 'unknown', hash, cause: error }
  }
}
