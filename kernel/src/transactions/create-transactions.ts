import { transactionSeen, transactionSent } from '../domain/events.js'
import { actionError } from '../errors/action-error.js'
import { fail } from '../errors/errors.js'
import { seal } from '../errors/guard.js'
import { contributionsOf, reportFrom } from '../plugins/contributions.js'
import type { Context } from '../plugins/plugin.js'
import { computed } from '../signals.js'
import { readActions } from './decoding/decode.js'
import type { BuiltTransaction, TransactionDriver } from './driver.js'
import { assertExpected } from './expectations.js'
import { createPendingSubmissions, type PendingSubmissions } from './pending-submissions.js'
import { createSubmitter } from './submitter.js'
import { createStatusTracker, readProgress } from './tracking/status-tracker.js'
import {
  type PreparedTransaction,
  type TransactionPolicy,
  type TransactionRequest,
  type TransactionReview,
  type Transactions,
  transactionPolicies,
} from './transactions.js'

/** Decodes a built transaction for display. Throws `REFUSED` if it does not match its request. */
async function createReview<Call>(
  ctx: Context,
  { namespace }: TransactionDriver<Call>,
  request: TransactionRequest<Call>,
  built: BuiltTransaction,
): Promise<TransactionReview> {
  const { from, caipNetworkId, contents, balanceChanges, assetRisks, fee, extras, call, payload } = built
  const actions = await readActions(ctx, contents, { namespace, network: request.network, from })
  if (from !== request.connection.account.address || caipNetworkId !== request.network.caipNetworkId)
    fail('REFUSED', 'The transaction is for a different account or network than the one shown. Nothing was sent.')
  if (request.expects) assertExpected(request.expects, actions)
  const risks = assetRisks && { assetRisks }
  return seal({ from, caipNetworkId, actions, balanceChanges, ...risks, fee, extras, call, payload })
}

/** Throws `REFUSED` if a policy refuses the transaction. Also if a policy fails, because it might have refused. The failure is reported. */
function applyPolicies(ctx: Context, review: TransactionReview): void {
  for (const { item: policy, owner } of contributionsOf(ctx, transactionPolicies)) {
    const reason = readReason(ctx, policy, owner, review)
    if (reason !== undefined) fail('REFUSED', `${reason} Nothing was sent.`)
  }
}

function readReason(
  ctx: Context,
  policy: TransactionPolicy,
  owner: string,
  review: TransactionReview,
): string | undefined {
  try {
    const reason: unknown = policy(review)
    if (reason === undefined || typeof reason === 'string') return reason
    Promise.resolve(reason).catch(ctx.log.info)
    throw new TypeError('a transaction policy must return a text or undefined')
  } catch (error) {
    reportFrom(ctx, actionError(owner, 'its transaction policy', error))
    return 'The transaction could not be checked.'
  }
}

/** Creates {@link Transactions.recover}. */
function createRecovery(ctx: Context, submissions: PendingSubmissions): Transactions['recover'] {
  let running: Promise<void> | undefined
  const report = async (): Promise<void> => {
    try {
      for (const sent of await submissions.recover()) ctx.emit(transactionSent, sent)
    } finally {
      running = undefined
    }
  }
  return async (types = [], limit = Number.POSITIVE_INFINITY) => {
    // only reported submissions can be claimed: waits for a report that is already running
    running ??= report()
    await running
    return types.length === 0 ? [] : submissions.claim(types, limit)
  }
}

/**
 * Creates the {@link Transactions} of a chain family from its driver. Adds the common parts: decoders, checks of the expected actions, policies,
 * recovery after a lost reply, and tracking. The plugin must list the storage keys `submissions` and `transactions`.
 */
export function createTransactions<Call>(ctx: Context, driver: TransactionDriver<Call>): Transactions<Call> {
  const submissions = createPendingSubmissions(ctx, driver.namespace)
  const tracker = createStatusTracker(ctx, driver)
  const submit = createSubmitter<Call>(ctx, submissions, tracker)
  const recover = createRecovery(ctx, submissions)

  return seal({
    speeds: driver.speeds,
    async prepare(request: TransactionRequest<Call>, signal: AbortSignal): Promise<PreparedTransaction> {
      if (request.calls.length === 0) fail('INVALID_ARGUMENT', 'A transaction needs at least one call.')
      const built = await driver.build(request, signal)
      const review = await createReview(ctx, driver, request, built)
      applyPolicies(ctx, review)
      let isSubmitted = false
      return seal({
        review,
        async submit() {
          if (request.isEstimate) fail('INVALID_ARGUMENT', 'This transaction was prepared for an estimate only.')
          if (isSubmitted) fail('INVALID_ARGUMENT', 'This transaction was already submitted. Prepare a new one.')
          isSubmitted = true
          return submit(request, built, review)
        },
      })
    },
    supportsBatch: async (connection, network) =>
      driver.supportsBatch ? driver.supportsBatch(connection, network) : false,
    async status(sent, signal) {
      const { status, replacementHash } = await readProgress(driver, sent, signal)
      const { hash } = sent
      const isNew = replacementHash !== undefined && replacementHash !== sent.replacementHash
      if (hash !== undefined && isNew && !signal.aborted) ctx.emit(transactionSeen, { ...sent, hash, replacementHash })
      return status
    },
    async track(sent) {
      tracker.follow(sent)
      return computed(() => tracker.statusOf(sent))
    },
    recover,
  } satisfies Transactions<Call>)
}
