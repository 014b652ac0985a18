import { describe, expect, it } from 'vitest'
import type { Action, SwapAction, TransferAction } from './actions.js'
import { needsNewReview } from './review-changes.js'
import type { TransactionReview } from './transactions.js'

const COIN = 'fake:1/native:coin'
const TOKEN = 'fake:1/t:6'
const transfer = (changes: Partial<TransferAction> = {}): TransferAction => ({
  ...{ type: 'transfer', assetId: COIN, amount: 1000n, from: 'fake-1', to: 'fake-9' },
  ...changes,
})
const swap = (receive: bigint): SwapAction => ({
  ...{ type: 'swap', pay: { assetId: COIN, amount: 10n }, receiveAtLeast: { assetId: TOKEN, amount: receive } },
  ...{ receiver: 'fake-1', target: 'fake-router' },
})
const approval: Action = { type: 'approval', assetId: TOKEN, amount: 10n, spender: 'fake-router' }
const unknown: Action = { type: 'unknown', target: 'fake-contract', call: 'mystery' }
const group: Action = { type: 'callGroup', call: 'Utility.batch', calls: ['Balances.burn'], onFailure: 'continue' }
const review = (changes: Partial<TransactionReview> = {}): TransactionReview => ({
  ...{ from: 'fake-1', caipNetworkId: 'fake:1', actions: [transfer()], balanceChanges: 'unavailable', fee: 100n },
  ...{ extras: [], call: 'pay', payload: 'x' },
  ...changes,
})
const actions = (...list: readonly Action[]): TransactionReview => review({ actions: list })
const extra = (code: string, amount: bigint): TransactionReview => review({ extras: [{ code, amount }] })
const gains = (amount: bigint, paid = -5n): TransactionReview =>
  review({
    actions: [unknown],
    balanceChanges: [
      { assetId: TOKEN, amount },
      { assetId: COIN, amount: paid },
    ],
  })

describe('another review is needed', () => {
  it.each<[string, TransactionReview, TransactionReview]>([
    ['another account signs', review(), review({ from: 'fake-2' })],
    ['the network is another one', review(), review({ caipNetworkId: 'fake:2' })],
    ['another receiver is paid', actions(transfer()), actions(transfer({ to: 'fake-8' }))],
    ['the memo is another one', actions(transfer({ note: { memo: 'a' } })), actions(transfer({ note: { memo: 'b' } }))],
    ['there is one more action', actions(transfer()), actions(transfer(), unknown)],
    ['another spender is approved', actions(approval), actions({ ...approval, spender: 'fake-other' })],
    ['a larger amount is approved', actions(approval), actions({ ...approval, amount: 11n })],
    ['another token is approved', actions(approval), actions({ ...approval, assetId: COIN })],
    ['another function is called', actions(unknown), actions({ ...unknown, call: 'riddle' })],
    ['an undecoded call gets more of the coin', actions(unknown), actions({ ...unknown, value: 1n })],
    ['another contract is called', actions(unknown), actions({ ...unknown, target: 'fake-other' })],
    ['a group of calls stops at a failing call', actions(group), actions({ ...group, onFailure: 'stop' })],
    ['a group of calls acts for an account', actions(group), actions({ ...group, account: 'fake-3' })],
    [
      'a received token has a new risk',
      review({ assetRisks: [{ assetId: TOKEN, code: 'transferHook' }] }),
      review({ assetRisks: [{ assetId: TOKEN, code: 'permanentDelegate' }] }),
    ],
    ['more is paid', actions(transfer()), actions(transfer({ amount: 1001n }))],
    ['less arrives', actions(transfer({ received: 990n })), actions(transfer({ received: 989n }))],
    ['the received amount becomes unknown', actions(transfer()), actions(transfer({ received: 'unknown' }))],
    ['a swap pays out less', actions(swap(100n)), actions(swap(99n))],
    ['an extra cost appears', review(), extra('rent', 1n)],
    ['an extra cost grows', extra('rent', 5n), extra('rent', 6n)],
    ['coins are lost with the account', review(), extra('lost', 1n)],
    [
      'more is lost with the account than the fee fell',
      extra('lost', 5n),
      review({ fee: 99n, extras: [{ code: 'lost', amount: 7n }] }),
    ],
    ['the fee is more than a tenth higher', review(), review({ fee: 111n })],
    ['the wallet sets the fee from now on', review(), review({ fee: 'setByWallet' })],
    ['an undecoded call pays out less', gains(10n), gains(9n)],
    ['an undecoded call spends more', gains(10n), gains(10n, -6n)],
  ])('if %s', (_, seen, next) => {
    expect(needsNewReview(seen, next)).toBe(true)
  })

  it('if the fee rises in small steps by more than a tenth since the last review', () => {
    const seen = review()
    expect([105n, 110n, 111n].map((fee) => needsNewReview(seen, review({ fee })))).toEqual([false, false, true])
  })
})

describe('no other review is needed', () => {
  it.each<[string, TransactionReview, TransactionReview]>([
    ['nothing changed', review(), review()],
    ['the fee is at most a tenth higher', review(), review({ fee: 110n })],
    ['the fee is lower', review(), review({ fee: 1n })],
    ['an empty note is added', actions(transfer()), actions(transfer({ note: { references: [] } }))],
    ['a swap pays out more', actions(swap(100n)), actions(swap(101n))],
    ['an extra cost is removed', extra('rent', 5n), review()],
    ['change returns to the account', review(), extra('change', 50n)],
    ['a reserve stays on the account', review(), extra('reserve', 50n)],
    [
      'the amount that is lost with the account grows as the fee falls',
      extra('lost', 5n),
      review({ fee: 99n, extras: [{ code: 'lost', amount: 6n }] }),
    ],
    ['only the bytes differ, as with a new blockhash', review(), review({ payload: 'y' })],
    [
      'a decoded call is simulated',
      actions(transfer()),
      review({ balanceChanges: [{ assetId: COIN, amount: -1000n }] }),
    ],
  ])('if %s', (_, seen, next) => {
    expect(needsNewReview(seen, next)).toBe(false)
  })

  it('if all of the native coin is sent, and the sum of amount and fee is the same', () => {
    const seen = review({ fee: 100n, actions: [transfer({ amount: 900n })] })
    const max = (fee: bigint, amount: bigint) => review({ fee, actions: [transfer({ amount })] })
    expect(needsNewReview(seen, max(95n, 905n))).toBe(false)
    expect(needsNewReview(seen, max(105n, 895n))).toBe(false)
    expect(needsNewReview(seen, max(105n, 894n))).toBe(true)
    expect(needsNewReview(seen, max(95n, 906n))).toBe(true)
  })

  it.each(['fake:1/slip44:148', 'fake:2/slip44:148'])(
    'if all of %s is sent, and it is the native coin of the network',
    (assetId) => {
      const max = (fee: bigint, amount: bigint) => review({ fee, actions: [transfer({ assetId, amount })] })
      expect(needsNewReview(max(100n, 900n), max(95n, 905n))).toBe(!assetId.startsWith('fake:1/'))
    },
  )

  it('if only the fee differs, because the visitor chose another speed', () => {
    expect(needsNewReview(review(), review({ fee: 900n }), { ignoreFee: true })).toBe(false)
    expect(needsNewReview(review(), review({ fee: 900n, from: 'fake-2' }), { ignoreFee: true })).toBe(true)
  })
})
