import { type Context, type DriverOutcome, type SentTransfer, WalletModalError } from '@wallet-modal/kernel'
import type { SolanaInstruction } from '../../contract.js'
import { createNode, type SolanaNode } from '../../node.js'
import { readCoinTransfer } from '../instructions.js'
import { associatedAccount, readTransaction } from '../sdk.js'
import { readTokenTransfer } from '../token-instructions.js'
import { containsReviewedCalls, matchesTrace } from './trace.js'

const MAX_ATTEMPTS = 5
const RETRY_DELAY_MS = 1000

/** Reads a transaction from the chain, and applies `isSame` to its bytes. `undefined` if the node does not have them yet, `false` if undecodable. */
async function compare(
  node: SolanaNode,
  hash: string,
  isSame: (bytes: Uint8Array) => boolean | Promise<boolean>,
): Promise<boolean | undefined> {
  const bytes = await node.transaction(hash)
  if (!bytes) return undefined
  try {
    return await isSame(bytes)
  } catch {
    return false // undecodable bytes
  }
}

/** Whether the transaction on the chain contains the reviewed calls; see {@link containsReviewedCalls}. */
export const matchesReviewed = (node: SolanaNode, reviewed: Uint8Array, hash: string): Promise<boolean | undefined> =>
  compare(node, hash, (bytes) => containsReviewedCalls(bytes, reviewed))

/** Like {@link matchesReviewed}, but compares with digests of the reviewed calls (`traceOf`), which were stored before a reload. */
export const matchesStoredTrace = (node: SolanaNode, trace: string, hash: string): Promise<boolean | undefined> =>
  compare(node, hash, (bytes) => matchesTrace(bytes, trace))

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, one) => sum + one, 0n)

/** Amount that the instructions transfer from the sender to the receiver, in base units of the payment's token. */
async function paidAmount(
  instructions: readonly SolanaInstruction[],
  { address: from, receiver, token }: SentTransfer,
): Promise<bigint> {
  const { address: mint } = token
  if (mint === undefined) {
    const transfers = instructions.flatMap((one) => readCoinTransfer(one) ?? [])
    return sumOf(transfers.flatMap((one) => (one.from === from && one.to === receiver ? one.lamports : [])))
  }
  const amounts = instructions.map(async (one) => {
    const transfer = readTokenTransfer(one)
    if (!transfer || transfer.owner !== from || transfer.mint !== mint) return 0n
    return transfer.to === (await associatedAccount(receiver, mint, one.program)) ? transfer.amount : 0n
  })
  return sumOf(await Promise.all(amounts))
}

/** Whether the transaction on the chain pays exactly the sent amount; for transfers without a trace. */
export const paysSentAmount = (node: SolanaNode, sent: SentTransfer, hash: string): Promise<boolean | undefined> =>
  compare(node, hash, async (bytes) => (await paidAmount(readTransaction(bytes).instructions, sent)) === sent.amount)

export const otherTransactionMessage = (hash: string): string =>
  `The wallet sent another transaction than the displayed one: ${hash}. Look up that transaction before you send again.`

const unverifiedError = (text: string): WalletModalError => new WalletModalError('INVALID_DATA', text)

interface WalletSubmission {
  readonly hash: string
  readonly caipNetworkId: string
  readonly reviewed: Uint8Array
  /** See `SubmissionRecords.unverified`: gets an entry if the verification must be repeated later. */
  readonly unverified: Map<string, Uint8Array | null>
}

/**
 * Verifies a transaction that the wallet changed before sending, by reading it from the chain. If the transaction lacks a reviewed call, the outcome
 * is `unknown` without a hash, so that nobody takes the status of that hash for the status of the reviewed transaction.
 */
export async function verifyChangedTransaction(ctx: Context, sent: WalletSubmission): Promise<DriverOutcome> {
  const { hash, caipNetworkId, reviewed, unverified } = sent
  const node = createNode(ctx, caipNetworkId, ctx.abortSignal)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    try {
      const isSame = await matchesReviewed(node, reviewed, hash)
      if (isSame) {
        ctx.log.warn(`The wallet changed transaction ${hash} before sending it. It contains the displayed calls.`)
        return { status: 'sent', hash }
      }
      if (isSame === false) return { status: 'unknown', cause: unverifiedError(otherTransactionMessage(hash)) }
    } catch {
      break // verified later, when the status is queried
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS))
  }
  unverified.set(hash, reviewed)
  const text = `The wallet changed transaction ${hash} before sending it, and the network does not have its contents yet.`
  return { status: 'unknown', hash, cause: unverifiedError(text) }
}
