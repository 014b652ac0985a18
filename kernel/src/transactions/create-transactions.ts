import { transactionSeen, transactionSent } from '../domain/events.js'
import { transactionNotSent } from '../domain/reports.js'
import { fail, messageOf } from '../errors/errors.js'
import { seal } from '../errors/guard.js'
import type { Context } from '../plugins/plugin.js'
import { computed } from '../signals.js'
import { assertUnchanged } from './check-connection.js'
import { readActions } from './decode.js'
import type { BuiltTransaction, DriverOutcome, TransactionDriver } from './driver.js'
import { assertExpected } from './expectations.js'
import { createPendingSubmissions } from './pending-submissions.js'
import type { SentTransaction } from './sent-transaction.js'
import { createStatusTracker } from './status-tracker.js'
import {
  type PreparedTransaction,
  type SubmitOutcome,
  type TransactionRequest,
  type TransactionReview,
  type Transactions,
  transactionPolicies,
} from './transactions.js'

/** Sends the wallet request, and reports if nothing was sent. */
async function sendOf(ctx: Context, draft: SentTransaction, built: BuiltTransaction): Promise<DriverOutcome> {
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

/**
 * Creates the {@link Transactions} of a chain family from its driver. Decoding, expectations, policies, single submission, lost replies, and tracking
 * are the same for all families. The plugin must list the storage keys `submissions` and `transactions`.
 */
export function createTransactions<Call>(ctx: Context, driver: TransactionDriver<Call>): Transactions<Call> {
  const submissions = createPendingSubmissions(ctx, driver.namespace)
  const tracker = createStatusTracker(ctx, driver)
  const policies = ctx.all(transactionPolicies)

  const reviewOf = async (request: TransactionRequest<Call>, built: BuiltTransaction): Promise<TransactionReview> => {
    const { from, caipNetworkId, contents, balanceChanges, fee, extras, call, payload } = built
    const actions = await readActions(ctx, contents, { namespace: driver.namespace, network: request.network, from })
    if (from !== request.connection.account.address || caipNetworkId !== request.network.caipNetworkId)
      fail('REFUSED', 'The transaction is for a different account or network than the one shown. Nothing was sent.')
    if (request.expects) assertExpected(request.expects, actions)
    return seal({ from, caipNetworkId, actions, balanceChanges, fee, extras, call, payload })
  }
  const record = (sent: SentTransaction, nonce: Promise<bigint | undefined> | undefined): void => {
    ctx.emit(transactionSent, sent)
    tracker.start(sent)
    nonce?.then((number) => {
      if (number === undefined || ctx.abortSignal.aborted) return
      ctx.emit(transactionSeen, { ...sent, nonce: number })
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
    record(sent, typeof nonce === 'object' ? nonce : undefined)
    if (outcome.status === 'sent') return { status: 'sent', sent: { ...sent, hash: outcome.hash } }
    ctx.log.warn('the answer of the wallet was lost', outcome.cause)
    return { status: 'unknown', sent, cause: outcome.cause }
  }
  const submit = async (
    request: TransactionRequest<Call>,
    built: BuiltTransaction,
    review: TransactionReview,
  ): Promise<SubmitOutcome> => {
    assertUnchanged(request)
    await built.checkWallet?.()
    assertUnchanged(request)
    if (built.currentPayload() !== review.payload)
      fail(
        'CHANGED_MEANWHILE',
        'The transaction differs from the one that was shown. Nothing was sent. Review it again.',
      )
    const { from: address, caipNetworkId } = review
    const draft = Object.freeze({ ...request.summarize(review), caipNetworkId, address, sentAt: Date.now() })
    const answered = submissions.add(draft)
    try {
      return toOutcome(draft, await sendOf(ctx, draft, built))
    } finally {
      answered()
    }
  }
  return seal({
    speeds: driver.speeds,
    async prepare(request: TransactionRequest<Call>, signal: AbortSignal): Promise<PreparedTransaction> {
      if (request.calls.length === 0) fail('INVALID_ARGUMENT', 'A transaction needs at least one call.')
      const built = await driver.build(request, signal)
      const review = await reviewOf(request, built)
      for (const policy of policies.peek()) {
        const reason = policy(review)
        if (reason !== undefined) fail('REFUSED', `${reason} Nothing was sent.`)
      }
      let isUsed = false
      return seal({
        review,
        async submit() {
          if (isUsed) fail('INVALID_ARGUMENT', 'This transaction was already submitted. Prepare a new one.')
          isUsed = true
          return submit(request, built, review)
        },
      })
    },
    supportsBatch: async (connection, network) => (await driver.supportsBatch?.(connection, network)) ?? false,
    status: (sent, signal) => driver.status(sent, signal),
    async track(sent) {
      tracker.follow(sent)
      return computed(() => tracker.statusOf(sent))
    },
    async takeLost() {
      const lost = await submissions.takeLost()
      for (const sent of lost) ctx.emit(transactionSent, sent)
      return lost
    },
  } satisfies Transactions<Call>)
}
