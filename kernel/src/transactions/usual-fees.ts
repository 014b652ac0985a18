import type { Context } from '../plugins/plugin.js'
import { readWith } from '../plugins/schema.js'
import type { TransactionReview } from './transactions.js'

/** Storage key of recent fees. The plugin that uses {@link createUsualFees} must list it in `permissions.storage`. */
export const FEES = 'fees'
/** Factor from which a fee counts as unusual. */
export const UNUSUAL_FACTOR = 10n
const MAX_FEES = 5
const MAX_KINDS = 20

type Fees = Readonly<Record<string, readonly string[]>>

const schema = readWith((stored): Fees => {
  const read = (list: unknown): readonly string[] =>
    (Array.isArray(list) ? list : [])
      .filter((one) => typeof one === 'string' && /^\d{1,80}$/.test(one))
      .slice(0, MAX_FEES)
  return Object.fromEntries(
    Object.entries(Object(stored))
      .slice(0, MAX_KINDS)
      .map(([kind, list]) => [kind, read(list)]),
  )
})

/** Key of comparable fees: same network, action type and asset, because a token transfer costs more gas than a coin transfer. */
function kindOf({ caipNetworkId, actions: [action] }: TransactionReview): string {
  return `${caipNetworkId} ${action?.type}${action?.type === 'transfer' ? ` ${action.assetId}` : ''}`
}

/** Fees paid in this browser. The usual fee is the median of the last {@link MAX_FEES} transactions of the same network, action type and asset. */
export interface UsualFees {
  /** `true` if the fee is at least {@link UNUSUAL_FACTOR} times the usual one; `false` also if no usual fee is known yet. */
  isUnusual(review: TransactionReview): boolean
  /** Call it after the transaction was sent. */
  record(review: TransactionReview): void
}

export function createUsualFees({ storage }: Pick<Context, 'storage'>): UsualFees {
  const all = (): Fees => storage.get(FEES, schema) ?? {}
  return {
    isUnusual(review) {
      const fees = (all()[kindOf(review)] ?? []).map(BigInt).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
      const median = fees[Math.floor((fees.length - 1) / 2)]
      return (
        median !== undefined && median > 0n && review.fee !== 'setByWallet' && review.fee >= median * UNUSUAL_FACTOR
      )
    },
    record(review) {
      if (review.fee === 'setByWallet') return
      const kind = kindOf(review)
      const { [kind]: before = [], ...others } = all()
      const latest = Object.entries(others).slice(0, MAX_KINDS - 1)
      storage.set(FEES, Object.fromEntries([[kind, [String(review.fee), ...before].slice(0, MAX_FEES)], ...latest]))
    },
  }
}
