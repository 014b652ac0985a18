import type { SendDraft } from '../domain/assets/sending.js'
import { fail } from '../errors/errors.js'
import type { TransferAction } from './actions.js'
import type { PreparedTransaction, TransactionRequest, TransactionReview } from './transactions.js'

/** Transfer of a review with exactly one action. Throws `REFUSED` for any other review. */
export function transferOf({ actions }: TransactionReview): TransferAction {
  const [transfer, ...others] = actions
  if (transfer?.type === 'transfer' && others.length === 0) return transfer
  return fail('REFUSED', 'The transaction is not a single transfer. Nothing was sent.')
}

/** Transaction request for a transfer. `calls`: the transfer in the format of its chain family. */
export function toTransferRequest<Call>(draft: SendDraft, calls: readonly Call[]): TransactionRequest<Call> {
  const { connection, network, token, receiver, amount, speed, note } = draft
  const from = connection.account.address
  return {
    ...{ connection, network, calls },
    ...(speed && { speed }),
    expects: [{ type: 'transfer', assetId: token.assetId, amount, from, to: receiver, ...(note && { note }) }],
    summarize: (review) => ({ type: 'transfer', token, receiver, amount: transferOf(review).amount }),
  }
}

/**
 * Prepares a transfer. Rejects with `UNSUPPORTED_METHOD` if no plugin supports transactions of the chain family, otherwise like
 * `Transactions.prepare`.
 */
export async function prepareTransfer<Call>(
  draft: SendDraft,
  calls: readonly Call[],
  signal: AbortSignal,
): Promise<PreparedTransaction> {
  const { adapter, namespace } = draft.connection
  const { transactions } = adapter
  if (!transactions) return fail('UNSUPPORTED_METHOD', `No plugin supports transactions on "${namespace}".`)
  return transactions.prepare(toTransferRequest(draft, calls), signal)
}
