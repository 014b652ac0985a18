import type { AccountToken, AmountEntry } from '@wallet-modal/kernel/transactions'
import type { Receiver } from '../receiver/inspect-receiver.js'
import type { LimitState } from './limit.js'

/** First missing or invalid field, in the order of the form; else `checking` or `complete`. Also the key of the main button's text. */
export type FormStatus =
  | 'selectToken'
  /** The form cannot send tokens with a `scaledAmount`; see `TokenBalance`. */
  | 'scaledToken'
  | 'addAmount'
  | 'incorrectValue'
  | 'insufficientFunds'
  | 'addAddress'
  | 'invalidAddress'
  /** The receiver could not be checked, for example because the network does not answer. */
  | 'uncheckedAddress'
  /** Max is chosen, but the maximum could not be read. */
  | 'uncheckedAmount'
  /** The visitor has to confirm the payment link in the receiver field. */
  | 'unconfirmedLink'
  /** The limit or the receiver is being read. */
  | 'checking'
  | 'complete'

interface StatusInput {
  readonly token: AccountToken | null
  readonly amount: AmountEntry
  readonly limit: LimitState
  readonly receiver: Receiver
}

const exceeds = (value: bigint | undefined, { token, limit }: StatusInput): boolean => {
  if (limit.status === 'ready') return value === undefined || value > limit.limit.max
  return value !== undefined && token?.amount !== undefined && value > token.amount
}

export function formStatusOf(fields: StatusInput): FormStatus {
  const { token, amount, limit, receiver } = fields
  if (!token) return 'selectToken'
  if (token.scaledAmount !== undefined) return 'scaledToken'
  if (amount.text === '' && !amount.isMax) return 'addAmount'
  if (amount.value === undefined && !amount.isMax) return 'incorrectValue'
  const isLimitRead = limit.status === 'ready' || limit.status === 'failed'
  if ((!amount.isMax || isLimitRead) && exceeds(amount.value, fields)) return 'insufficientFunds'
  if (receiver.status === 'empty') return 'addAddress'
  if (receiver.status === 'checking' || receiver.status === 'unchecked') return 'checking'
  if (receiver.status === 'failed') return 'uncheckedAddress'
  if (receiver.status === 'unconfirmed') return 'unconfirmedLink'
  if (receiver.status === 'refused') return 'invalidAddress'
  if (!isLimitRead) return 'checking'
  return amount.value === undefined ? 'uncheckedAmount' : 'complete'
}
