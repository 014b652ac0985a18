import { transactionSeen, transactionSent } from '../domain/events.js'
import { transactionNotSent } from '../domain/reports.js'
import { fail, messageOf, WalletModalError } from '../errors/errors.js'
import { inTime } from '../errors/in-time.js'
import type { Context } from '../plugins/plugin.js'
import { assertUnchanged } from './check-connection.js'
import type { BuiltTransaction, DriverOutcome } from './driver.js'
import type { PendingSubmissions } from './pending-submissions.js'
import type { SentTransaction } from './sent-transaction.js'
import type { StatusTracker } from './tracking/status-tracker.js'
import type { SubmitOutcome, TransactionRequest, TransactionReview } from './transactions.js'

/** Sends the wallet request. Emits `transactionNotSent` if the visitor rejects the request or if the request fails. */
async function sendRequest(ctx: Context, draft: SentTransaction, built: BuiltTransaction): Promise<DriverOutcome> {
  const notSent = (isRejected: boolean, message: string): void =>
    ctx.emit(transactionNotSent, { ...draft, isRejected, message })
  try {
    const outcome = await built.send()
    if (outcome.status === 'rejected') notSent(true, 'The visitor rejected the transaction in the wallet.')
    return outcome
  } catch (error) {
    notSent(false, messageOf(error))
    throw error
  }
}

/** Time limit for {@link BuiltTransaction.checkWallet}, in milliseconds; long enough to unlock the wallet. */
export const CHECK_MS = 20_000

/** Verifies the transaction with the wallet. Throws `NOT_SENT` if the wallet does not respond within {@link CHECK_MS}; a later reply is ignored. */
async function checkWallet(built: BuiltTransaction): Promise<void> {
  if (built.checkWallet) await inTime(Promise.resolve(built.checkWallet()), CHECK_MS, timeoutError)
}

const timeoutError = (): WalletModalError =>
  new WalletModalError('NOT_SENT', 'The wallet or the network did not respond. Nothing was sent. Try again.')

type Submit<Call> = (
  request: TransactionRequest<Call>,
  built: BuiltTransaction,
  review: TransactionReview,
) => Promise<SubmitOutcome>

/** Returns a function that sends a reviewed transaction to the wallet, emits its events and begins to track it. */
export function createSubmitter<Call>(
  ctx: Context,
  submissions: PendingSubmissions,
  tracker: StatusTracker,
): Submit<Call> {
  const reportSent = (sent: SentTransaction, nonce: Promise<bigint | undefined> | undefined): void => {
    ctx.emit(transactionSent, sent)
    tracker.start(sent)
    const { hash } = sent
    nonce?.then((number) => {
      if (hash === undefined || number === undefined || ctx.abortSignal.aborted) return
      ctx.emit(transactionSeen, { ...sent, hash, nonce: number })
    }, ctx.log.info)
  }
  const toOutcome = (draft: SentTransaction, outcome: DriverOutcome): SubmitOutcome => {
    if (outcome.status === 'rejected') return outcome
    const { hash, nonce, trace } = outcome
    const sent = Object.freeze({
      ...draft,
      ...(hash !== undefined && { hash }),
      ...(typeof nonce === 'bigint' && { nonce }),
      ...(trace !== undefined && { trace }),
    })
    reportSent(sent, typeof nonce === 'object' ? nonce : undefined)
    if (outcome.status === 'sent') return { status: 'sent', sent }
    ctx.log.warn('the reply of the wallet was lost', outcome.cause)
    return { status: 'unknown', sent, cause: outcome.cause }
  }
  return async (request, built, review) => {
    assertUnchanged(request)
    await checkWallet(built)
    assertUnchanged(request)
    if (built.currentPayload() !== review.payload)
      fail(
        'CHANGED_MEANWHILE',
        'The transaction differs from the one that was shown. Nothing was sent. Review it again.',
      )
    const { from: address, caipNetworkId } = review
    const draft = Object.freeze({ ...request.summarize(review), caipNetworkId, address, sentAt: Date.now() })
    const removePending = submissions.add(draft)
    try {
      return toOutcome(draft, await sendRequest(ctx, draft, built))
    } finally {
      removePending()
    }
  }
}
