import type { AmountEntry } from './amount.js'
import type { Limit } from './limit.js'
import type { Receiver } from './receiver.js'
import type { SendableToken } from './tokens.js'

/** What is missing, in the order in which it is asked for. Each is the key of the main button's text. */
export type Step =
  | 'selectToken'
  | 'addAmount'
  | 'incorrectValue'
  | 'insufficientFunds'
  | 'addAddress'
  | 'invalidAddress'
  /** Something is still being looked at. */
  | 'checking'
  | 'preview'

interface Form {
  readonly token: SendableToken | null
  readonly amount: AmountEntry
  readonly limit: Limit
  readonly receiver: Receiver
}

const exceeds = (value: bigint | undefined, { token, limit }: Form): boolean => {
  if (limit.status === 'ready') return value === undefined || value > limit.limit.max
  return value !== undefined && token?.amount !== undefined && value > token.amount
}

/** The next step to a transaction. */
export function nextStep(form: Form): Step {
  const { token, amount, limit, receiver } = form
  if (!token) return 'selectToken'
  if (amount.text === '' && !amount.isMax) return 'addAmount'
  if (amount.value === undefined && !amount.isMax) return 'incorrectValue'
  const isRead = limit.status === 'ready' || limit.status === 'failed'
  if ((!amount.isMax || isRead) && exceeds(amount.value, form)) return 'insufficientFunds'
  if (receiver.status === 'empty') return 'addAddress'
  if (receiver.status === 'refused' || receiver.status === 'failed') return 'invalidAddress'
  if (receiver.status === 'checking' || !isRead || amount.value === undefined) return 'checking'
  return 'preview'
}
