import { isWalletModalError } from '../../errors/errors.js'
import type { SentTransaction } from '../sent-transaction.js'
import type { FeeSpeed, PreparedTransaction, TransactionReview } from '../transactions.js'

/** Completed input of a transaction. */
export interface TransactionPlan {
  /** Equal for equivalent plans. When it changes, the transaction is prepared again. */
  readonly key: string
  /** CAIP-2 namespace of the wallet that signs. */
  readonly namespace: string
  /** Wallet that signs. If it changes, the visitor has to review again. */
  readonly connectorId: string
  prepare(speed: FeeSpeed, signal: AbortSignal): Promise<PreparedTransaction>
}

/** Transaction that the view displays. */
export interface DisplayedTransaction<Plan extends TransactionPlan = TransactionPlan> {
  readonly plan: Plan
  readonly prepared: PreparedTransaction
  readonly review: TransactionReview
  /** Milliseconds since 1970. */
  readonly preparedAt: number
}

/** Reason why the displayed transaction changed or is missing. */
export interface FlowNotice {
  /**
   * `missing`: there is no plan yet. `declined`: the visitor rejected the transaction in the wallet. `changed`: the transaction differs from the one
   * that the visitor reviewed, or there is no plan any more. `insufficient`: error `INSUFFICIENT_FUNDS`. `refused`: error `REFUSED`. `failed`: any
   * other error.
   */
  readonly code: 'missing' | 'declined' | 'changed' | 'insufficient' | 'refused' | 'failed'
  /** Cause of `insufficient`, `refused` and `failed`. */
  readonly error?: unknown
}

export type FlowState<Plan extends TransactionPlan = TransactionPlan> =
  | { readonly status: 'idle' }
  /** The previous transaction remains displayed, but cannot be submitted. */
  | {
      readonly status: 'preparing'
      readonly displayed: DisplayedTransaction<Plan> | undefined
      readonly notice: FlowNotice | undefined
    }
  | {
      readonly status: 'ready'
      readonly displayed: DisplayedTransaction<Plan>
      readonly notice: FlowNotice | undefined
    }
  /** The request is pending in the wallet. */
  | { readonly status: 'submitting'; readonly displayed: DisplayedTransaction<Plan> }
  /** `unknown`: the wallet's reply was lost, so the transaction may have been sent. */
  | {
      readonly status: 'sent' | 'unknown'
      readonly displayed: DisplayedTransaction<Plan>
      readonly sent: SentTransaction
    }
  | { readonly status: 'failed'; readonly notice: FlowNotice }

export const noticeOf = (error: unknown): FlowNotice => {
  const code = isWalletModalError(error) ? error.code : undefined
  if (code === 'CHANGED_MEANWHILE') return { code: 'changed' }
  if (code === 'INSUFFICIENT_FUNDS') return { code: 'insufficient', error }
  return { code: code === 'REFUSED' ? 'refused' : 'failed', error }
}
