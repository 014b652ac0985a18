import { type OrderStatus, readWith } from '@wallet-modal/kernel'
import { fieldsOf } from '@wallet-modal/kernel/assets'
import { MAX_TRACE } from '@wallet-modal/kernel/transactions'
import type { BridgeOutcome } from '../contract.js'

/** Kind of the orders of swaps to other networks. */
export const KIND = '@wallet-modal/swap#bridge'

/**
 * Outcome of a swap to another network: as reported by the source, or `reverted` or `replaced`. `reverted`: the transaction on the sending network
 * failed. `replaced`: another transaction with the same nonce was included instead. That transaction may be the same swap with a higher fee, so the
 * outcome of the swap is unknown.
 */
export type OrderOutcome = BridgeOutcome | 'replaced' | 'reverted'

/** Data stored with a swap to another network. */
export interface Bridge {
  /** Name of the source that reports the outcome. */
  readonly source: string
  /** Hash of the transaction on the sending network. Absent until the wallet of a smart account reports it. */
  readonly hash?: string
  /** See `Submission.trace`. Identifies the transaction while it has no hash. */
  readonly trace?: string
  /** The sender's nonce, in decimal digits: see `Submission.nonce`. */
  readonly nonce?: string
  /** Milliseconds since 1970. Absent in orders of earlier versions. */
  readonly sentAt?: number
  /** CAIP-19 id of the token to receive. */
  readonly receive: string
  /** Name of the network on which the tokens are received. */
  readonly networkName: string
  /** Amount paid, with its symbol: `1 ETH`. */
  readonly paid: string
  /** Quoted output amount, with its symbol: `2990.5 USDC`. */
  readonly received: string
  /** Estimated time until the tokens arrive, in seconds. */
  readonly estimatedSeconds: number | undefined
  readonly outcome: OrderOutcome
}

const outcomes: readonly unknown[] = [
  'pending',
  'arrived',
  'otherToken',
  'refunded',
  'failed',
  'replaced',
  'reverted',
] satisfies readonly OrderOutcome[]
const isOutcome = (value: unknown): value is OrderOutcome => outcomes.includes(value)

export const bridge = readWith((value): Bridge => {
  const fields = fieldsOf(value)
  const text = (name: string, maxLength = 300): string => {
    const one = fields[name]
    if (typeof one !== 'string' || one.length > maxLength) throw new TypeError(`the stored swap has no valid "${name}"`)
    return one
  }
  const { estimatedSeconds, outcome, hash, trace, nonce, sentAt } = fields
  if (!isOutcome(outcome)) throw new TypeError('the stored swap has no valid "outcome"')
  return {
    ...{ source: text('source'), receive: text('receive'), networkName: text('networkName') },
    ...(hash !== undefined && { hash: text('hash') }),
    ...(trace !== undefined && { trace: text('trace', MAX_TRACE) }),
    ...(typeof nonce === 'string' && /^\d{1,80}$/.test(nonce) && { nonce }),
    ...(typeof sentAt === 'number' && { sentAt }),
    ...{ paid: text('paid'), received: text('received'), outcome },
    estimatedSeconds: typeof estimatedSeconds === 'number' ? estimatedSeconds : undefined,
  }
})

/** Status of an order by its outcome. */
export const statuses: Readonly<Record<OrderOutcome, OrderStatus>> = {
  ...{ pending: 'pending', arrived: 'completed', otherToken: 'completed' },
  ...{ refunded: 'failed', failed: 'failed', replaced: 'failed', reverted: 'failed' },
}
