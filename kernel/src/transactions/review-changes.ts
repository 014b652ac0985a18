import { isCoinOf } from '../domain/assets/assets.js'
import type { Action } from './actions.js'
import { noteText } from './expectations.js'
import type { TransactionReview } from './transactions.js'

type Totals = ReadonlyMap<string, bigint>

/**
 * Amounts that the sender pays, and amounts that the receivers of transfers and swaps get, by CAIP-19 asset id. Uses simulated changes if the actions
 * do not contain all amounts.
 */
function totalsOf({ actions, balanceChanges }: TransactionReview): {
  readonly paid: Totals
  readonly received: Totals
} {
  const paid = new Map<string, bigint>()
  const received = new Map<string, bigint>()
  const add = (map: Map<string, bigint>, assetId: string, amount: bigint): void =>
    void map.set(assetId, (map.get(assetId) ?? 0n) + amount)
  for (const action of actions) {
    if (action.type === 'transfer') {
      add(paid, action.assetId, action.amount)
      add(received, action.assetId, action.received === 'unknown' ? 0n : (action.received ?? action.amount))
    }
    if (action.type === 'swap') {
      add(paid, action.pay.assetId, action.pay.amount)
      add(received, action.receiveAtLeast.assetId, action.receiveAtLeast.amount)
    }
  }
  const hasUndecoded = actions.some(({ type }) => type === 'unknown' || type === 'custom')
  if (hasUndecoded && balanceChanges !== 'unavailable')
    for (const { assetId, amount } of balanceChanges)
      if (amount > 0n) add(received, assetId, amount)
      else add(paid, assetId, -amount)
  return { paid, received }
}

/** Identity of an action without the amounts that {@link totalsOf} compares. */
function identityOf(action: Action): string {
  if (action.type === 'transfer')
    return `transfer ${action.assetId} ${action.from} ${action.to} ${noteText(action.note)}`
  if (action.type === 'approval') return `approval ${action.assetId} ${action.amount} ${action.spender}`
  if (action.type === 'swap')
    return `swap ${action.pay.assetId} ${action.receiveAtLeast.assetId} ${action.receiver} ${action.target}`
  if (action.type === 'unknown') return `unknown ${action.target} ${action.call} ${action.value ?? 0n}`
  if (action.type === 'callGroup')
    return `callGroup ${action.call} ${action.calls.join(',')} ${action.onFailure} ${action.account}`
  return `custom ${action.kind} ${action.target} ${JSON.stringify(action.facts)}`
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/** Whether `next` is more than 10 % higher than the fee that the visitor has seen, or only one of the two fees is set by the wallet. */
const isFeeHigher = (seen: TransactionReview['fee'], next: TransactionReview['fee']): boolean =>
  seen === 'setByWallet' || next === 'setByWallet' ? seen !== next : next * 10n > seen * 11n

/** Extras that cost the sender something. Change and reserve stay with the account. */
const costsOf = ({ extras }: TransactionReview): Totals =>
  new Map(
    extras.filter(({ code }) => code !== 'change' && code !== 'reserve').map(({ code, amount }) => [code, amount]),
  )

const hasNewRisk = (seen: TransactionReview, next: TransactionReview): boolean =>
  (next.assetRisks ?? []).some(
    ({ assetId, code }) => !seen.assetRisks?.some((one) => one.assetId === assetId && one.code === code),
  )

/** Whether an amount of `next` exceeds the amount of `seen` with the same key by more than the tolerance. */
const hasMore = (seen: Totals, next: Totals, toleranceOf: (key: string) => bigint): boolean =>
  [...next].some(([key, amount]) => amount > (seen.get(key) ?? 0n) + toleranceOf(key))

/**
 * Whether a visitor who reviewed `seen` must review `next` before signing, because of one of these changes:
 * - The account, the network or an action differs.
 * - The sender pays more of an asset in total, or the receivers get less of an asset in total.
 * - An extra cost is new or higher, or a received token has a new risk.
 * - The fee is more than 10 % higher. `ignoreFee` ignores this change, because the visitor chose another speed.
 *
 * `seen` must be the last review that the visitor had to confirm, so that several small changes add up. Amounts of the native coin and the extra
 * `lost` may differ by the change of the fee, for example when the visitor sends the maximum.
 */
export function needsNewReview(
  seen: TransactionReview,
  next: TransactionReview,
  { ignoreFee = false }: { readonly ignoreFee?: boolean } = {},
): boolean {
  const before = totalsOf(seen)
  const after = totalsOf(next)
  const feeChange = seen.fee === 'setByWallet' || next.fee === 'setByWallet' ? 0n : absolute(next.fee - seen.fee)
  const toleranceOf = (assetId: string): bigint => (isCoinOf(seen.caipNetworkId, assetId) ? feeChange : 0n)
  return (
    next.from !== seen.from ||
    next.caipNetworkId !== seen.caipNetworkId ||
    next.actions.map(identityOf).join('\n') !== seen.actions.map(identityOf).join('\n') ||
    hasNewRisk(seen, next) ||
    (!ignoreFee && isFeeHigher(seen.fee, next.fee)) ||
    hasMore(before.paid, after.paid, toleranceOf) ||
    hasMore(after.received, before.received, toleranceOf) ||
    hasMore(costsOf(seen), costsOf(next), (code) => (code === 'lost' ? feeChange : 0n))
  )
}
